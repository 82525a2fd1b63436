// SPDX-License-Identifier: Apache-2.0
// What a result file knows about its run, in words.
#pragma once

#include <string>
#include <vector>

#include "freeplay/report.h"

namespace freeplay {

struct Fact {
  std::string group;  ///< "run", "steps", "contacts", "energy"
  std::string label, value;
};

/// In the order in which a reader wants them; what does not apply is left out.
std::vector<Fact> facts_of(const Result& result);

/// What makes the results doubtful: how the run ended, warnings of the run and of the model, NaN.
std::vector<std::string> warnings_of(const Result& result);

/// Attributes that are texts of many lines, or are shown as facts of their own.
bool is_long_text(const std::string& key);

}  // namespace freeplay
