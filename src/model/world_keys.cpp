// SPDX-License-Identifier: Apache-2.0
#include "model/world_keys.h"

#include <fmt/format.h>

#include <array>

#include "model/words.h"

namespace freeplay {
namespace {

struct Pair {
  const char *local, *world;
};
constexpr std::array<Pair, 3> kPairs{
    {{"points", "point"}, {"axis", "world_axis"}, {"slider_axis", "world_axis"}}};

bool has(const Joint& joint, const char* key) { return joint.values.find(key) != joint.values.end(); }

}  // namespace

bool is_in_world(const Joint& joint) { return has(joint, "point") || has(joint, "world_axis"); }

bool is_needed(const EntryInfo& joint, std::string_view key) {
  // a slider without a point and a body welded as drawn are where they are drawn
  const std::string_view type = joint.name;
  return (type == "revolute" && key == "points") || (type == "prismatic" && key == "axis");
}

bool is_world_key(const EntryInfo& joint, std::string_view key) {
  return find_param(joint, "points") != nullptr && (key == "point" || key == "world_axis");
}

std::vector<WorldMistake> find_mistakes(const Joint& joint, const EntryInfo& entry) {
  std::vector<WorldMistake> mistakes;
  for (const auto& [local, world] : kPairs) {
    if (find_param(entry, local) == nullptr || find_param(entry, world) == nullptr) continue;
    if (has(joint, local) && has(joint, world)) {
      mistakes.push_back(
          {world, fmt::format("{} and {} are both given", local, world), "leave one of them out"});
    } else if (is_needed(entry, local) && !has(joint, local) && !has(joint, world)) {
      mistakes.push_back(
          {local, "missing: where the joint is",
           fmt::format("give {} in the frames of the bodies, or {} in the world as they are drawn", local,
                       world)});
    }
  }
  return mistakes;
}

}  // namespace freeplay
