// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/planar_force.h"

namespace freeplay {
namespace {

std::unique_ptr<PlanarForce> make_spring(const Values& values, const Pose& b) {
  const ForceEntry& entry = *find_entry<ForceEntry>("spring_damper");
  return entry.make(Parameters(entry, values), {kGround, 1}, Pose{}, b);
}

std::vector<double> force_on(const PlanarForce& force, const Pose& pose, const Twist& twist) {
  std::vector<double> h(3, 0), applied(3, 0), damping(3, 0);
  const std::vector<Pose> poses = {Pose{}, pose};
  const std::vector<Twist> twists = {Twist{}, twist};
  force.apply(0, poses, twists, {h.data(), applied.data(), damping.data()});
  return h;
}

Values spring_values() {
  return {{"points", {std::vector<Point>{{0, 0}, {0, 0.5}}, {}}},
          {"stiffness", {100.0, {}}},
          {"damping", {7.0, {}}},
          {"preload", {3.0, {}}},
          {"free_length", {2.0, {}}}};
}

// End of b at (3, 4) m, l = 5 m, l̇ = (0.6, 0.8)·v: the pull is 100·3 + 3 + 7·l̇ along −(0.6, 0.8), at the arm
// (0, 0.5).
TEST(SpringDamper, PullsAlongItsLine) {
  const auto spring = make_spring(spring_values(), Pose{});
  const Pose b{3, 3.5, 0, 1, 0};
  const Twist v{1, 2, 0.4};
  const double rate = 0.6 * (1 - 0.4 * 0.5) + 0.8 * 2, pull = 303 + 7 * rate;
  const std::vector<double> h = force_on(*spring, b, v);
  EXPECT_NEAR(h[0], -0.6 * pull, 1e-12);
  EXPECT_NEAR(h[1], -0.8 * pull, 1e-12);
  EXPECT_NEAR(h[2], 0.5 * 0.6 * pull, 1e-12);
}

TEST(SpringDamper, IsFreeAsDrawnByDefault) {
  Values values = spring_values();
  values.erase("free_length");
  const Pose drawn{3, 3.5, 0, 1, 0};
  const std::vector<double> h = force_on(*make_spring(values, drawn), drawn, Twist{});
  EXPECT_NEAR(std::hypot(h[0], h[1]), 3, 1e-13);  // the preload alone
}

TEST(SpringDamper, HasNoDirectionAtLengthZero) {
  const auto spring = make_spring(spring_values(), Pose{});
  for (const double h : force_on(*spring, {0, -0.5, 0, 1, 0}, {1, 1, 1})) EXPECT_EQ(h, 0);
}

}  // namespace
}  // namespace freeplay
