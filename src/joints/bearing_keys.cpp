// SPDX-License-Identifier: Apache-2.0
#include "joints/bearing_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "freeplay/planar_joint.h"
#include "freeplay/spatial_joint.h"
#include "model/fields.h"

namespace freeplay {
namespace {

std::vector<std::string> keys_of(PlanarSurface surface) {
  switch (surface) {
    case PlanarSurface::pin: return {"radius"};
    case PlanarSurface::slider: return {"length", "height", "guide"};
    case PlanarSurface::none: break;
  }
  return {};
}

std::vector<std::string> keys_of(SpatialSurface surface) {
  switch (surface) {
    case SpatialSurface::pin:
    case SpatialSurface::sleeve: return {"radius", "length"};
    case SpatialSurface::ball: return {"radius"};
    case SpatialSurface::slider: return {"length", "height", "width", "guide"};
    case SpatialSurface::none: break;
  }
  return {};
}

template <class Entry>
std::vector<RubbingJoint> joints_that_rub() {
  std::vector<RubbingJoint> joints;
  for (const Entry* entry : entries_of<Entry>()) {
    if (auto keys = keys_of(entry->rubs); !keys.empty()) joints.push_back({entry->name, std::move(keys)});
  }
  return joints;
}

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

std::vector<RubbingJoint> rubbing_joints(int dimension) {
  return dimension == 3 ? joints_that_rub<SpatialJointEntry>() : joints_that_rub<JointEntry>();
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
    const std::vector<std::string>& used = rubbing.keys;
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
