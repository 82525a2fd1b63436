// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "freeplay/planar_joint.h"

namespace freeplay {
namespace {

Pose pose(double x, double y, double angle) { return {x, y, angle, std::cos(angle), std::sin(angle)}; }

std::unique_ptr<PlanarJoint> make_joint(const Values& values, const Pose& a = {}, const Pose& b = {}) {
  const JointEntry& entry = *find_entry<JointEntry>("prismatic");
  return entry.make(Parameters(entry, values), a, b);
}

TEST(Prismatic, MeasuresOffsetTurnAndTravel) {
  const auto joint =
      make_joint({{"axis", {Point{3, 4}, {}}}, {"points", {std::vector<Point>{{1, 0}, {0, 0}}, {}}}});
  double Phi[2], D[2 * kPlanarRow];
  // 2 along the axis from (1, 0), 0.1 to its left, turned by 0.3
  joint->evaluate(Pose{}, pose(1 + 2 * 0.6 - 0.1 * 0.8, 2 * 0.8 + 0.1 * 0.6, 0.3), Phi, D);
  EXPECT_NEAR(Phi[0], 0.1, 1e-15);
  EXPECT_NEAR(Phi[1], 0.3, 1e-15);
  EXPECT_NEAR(joint->coordinate(Pose{}, pose(1 + 2 * 0.6, 2 * 0.8, 0)), 2, 1e-15);
}

TEST(Prismatic, AlignsTheSlidersOwnAxis) {
  const auto joint = make_joint({{"axis", {Point{1, 0}, {}}}, {"slider_axis", {Point{0, 5}, {}}}});
  double Phi[2], D[2 * kPlanarRow];
  joint->evaluate(Pose{}, pose(0.4, 0, -std::numbers::pi / 2), Phi, D);
  EXPECT_NEAR(Phi[0], 0, 1e-15);
  EXPECT_NEAR(Phi[1], 0, 1e-15);
}

// Directions are known up to whole turns only: the joint takes the turn that is drawn, else assembly would
// spin a body around once.
TEST(Prismatic, WholeTurnsDoNotMatter) {
  const double turn = 2 * std::numbers::pi;
  double Phi[2], D[2 * kPlanarRow];
  const Pose drawn = pose(0.4, 0, 0);
  const auto across =
      make_joint({{"axis", {Point{-1, 0.0}, {}}}, {"slider_axis", {Point{-1, -0.0}, {}}}}, Pose{}, drawn);
  across->evaluate(Pose{}, drawn, Phi, D);
  EXPECT_NEAR(Phi[1], 0, 1e-15);
  const Pose twice = pose(0.4, 0, 2 * turn + 0.01);
  const auto wound = make_joint({{"axis", {Point{1, 0}, {}}}}, Pose{}, twice);
  wound->evaluate(Pose{}, twice, Phi, D);
  EXPECT_NEAR(Phi[1], 0.01, 1e-14);
}

}  // namespace
}  // namespace freeplay
