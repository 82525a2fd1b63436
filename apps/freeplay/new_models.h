// SPDX-License-Identifier: Apache-2.0
// The starting models that `freeplay new` writes.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace freeplay {

struct NewModel {
  const char* kind;  ///< the word of --kind
  const char* help;
  const char* text;  ///< of the file, after its first lines
};

/// The first is the default.
std::span<const NewModel> new_models();
/// Their words.
std::vector<std::string> new_kinds();

/// The whole file, for a machine of that name.
std::string new_model_text(const NewModel& model, const std::string& name);

}  // namespace freeplay
