// SPDX-License-Identifier: Apache-2.0
// Keys of joints in the plane that say where the joint is in the world, as the bodies are drawn, in place of others that
// say it in the frames of the bodies.
//   point       one point of the world      for points
//   world_axis  a direction of the world    for axis and slider_axis
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/registry.h"

namespace freeplay {

bool is_in_world(const Joint& joint);

/// A key of the frames that must be given unless its counterpart in the world is.
bool is_needed(const EntryInfo& joint, std::string_view key);

/// A key of the world that has a counterpart in the frames.
bool is_world_key(const EntryInfo& joint, std::string_view key);

struct WorldMistake {
  std::string key, message, hint;
};
/// What is given twice, and what is not given at all.
std::vector<WorldMistake> find_mistakes(const Joint& joint, const EntryInfo& entry);

}  // namespace freeplay
