// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "freeplay/planar_force.h"

namespace freeplay {
namespace {

TEST(TorsionSpringDamper, TurnsBothBodiesTogether) {
  const ForceEntry& entry = *find_entry<ForceEntry>("torsion_spring_damper");
  const Values values = {{"stiffness", {10.0, {}}}, {"damping", {2.0, {}}}, {"preload", {0.5, {}}}};
  const std::vector<Pose> drawn = {Pose{}, {0, 0, 0.1, 1, 0}, {0, 0, 0.4, 1, 0}};
  const auto spring = entry.make(Parameters(entry, values), {1, 2}, drawn[1], drawn[2]);
  std::vector<double> h(6, 0), applied(6, 0), damping(6, 0);
  const std::vector<Pose> poses = {Pose{}, {0, 0, 0.2, 1, 0}, {0, 0, 1.1, 1, 0}};  // 0.6 more than as drawn
  const std::vector<Twist> twists = {Twist{}, {0, 0, 1}, {0, 0, 4}};
  spring->apply(0, poses, twists, {h.data(), applied.data(), damping.data()});
  EXPECT_NEAR(h[2], 10 * 0.6 + 0.5 + 2 * 3, 1e-14);
  EXPECT_NEAR(h[5], -(10 * 0.6 + 0.5 + 2 * 3), 1e-14);
  EXPECT_NEAR(damping[5], -6, 1e-14);
  EXPECT_NEAR(spring->energy(poses), 0.5 * 10 * 0.36 + 0.5 * 0.6, 1e-14);
}

}  // namespace
}  // namespace freeplay
