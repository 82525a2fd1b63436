// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "stepping/integrators/integrator_problems.h"

namespace freeplay {
namespace {

TEST(Rk4, HasOrderFour) {
  FunctionEquations equations(4, 0, kepler);
  double before = 0;
  for (const int steps : {400, 800, 1600}) {
    const double end = 2 * M_PI;
    const auto integrator = make_rk4(equations, end / steps);
    integrator->start(0, kepler_start(), 0);
    const Advance run = advance(*integrator, end);
    EXPECT_EQ(run.steps, steps);  // no sliver at the end
    EXPECT_EQ(integrator->t(), end);
    EXPECT_EQ(integrator->evaluations(), 4 * steps);
    const double error = distance(run.y, kepler_start());
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / error), 4, 0.2) << steps;
    }
    before = error;
  }
}

TEST(Rk4, IsExactForPolynomialsOfDegreeFourInTime) {
  FunctionEquations equations(1, 0, [](double t, const double*, double* out) {
    out[0] = 4 * t * t * t - 2 * t;  // Simpson's rule
    return RightSide::ok;
  });
  const auto integrator = make_rk4(equations, 0.3);
  integrator->start(0, std::vector<double>{1}, 0);
  const Advance run = advance(*integrator, 1);
  EXPECT_EQ(run.steps, 4);
  EXPECT_NEAR(run.y[0], 1, 1e-14);
}

TEST(Rk4, InterpolatesWithErrorOfFourthOrderInTheStep) {
  FunctionEquations equations(2, 0, oscillator);
  double before = 0;
  for (const double h : {0.2, 0.1, 0.05}) {
    const auto integrator = make_rk4(equations, h);
    integrator->start(0.5, std::vector<double>{std::cos(0.5), -std::sin(0.5)}, 0);
    ASSERT_EQ(integrator->step(10), IntegrationStatus::ok);
    double error = 0;
    std::vector<double> y(2);
    for (int i = 0; i <= 20; ++i) {
      const double t = 0.5 + h * i / 20;
      integrator->interpolate(t, y);
      error = std::max(error, distance(y, {std::cos(t), -std::sin(t)}));
    }
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / error), 4, 0.3);
    }
    before = error;
  }
}

// A last step shorter than 1e-9 of a step does not happen: the one before it goes to the limit.
TEST(Rk4, LeavesNoSliver) {
  FunctionEquations equations(2, 0, oscillator);
  const auto integrator = make_rk4(equations, 0.1);
  integrator->start(0, std::vector<double>{1, 0}, 0);
  EXPECT_EQ(integrator->step(0.1 + 1e-11), IntegrationStatus::ok);
  EXPECT_EQ(integrator->t(), 0.1 + 1e-11);
}

}  // namespace
}  // namespace freeplay
