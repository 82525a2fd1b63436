// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/planar_force.h"

namespace freeplay {
namespace {

Values values() {
  return {{"points", {std::vector<Point>{{0.3, 0.1}, {-0.2, 0.05}}, {}}},
          {"stiffness", {Point{400, 90}, {}}},
          {"torsion", {7.0, {}}},
          {"angle", {0.4, {}}}};
}

std::vector<Pose> poses(const std::vector<double>& q) {
  return {Pose{}, Pose{q[0], q[1], q[2], std::cos(q[2]), std::sin(q[2])},
          Pose{q[3], q[4], q[5], std::cos(q[5]), std::sin(q[5])}};
}

std::unique_ptr<PlanarForce> make(const Values& given) {
  const ForceEntry& entry = *find_entry<ForceEntry>("bushing");
  return entry.make(Parameters(entry, given), {1, 2}, Pose{}, Pose{});
}

const std::vector<double> kPlace = {0.1, -0.2, 0.7, 0.5, 0.3, 8.0};  // more than one turn apart

TEST(Bushing, IsTheGradientOfItsEnergy) {
  const auto bushing = make(values());
  std::vector<double> h(6, 0), applied(6, 0), damping(6, 0);
  const std::vector<Twist> twists(3, Twist{});
  bushing->apply(0, poses(kPlace), twists, {h.data(), applied.data(), damping.data(), nullptr});
  for (std::size_t k = 0; k < 6; ++k) {
    std::vector<double> up = kPlace, down = kPlace;
    up[k] += 1e-6, down[k] -= 1e-6;
    EXPECT_NEAR(h[k], -(bushing->energy(poses(up)) - bushing->energy(poses(down))) / 2e-6, 1e-6) << k;
  }
}

TEST(Bushing, DampsOnlyWhatAnObserverOnTheFirstBodySees) {
  Values given = values();
  given["damping"] = {Point{5, 2}, {}};
  given["torsion_damping"] = {3.0, {}};
  given["stiffness"] = {Point{0, 0}, {}};
  given["torsion"] = {0.0, {}};
  const auto bushing = make(given);
  std::vector<double> h(6, 0), applied(6, 0), damping(6, 0);
  // both turn about the origin as one
  const double w = 2;
  const std::vector<Twist> together = {
      {}, {-w * kPlace[1], w * kPlace[0], w}, {-w * kPlace[4], w * kPlace[3], w}};
  bushing->apply(0, poses(kPlace), together, {h.data(), applied.data(), damping.data(), nullptr});
  for (const double x : h) EXPECT_NEAR(x, 0, 1e-12);
  const std::vector<Twist> apart = {{}, {0.3, 0.1, -1}, {-0.4, 0.9, 2}};
  bushing->apply(0, poses(kPlace), apart, {h.data(), applied.data(), damping.data(), nullptr});
  const double power = h[0] * 0.3 + h[1] * 0.1 - h[2] - h[3] * 0.4 + h[4] * 0.9 + 2 * h[5];
  EXPECT_LT(power, -27);  // at least c_θ (ω_b − ω_a)²
  EXPECT_EQ(h, damping);
}

}  // namespace
}  // namespace freeplay
