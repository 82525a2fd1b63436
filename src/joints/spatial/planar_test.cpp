// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

TEST(SpatialPlanar, SlidesAndTurnsInItsPlane) {
  const auto joint = make_joint("planar", {{"points", vectors({0, 0, 1}, {0, 0, 0})},
                                           {"axis", vector({0, 0, 1})},
                                           {"direction", vector({0, 2, 5})}});
  const SpatialPose b = pose({3, 4, 1}, {0, 0, 0.9});
  EXPECT_NEAR(size(evaluate(*joint, {}, b).Phi), 0, 1e-15);
  EXPECT_NEAR(joint->coordinate(0, {}, b), 4, 1e-15);   // along y, the part of `direction` in the plane
  EXPECT_NEAR(joint->coordinate(1, {}, b), -3, 1e-15);  // n × y
  EXPECT_NEAR(joint->coordinate(2, {}, b), 0.9, 1e-15);
  const Rows off = evaluate(*joint, {}, pose({0, 0, 1.25}, {0.1, 0, 0}));
  EXPECT_NEAR(off.Phi[0], 0.25, 1e-15);
  EXPECT_NEAR(std::hypot(off.Phi[1], off.Phi[2]), std::sin(0.1), 1e-15);
}

TEST(SpatialPlanar, RefusesADirectionAlongItsNormal) {
  EXPECT_CONTAINS(
      refusal("planar",
              {{"point", vector({0, 0, 0})}, {"axis", vector({0, 0, 1})}, {"direction", vector({0, 0, -1})}}),
      "joint.x.direction: it is along the axis");
}

}  // namespace
}  // namespace freeplay::spatial_tests
