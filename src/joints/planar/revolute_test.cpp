// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/planar_joint.h"

namespace freeplay {
namespace {

Pose pose(double x, double y, double angle) { return {x, y, angle, std::cos(angle), std::sin(angle)}; }

TEST(Revolute, IsTheDistanceOfItsPointsAndTheRelativeAngle) {
  const JointEntry& entry = *find_entry<JointEntry>("revolute");
  const Values values = {{"points", {std::vector<Point>{{1, 0}, {0, -0.5}}, {}}}};
  const auto joint = entry.make(Parameters(entry, values), Pose{}, Pose{});
  double Phi[2], D[2 * kPlanarRow], gamma[2];
  const Pose a = pose(0, 0, std::acos(-1) / 2), b = pose(-0.5, 1.25, -std::acos(-1) / 2);
  joint->evaluate(a, b, Phi, D);  // (0, 1) on a; (−0.5, 1.25) − (0.5, 0) on b
  EXPECT_NEAR(Phi[0], -1, 1e-15);
  EXPECT_NEAR(Phi[1], 0.25, 1e-15);
  EXPECT_NEAR(joint->coordinate(a, b), -std::acos(-1), 1e-15);
  joint->gamma(a, b, {7, 8, 2}, {9, 9, 3},
               gamma);  // centripetal: ω_b² r_b − ω_a² r_a, whatever the centres do
  EXPECT_NEAR(gamma[0], 9 * -0.5, 1e-14);
  EXPECT_NEAR(gamma[1], -4 * 1, 1e-14);
}

}  // namespace
}  // namespace freeplay
