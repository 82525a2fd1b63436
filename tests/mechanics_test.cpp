// SPDX-License-Identifier: Apache-2.0
// Smooth mechanics with the symmetric stepper against closed forms. Where the method is exact only rounding
// is allowed; elsewhere the second order is measured and the size of the error compared with what it
// predicts.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "run/simulate.h"
#include "tests/kit/models.h"
#include "tests/planar_motion.h"

namespace freeplay {
namespace {

using Motion = testing::PlanarMotion;
using Order = testing::MeasuredOrder;
using testing::measured_order;

constexpr double kG = 9.81;

// ---- exact motions
TEST(Mechanics, FreeFallIsExact) {
  const std::string text = R"(
freeplay = 1
gravity = [1.5, -9.81]
[[body]]
name = "stone"
mass = 3
inertia = 0.2
position = [1, 2]
velocity = [4, 5]
angular_velocity = 6
[run]
end = 1
)";
  const Motion motion(text, 0.01, 1.003);
  const double t = 1.003;
  EXPECT_NEAR(motion.x("stone"), 1 + 4 * t + 0.75 * t * t, 1e-13);
  EXPECT_NEAR(motion.y("stone"), 2 + 5 * t - 0.5 * kG * t * t, 1e-13);
  EXPECT_NEAR(motion.angle("stone"), 6 * t, 1e-13);
  EXPECT_LT(motion.summary.worst_numerical, 1e-12);
}

// ---- pendulums
// A bar on a pin, s = 0.3 m, and a bob on a rod of the length of the equivalent simple pendulum.
const char* const kPendulums = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "bar"
mass = 2
inertia = 0.06
angle = 1
[[body]]
name = "bob"
mass = 1
inertia = 1e-3
position = [0.3365883939231586, -0.21612092234725592]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "bar"]
points = [[0, 0], [0, 0.3]]
[[joint]]
name = "rod"
type = "distance"
bodies = ["ground", "bob"]
points = [[0, 0], [0, 0]]
[run]
end = 1
)";

/// Period from 1 rad by the arithmetic-geometric mean: T = 2π sqrt(L/g) / agm(1, cos ½φ).
double pendulum_period(double length, double amplitude) {
  double a = 1, b = std::cos(0.5 * amplitude);
  for (int i = 0; i < 10; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2 * std::numbers::pi * std::sqrt(length / kG) / a;
}

TEST(Mechanics, PendulumPeriodAtSecondOrder) {
  const double L = 0.4, T = pendulum_period(L, 1);
  // φ(T/4) = 0, where φ̇ = −2 sqrt(g/L) sin ½: the error is the time the method lags behind
  const double rate = 2 * std::sqrt(kG / L) * std::sin(0.5);
  for (const bool distance : {false, true}) {
    SCOPED_TRACE(distance ? "distance" : "revolute");
    const auto lag = [&](double step) {
      const Motion motion(kPendulums, step, T / 4);
      EXPECT_LT(motion.summary.worst_numerical, 1e-12);  // joints do no work: the ledger closes
      const double phi = distance ? std::atan2(motion.x("bob"), -motion.y("bob")) : motion.angle("bar");
      return phi / rate;
    };
    const Order found = measured_order(lag, T / 4 / 400);  // the next term is ω Δt = 0.004 of the first
    EXPECT_NEAR(found.order, 2, 0.02);
    // a step turns the pendulum by at most ω Δt: a lag of T/4 (ω Δt)²/8 or less, with ω² = g/L
    EXPECT_LT(std::abs(found.coefficient), T / 4 * kG / L / 8);
  }
}

TEST(Mechanics, PendulumComesBackAfterItsPeriod) {
  const double T = pendulum_period(0.4, 1);
  const Motion motion(kPendulums, T / 2000, T);
  EXPECT_NEAR(motion.angle("bar"), 1, 1e-6);  // at rest there: (ω lag)² and smaller
  EXPECT_NEAR(motion.x("bob"), 0.4 * std::sin(1), 1e-6);
  EXPECT_NEAR(motion.y("bob"), -0.4 * std::cos(1), 1e-6);
  // the projection keeps joints assembled, to the square of what it removes
  EXPECT_NEAR(std::hypot(motion.x("bob"), motion.y("bob")), 0.4, 1e-13);
}

// ---- springs and dampers
TEST(Mechanics, SpringMassDamperAtSecondOrder) {
  const std::string text = R"(
freeplay = 1
[[body]]
name = "mass"
mass = 2
inertia = 1
position = [0.1, 0]
velocity = [0.5, 0]
[[force]]
name = "spring"
type = "spring_damper"
bodies = ["ground", "mass"]
points = [[-1, 0], [0, 0]]
stiffness = 200
damping = 4
free_length = 1
[run]
end = 1
)";
  const double w0 = 10, z = 0.1, wd = w0 * std::sqrt(1 - z * z), t = 0.9;
  const double exact =
      std::exp(-z * w0 * t) * (0.1 * std::cos(wd * t) + (0.5 + z * w0 * 0.1) / wd * std::sin(wd * t));
  const auto error = [&](double step) { return Motion(text, step, t).x("mass") - exact; };
  const Order found = measured_order(error, 0.01);
  EXPECT_NEAR(found.order, 2, 0.05);
  // explicit midpoint is fast by (ω Δt)²/24; with damping a little more: at most twice that phase
  EXPECT_LT(std::abs(found.coefficient), 2 * w0 * t * w0 * w0 / 24 * std::hypot(0.1, 0.05));
  const Motion motion(text, 1e-3, t);
  const double energy_0 = 0.5 * 2 * 0.25 + 0.5 * 200 * 0.01;
  EXPECT_NEAR(motion.summary.start.total(), energy_0, 1e-14);
  EXPECT_LT(motion.summary.works.damping, 0);
  // what dampers took is missing; springs are integrated to second order: (ω Δt)²/8 of their energy at most
  EXPECT_NEAR(motion.summary.end.total() - energy_0, motion.summary.works.damping, energy_0 * 1e-4 / 8);
  EXPECT_EQ(motion.summary.works.applied, 0);
}

TEST(Mechanics, ConstantForceAndTorqueAreExact) {
  const std::string text = R"(
freeplay = 1
[[body]]
name = "puck"
mass = 2
inertia = 0.5
[[force]]
name = "push"
type = "point_force"
body = "puck"
force = [3, -1]
[[force]]
name = "spin"
type = "torque"
body = "puck"
torque = 0.7
[run]
end = 1
)";
  const Motion motion(text, 0.01, 1);
  EXPECT_NEAR(motion.x("puck"), 0.75, 1e-13);
  EXPECT_NEAR(motion.y("puck"), -0.25, 1e-13);
  EXPECT_NEAR(motion.angle("puck"), 0.7, 1e-13);
  EXPECT_NEAR(motion.summary.works.applied, 3 * 0.75 + 0.25 + 0.7 * 0.7, 1e-12);
  EXPECT_LT(motion.summary.worst_numerical, 1e-12);
}

// ---- joints that add up
TEST(Mechanics, WeldedBodiesMoveAsOne) {
  const std::string welded = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "one"
mass = 2
inertia = 0.03
position = [0.2, 0]
[[body]]
name = "two"
mass = 1
inertia = 0.01
position = [0.5, 0.3]
angle = 0.4
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "one"]
points = [[0, 0], [-0.2, 0]]
[[joint]]
name = "seam"
type = "weld"
bodies = ["one", "two"]
[run]
end = 1
)";
  // common centre of mass (0.3, 0.1); Steiner: 0.03 + 2·(0.1² + 0.1²) + 0.01 + 1·(0.2² + 0.2²)
  const std::string single = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "both"
mass = 3
inertia = 0.16
position = [0.3, 0.1]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "both"]
points = [[0, 0], [-0.3, -0.1]]
[run]
end = 1
)";
  // Both are of second order, but not the same: over half a step a body's own inertia turns with it, that of
  // two centres apart is seen under ω Δt/2, (ω Δt)²/8 of it.
  const auto difference = [&](double step) {
    const Motion pair(welded, step, 1), one(single, step, 1);
    EXPECT_GT(std::abs(one.angle("both")), 0.5);
    EXPECT_NEAR(pair.angle("two"), pair.angle("one") + 0.4, 1e-13);
    const double x = pair.x("two") - pair.x("one"), y = pair.y("two") - pair.y("one");
    EXPECT_NEAR(std::hypot(x, y), 0.3 * std::sqrt(2), 1e-13);
    return pair.angle("one") - one.angle("both");
  };
  const Order found = measured_order(difference, 1e-3);
  EXPECT_NEAR(found.order, 2, 0.05);
  EXPECT_LT(std::abs(found.coefficient), 10 * 10 / 8.0 * 0.5);  // with ω < 10 rad/s
}

// Hanging: it swings about −π/2 and stays away from flat, where a parallelogram may fold either way.
TEST(Mechanics, ParallelogramWithAThirdLinkMovesAsWithout) {
  const std::string links = "gravity = [0, -9.81]\n" + testing::parallelogram_text("-1");
  const std::string redundant = links + testing::middle_link_text("-1");
  const Motion three(redundant, 1e-3, 0.5);
  EXPECT_EQ(three.assembly.initial.redundant.size(), 1u);
  // the third link moves like the left one: give the left one its mass
  const Motion two(links, 1e-3, 0.5, {{"body.left.mass", "2"}, {"body.left.inertia", "0.02"}});
  EXPECT_TRUE(two.assembly.initial.redundant.empty());
  EXPECT_GT(std::abs(two.angle("left") + 1), 0.1);
  EXPECT_NEAR(three.angle("left"), two.angle("left"), 1e-10);
  EXPECT_NEAR(three.angle("middle"), two.angle("left"), 1e-10);
  EXPECT_NEAR(three.x("coupler"), two.x("coupler"), 1e-10);
  EXPECT_NEAR(three.y("coupler"), two.y("coupler"), 1e-10);
  EXPECT_LT(two.summary.worst_numerical, 1e-12);
  EXPECT_LT(three.summary.worst_numerical, 1e-12);
}

TEST(Mechanics, TwiceGuidedTableMovesAsOnceGuided) {
  const std::string once = "gravity = [0, -9.81]\n" + testing::guided_table_text("velocity = [0.3, 0]\n") +
                           R"([[force]]
name = "spring"
type = "spring_damper"
bodies = ["ground", "table"]
points = [[0, 1], [0.3, 0]]
stiffness = 50
[run]
end = 1
)";
  const std::string twice = once + testing::second_guide_text();
  const Motion one(once, 1e-3, 1), two(twice, 1e-3, 1);
  EXPECT_EQ(two.assembly.initial.redundant.size(), 2u);
  EXPECT_GT(std::abs(one.x("table")), 0.01);
  EXPECT_NEAR(two.x("table"), one.x("table"), 1e-12);
  EXPECT_NEAR(two.y("table"), 0, 1e-13);
  EXPECT_NEAR(two.angle("table"), 0, 1e-13);
}

}  // namespace
}  // namespace freeplay
