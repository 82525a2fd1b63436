// SPDX-License-Identifier: Apache-2.0
#include "model/bearing_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "model/fields.h"

namespace freeplay {
namespace {

constexpr RubbingJoint kPlanar[] = {{"prismatic", "length|height|guide"}, {"revolute", "radius"}};
constexpr RubbingJoint kSpatial[] = {{"cylindrical", "radius|length"},
                                     {"revolute", "radius|length"},
                                     {"spherical", "radius"},
                                     {"translational", "length|height|width|guide"}};

bool is_given(const Bearing& bearing, const Field<Bearing>& field) {
  return std::visit(
      [&](auto member) {
        if constexpr (std::is_same_v<decltype(member), std::optional<double> Bearing::*> ||
                      std::is_same_v<decltype(member), std::optional<std::string> Bearing::*>) {
          return (bearing.*member).has_value();
        } else {
          return false;
        }
      },
      field.member);
}

}  // namespace

std::span<const RubbingJoint> rubbing_joints(int dimension) {
  if (dimension == 3) return kSpatial;
  return kPlanar;
}

std::vector<std::string> rubbing_types(int dimension) {
  std::vector<std::string> types;
  for (const RubbingJoint& joint : rubbing_joints(dimension)) types.emplace_back(joint.type);
  return types;
}

void warn_of_unused_bearing(const Joint& joint, int dimension, const std::string& key,
                            Diagnostics& problems) {
  if (!joint.bearing) return;
  for (const RubbingJoint& rubbing : rubbing_joints(dimension)) {
    if (joint.type != rubbing.type) continue;
    const std::vector<std::string> used = words_of(rubbing.keys);
    for (const Field<Bearing>& field : bearing_fields) {
      if (!is_given(*joint.bearing, field) ||
          std::find(used.begin(), used.end(), field.param.key) != used.end())
        continue;
      problems.warning(joint.bearing->where, fmt::format("{}.bearing.{}", key, field.param.key),
                       fmt::format("it has no effect in a {} joint {}", joint.type,
                                   dimension == 3 ? "in space" : "of the plane"),
                       fmt::format("the bearing of such a joint is described by {}", fmt::join(used, ", ")));
    }
  }
}

}  // namespace freeplay
