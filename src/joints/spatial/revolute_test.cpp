// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

TEST(SpatialRevolute, MeasuresGapTiltAndAngle) {
  const auto joint =
      make_joint("revolute", {{"points", vectors({1, 0, 0}, {0, 0, 0})}, {"axis", vector({0, 0, 2})}});
  const Rows apart = evaluate(*joint, {}, pose({1.1, 0.2, -0.3}, {0, 0, 0.7}));
  EXPECT_NEAR(apart.Phi[0], 0.1, 1e-15);
  EXPECT_NEAR(apart.Phi[1], 0.2, 1e-15);
  EXPECT_NEAR(apart.Phi[2], -0.3, 1e-15);
  EXPECT_NEAR(std::hypot(apart.Phi[3], apart.Phi[4]), 0, 1e-15);
  EXPECT_NEAR(joint->coordinate(0, {}, pose({1, 0, 0}, {0, 0, 0.7})), 0.7, 1e-15);
  // tilted by 0.2 about x: the sine of it is in the tilt rows, and they are at right angles to each other
  const Rows tilted = evaluate(*joint, {}, pose({1, 0, 0}, {0.2, 0, 0}));
  EXPECT_NEAR(std::hypot(tilted.Phi[3], tilted.Phi[4]), std::sin(0.2), 1e-15);
}

// As in the plane: the angle is that between the two frames, however the bodies are drawn.
TEST(SpatialRevolute, AngleIsThatBetweenTheFrames) {
  const Vec3 axis = unit({1, -2, 0.5});
  const SpatialPose a = pose({0, 0, 0}, {0.4, 0.2, -1});
  const auto turned = [&](double angle) { return SpatialPose{a.r, a.A * rotation(turn_by(angle * axis))}; };
  for (const double drawn : {-2.9, -0.3, 0.0, 1.1, 3.1}) {
    const auto joint =
        make_joint("revolute", {{"point", vector({0, 0, 0})}, {"axis", vector(axis)}}, a, turned(drawn));
    EXPECT_NEAR(joint->coordinate(0, a, turned(drawn)), drawn, 1e-14);
    EXPECT_NEAR(joint->coordinate(0, a, turned(-1.3)), -1.3, 1e-14);
  }
  // no turn about the axis leads from one frame to the other: the swing across the axis does not count
  const auto swung = make_joint("revolute", {{"point", vector({0, 0, 0})}, {"axis", vector({0, 0, 1})}}, {},
                                pose({0, 0, 0}, {0.8, 0, 0}));
  EXPECT_NEAR(swung->coordinate(0, {}, pose({0, 0, 0}, {0.8, 0, 0})), 0, 1e-15);
}

// Axes that are not parallel as drawn meet the shortest way; half a turn away the tilt rows vanish as well,
// so that what is drawn decides and must not be ambiguous.
TEST(SpatialRevolute, RefusesAxesDrawnTheOtherWayRound) {
  const Values values = {{"point", vector({0, 0, 0})}, {"axes", vectors({0, 0, 1}, {0, 0, 1})}};
  EXPECT_CONTAINS(refusal("revolute", values, {}, pose({0, 0, 0}, {kPi, 0, 0})),
                  "180 degrees apart as drawn");
  EXPECT_NE(make_joint("revolute", values, {}, pose({0, 0, 0}, {1, 0, 0})), nullptr);
}

}  // namespace
}  // namespace freeplay::spatial_tests
