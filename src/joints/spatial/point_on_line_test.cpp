// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"

namespace freeplay::spatial_tests {
namespace {

TEST(SpatialPointOnLine, KeepsThePointOnTheLineAndNothingElse) {
  const auto joint =
      make_joint("point_on_line", {{"points", vectors({1, 0, 0}, {0, 0, 0.5})}, {"axis", vector({0, 0, 2})}});
  // half a turn about x brings the point to −0.5 z
  const SpatialPose b = pose({1, 0, 3}, {kPi, 0, 0});
  EXPECT_NEAR(size(evaluate(*joint, {}, b).Phi), 0, 1e-15);
  EXPECT_NEAR(joint->coordinate(0, {}, b), 2.5, 1e-15);
  EXPECT_NEAR(size(evaluate(*joint, {}, pose({1.3, 0.4, 7})).Phi), 0.5, 1e-15);
}

}  // namespace
}  // namespace freeplay::spatial_tests
