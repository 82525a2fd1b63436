// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

TEST(SpatialTranslational, SlidesAlongItsAxisAsDrawn) {
  const SpatialPose a, b = pose({0.2, 0.1, -0.15}, {0.3, -0.4, 1});
  const auto joint = make_joint("translational", {{"axis", vector({0, 3, 0})}}, a, b);
  const SpatialPose moved{{0.2, 0.9, -0.15}, b.A};
  EXPECT_NEAR(size(evaluate(*joint, a, b).Phi), 0, 1e-15);
  EXPECT_NEAR(size(evaluate(*joint, a, moved).Phi), 0, 1e-15);
  EXPECT_NEAR(joint->coordinate(0, a, moved), 0.8, 1e-15);
}

// Twice the sine of half the angle, whatever the axis: no other orientation satisfies the rows.
TEST(SpatialTranslational, TurnRowsVanishAsDrawnOnly) {
  const auto joint = make_joint("translational", {{"axis", vector({1, 2, 2})}});
  for (const double angle : {1e-6, 0.5, 2.0, 3.0, kPi}) {
    for (const Vec3& axis : {unit({1, 2, 2}), Vec3{0, 0, 1}, unit({-1, 1, 0})}) {
      const Rows rows = evaluate(*joint, {}, pose({0, 0, 0}, angle * axis));
      EXPECT_NEAR(std::hypot(rows.Phi[2], rows.Phi[3], rows.Phi[4]), 2 * std::sin(angle / 2), 1e-14);
    }
  }
}

// Where the slider's own direction is given and does not agree as drawn, it is turned the shortest way.
TEST(SpatialTranslational, AlignsTheSlidersOwnAxis) {
  const auto joint = make_joint("translational", {{"axes", vectors({1, 0, 0}, {1, 0, 0})}}, {},
                                pose({0, 0, 0}, {0, 0, 0.3}));
  EXPECT_NEAR(size(evaluate(*joint, {}, {}).Phi), 0, 1e-15);
  EXPECT_NEAR(evaluate(*joint, {}, pose({0, 0, 0}, {0.2, 0, 0})).Phi[4], 2 * std::sin(0.1), 1e-15);
}

TEST(SpatialTranslational, RefusesAZeroAxis) {
  EXPECT_CONTAINS(refusal("translational", {{"axis", vector({0, 0, 0})}}),
                  "joint.x.axis: a direction cannot be");
  EXPECT_CONTAINS(refusal("translational", {}), "give one of axis, axes, world_axis");
}

}  // namespace
}  // namespace freeplay::spatial_tests
