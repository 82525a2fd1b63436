// SPDX-License-Identifier: Apache-2.0
// What tests of forces in space share.
#pragma once

#include <string>
#include <vector>

#include "freeplay/spatial_force.h"
#include "joints/spatial/joint_test_data.h"

namespace freeplay::spatial_tests {

/// h of body 1 by an element between the ground and it.
inline std::vector<double> force_of(const char* type, const Values& values, const SpatialPose& drawn,
                                    const SpatialPose& pose, const SpatialTwist& twist) {
  const SpatialForceEntry& entry = *find_entry<SpatialForceEntry>(type);
  Diagnostics problems;
  const auto force =
      entry.make(Parameters(entry, values), {kGround, 1}, side({}), side(drawn), "force.x", problems);
  std::vector<double> h(6, 0), applied(6, 0), damping(6, 0);
  const std::vector<SpatialPose> poses = {SpatialPose{}, pose};
  const std::vector<SpatialTwist> twists = {SpatialTwist{}, twist};
  force->apply(0, poses, twists, {poses, h.data(), applied.data(), damping.data()});
  return h;
}

}  // namespace freeplay::spatial_tests
