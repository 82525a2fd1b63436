// SPDX-License-Identifier: Apache-2.0
// Bodies in space against closed forms, elliptic functions and reduced equations: fast versions of
// validation/spatial_bodies. Bounds are those of the page.
#include <gtest/gtest.h>

#include <functional>

#include "validation/spatial_bodies/free_bodies.h"
#include "validation/spatial_bodies/pendulums.h"
#include "validation/spatial_bodies/rolling_discs.h"
#include "validation/spatial_bodies/tops.h"

namespace freeplay {
namespace {

using namespace validation;

TEST(SpatialMechanics, EllipticFunctionsOfTheReference) {
  // K(1/√2) = Γ(1/4)²/(4 √π); sn, cn, dn at half of it; the limits k = 0 and k → 1
  const double half = std::sqrt(0.5), K = space_reference::quarter_period(half);
  EXPECT_NEAR(K, std::pow(std::tgamma(0.25), 2) / (4 * std::sqrt(std::numbers::pi)), 1e-14);
  const space_reference::Jacobi j = space_reference::jacobi(K / 2, half);
  EXPECT_NEAR(j.sn, 1 / std::sqrt(1 + half), 1e-14);  // 1/√(1 + k')
  EXPECT_NEAR(j.dn, std::sqrt(half), 1e-14);          // √k'
  EXPECT_NEAR(space_reference::jacobi(0.7, 1).sn, std::sin(0.7), 1e-14);
  EXPECT_NEAR(space_reference::jacobi(0.7, 1e-9).sn, std::tanh(0.7), 1e-14);
}

TEST(SpatialMechanics, TopPrecessesSteadily) {
  const TopMotion found = steady_top(true, tight(1e-12));
  EXPECT_LT(found.precession, 1e-8);
  EXPECT_LT(found.axis, 1e-8);
  EXPECT_LT(found.energy, 1e-10);
}

TEST(SpatialMechanics, TopNutatesAsEllipticFunctionsSay) {
  for (const double periods : {0.25, 1.0}) {
    const TopMotion found = nutating_top(periods, tight(1e-12));
    EXPECT_LT(found.axis, 1e-8);
    EXPECT_LT(found.precession, 1e-8);
  }
}

TEST(SpatialMechanics, FreeBodyKeepsMomentumAndEnergy) {
  for (const bool intermediate : {false, true}) {
    const FreeMotion found = run_free_body(intermediate, 1.125, tight(1e-14));
    EXPECT_LT(found.momentum, 1e-12);
    EXPECT_LT(found.energy, 1e-12);
    EXPECT_LT(found.omega, 1e-8);
    EXPECT_LT(found.precession, 1e-8);
  }
}

TEST(SpatialMechanics, DoublePendulumAskewIsThePlanarOne) {
  const PlaneComparison found = compare_double_pendulums({tight(1e-13), until(0.5)});
  EXPECT_LT(found.position, 1e-10);
  EXPECT_LT(found.velocity, 1e-10);
  EXPECT_LT(found.reaction, 1e-8);
  EXPECT_LT(found.across, 1e-8);
}

TEST(SpatialMechanics, DoublePendulumOutOfAnyPlane) {
  const PointMotion found = run_point_pendulum(0.5, {tight(1e-12)});
  EXPECT_LT(found.position, 1e-8);
  EXPECT_LT(found.energy, 1e-9);
  EXPECT_LT(found.momentum, 1e-10);
}

TEST(SpatialMechanics, DiscRollsSteadily) {
  const DiscMotion found = steady_disc({tight(1e-12)});
  EXPECT_LT(found.position, 1e-8);
  EXPECT_LT(found.axle, 1e-8);
  EXPECT_LT(found.reaction, 1e-7);
  EXPECT_LT(found.energy, 1e-9);
  EXPECT_LT(found.slip, 1e-9);
}

TEST(SpatialMechanics, DiscWobbles) {
  const DiscMotion found = wobbling_disc(0.5, {tight(1e-12)});
  EXPECT_LT(found.position, 1e-8);
  EXPECT_LT(found.axle, 1e-8);
  EXPECT_LT(found.energy, 1e-9);
}

/// From the errors at a step and at half of it.
double order(const std::function<double(double step)>& error, double step) {
  return std::log2(error(step) / error(step / 2));
}

TEST(SpatialMechanics, OrdersOfSteppersWithAFixedStep) {
  const double top = example_top().period(), body = free_body(false).period();
  for (const auto& [stepper, expected] : {std::pair{"symmetric", 2}, {"rk4", 4}}) {
    SCOPED_TRACE(stepper);
    const std::string name = stepper;
    EXPECT_NEAR(order([&](double h) { return nutating_top(1, fixed(name, h)).precession; }, top / 640),
                expected, 0.2);
    EXPECT_NEAR(
        order([&](double h) { return run_free_body(false, 1, fixed(name, h)).precession; }, body / 256),
        expected, 0.1);
    EXPECT_NEAR(order([&](double h) { return run_point_pendulum(0.5, {fixed(name, h)}).position; }, 2.5e-3),
                expected, 0.1);
    EXPECT_NEAR(order([&](double h) { return wobbling_disc(0.5, {fixed(name, h)}).position; }, 2.5e-3),
                expected, 0.2);
  }
}

}  // namespace
}  // namespace freeplay
