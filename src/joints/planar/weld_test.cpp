// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/planar_joint.h"

namespace freeplay {
namespace {

Pose pose(double x, double y, double angle) { return {x, y, angle, std::cos(angle), std::sin(angle)}; }

TEST(Weld, HoldsBodiesAsDrawnWhereverTheyGoTogether) {
  const JointEntry& entry = *find_entry<JointEntry>("weld");
  const Values values;
  const Pose a = pose(0.3, -0.2, 0.7), b = pose(1.1, 0.4, -0.5);
  const auto joint = entry.make(Parameters(entry, values), a, b);
  double Phi[3], D[3 * kPlanarRow];
  const Pose motion = pose(-2, 3, 1.9);
  const auto carried = [&](const Pose& p) {
    const Vec2 centre = motion.point(p.centre());
    return pose(centre[0], centre[1], p.angle + motion.angle);
  };
  joint->evaluate(carried(a), carried(b), Phi, D);
  for (const double phi : Phi) EXPECT_NEAR(phi, 0, 1e-15);
  joint->evaluate(carried(a), b, Phi, D);
  EXPECT_NEAR(Phi[2], -motion.angle, 1e-15);
  EXPECT_FALSE(joint->has_coordinate());
}

TEST(Weld, GivenPointsMeet) {
  const JointEntry& entry = *find_entry<JointEntry>("weld");
  const Values values = {{"points", {std::vector<Point>{{0.5, 0}, {-0.25, 0}}, {}}}};
  const auto joint = entry.make(Parameters(entry, values), Pose{}, pose(9, 9, 0));
  double Phi[3], D[3 * kPlanarRow];
  joint->evaluate(Pose{}, pose(0.75, 0.125, 0), Phi, D);
  EXPECT_EQ(Phi[0], 0);
  EXPECT_EQ(Phi[1], 0.125);
  EXPECT_EQ(Phi[2], 0);
}

}  // namespace
}  // namespace freeplay
