// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"

namespace freeplay::spatial_tests {
namespace {

TEST(SpatialCylindrical, SlidesAndTurns) {
  const auto joint =
      make_joint("cylindrical", {{"points", vectors({0, 1, 0}, {0, 0, 0})}, {"axis", vector({0, 1, 0})}});
  const SpatialPose b = pose({0, 3.5, 0}, {0, -0.6, 0});
  EXPECT_NEAR(size(evaluate(*joint, {}, b).Phi), 0, 1e-15);
  EXPECT_NEAR(joint->coordinate(0, {}, b), -0.6, 1e-15);
  EXPECT_NEAR(joint->coordinate(1, {}, b), 2.5, 1e-15);
  const Rows off = evaluate(*joint, {}, pose({0.3, 2, 0.4}, {0, 0, 0.1}));
  EXPECT_NEAR(std::hypot(off.Phi[0], off.Phi[1]), 0.5, 1e-15);
  EXPECT_NEAR(std::hypot(off.Phi[2], off.Phi[3]), std::sin(0.1), 1e-15);
}

}  // namespace
}  // namespace freeplay::spatial_tests
