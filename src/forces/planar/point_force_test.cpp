// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/planar_force.h"

namespace freeplay {
namespace {

std::vector<double> force_on_turned_body(const std::string& frame) {
  const ForceEntry& entry = *find_entry<ForceEntry>("point_force");
  const Values values = {
      {"force", {Point{2, 1}, {}}}, {"point", {Point{0.5, 0}, {}}}, {"frame", {frame, {}}}};
  const auto force = entry.make(Parameters(entry, values), {1, kGround}, Pose{}, Pose{});
  std::vector<double> h(3, 0), applied(3, 0), damping(3, 0);
  const std::vector<Pose> poses = {Pose{}, {7, 7, std::acos(-1) / 2, 0, 1}};  // a quarter turn
  const std::vector<Twist> twists(2);
  force->apply(0, poses, twists, {h.data(), applied.data(), damping.data()});
  EXPECT_EQ(h, applied);
  return h;
}

TEST(PointForce, KeepsItsDirectionInTheWorld) {
  EXPECT_EQ(force_on_turned_body("world"), (std::vector<double>{2, 1, -0.5 * 2}));
}

TEST(PointForce, TurnsWithTheBody) {
  EXPECT_EQ(force_on_turned_body("body"), (std::vector<double>{-1, 2, 0.5 * 1}));
}

}  // namespace
}  // namespace freeplay
