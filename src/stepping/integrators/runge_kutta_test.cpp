// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "stepping/integrators/integrator_problems.h"

namespace freeplay {
namespace {

struct Work {
  double error = 0;
  long long evaluations = 0;
};

Work kepler_work(int order, double tolerance) {
  FunctionEquations equations(4, tolerance, kepler);
  const auto integrator = make_runge_kutta(equations, order);
  integrator->start(0, kepler_start(), 0);
  const Advance run = advance(*integrator, 2 * M_PI);
  EXPECT_EQ(run.status, IntegrationStatus::ok);
  EXPECT_EQ(integrator->evaluations(), equations.calls);
  return {distance(run.y, kepler_start()), integrator->evaluations()};
}

// With errors per step kept at the tolerance, error ~ tolerance^(p/(p+1)) or better and
// work ~ tolerance^(−1/q), q the order of the step's error estimate + 1.
TEST(RungeKutta, ErrorFollowsTheToleranceAndWorkItsOrder) {
  for (const int order : {2, 3, 4, 5, 6, 7, 8}) {
    const double coarse = order <= 3 ? 1e-5 : 1e-7, fine = coarse * 1e-3;
    const Work a = kepler_work(order, coarse), b = kepler_work(order, fine);
    const double slope = std::log10(a.error / b.error) / 3;
    EXPECT_GT(slope, 0.5) << order;
    EXPECT_LT(slope, 1.5) << order;
    EXPECT_LT(b.error, 3e4 * fine) << order;
    const double estimate = order == 7 ? 8 : order;
    const double work =
        std::log10(static_cast<double>(b.evaluations) / static_cast<double>(a.evaluations)) / 3;
    EXPECT_NEAR(work, 1 / estimate, 0.35 / estimate) << order;
  }
}

// With steps too short for the error control to matter, the order of the method itself shows.
TEST(RungeKutta, HasTheOrderThatItSays) {
  for (const int order : {2, 3, 4, 5, 6, 8}) {
    FunctionEquations equations(4, 1, kepler);  // any step passes
    double before = 0;
    for (const int steps : {32, 64}) {
      const auto integrator = make_runge_kutta(equations, order);
      const double end = 1.0;
      integrator->start(0, kepler_start(), end / steps);
      for (int i = 1; i <= steps; ++i) ASSERT_EQ(advance(*integrator, end * i / steps).steps, 1);
      FunctionEquations tight(4, 1e-14, kepler);
      const auto reference = make_runge_kutta(tight, 8);
      reference->start(0, kepler_start(), 0);
      const double error =
          distance({integrator->y().begin(), integrator->y().end()}, advance(*reference, end).y);
      if (before > 0) {
        EXPECT_NEAR(std::log2(before / error), order, 0.6) << order;
      }
      before = error;
    }
  }
}

TEST(RungeKutta, FollowsArenstorf) {
  for (const int order : {5, 8}) {
    FunctionEquations equations(4, 1e-11, arenstorf);
    const auto integrator = make_runge_kutta(equations, order);
    integrator->start(0, arenstorf_start(), 0);
    const Advance run = advance(*integrator, kArenstorfPeriod);
    EXPECT_EQ(run.status, IntegrationStatus::ok);
    // The orbit amplifies errors by about 1e5 in a period.
    EXPECT_LT(std::hypot(run.y[0] - 0.994, run.y[1]), 1e-4) << order;
  }
}

TEST(RungeKutta, InterpolatesToFifthOrderInTheStep) {
  FunctionEquations equations(2, 1, oscillator);
  double before = 0;
  for (const double h : {0.2, 0.1}) {
    const auto integrator = make_runge_kutta(equations, 5);
    integrator->start(0.5, std::vector<double>{std::cos(0.5), -std::sin(0.5)}, h);
    ASSERT_EQ(integrator->step(0.5 + h), IntegrationStatus::ok);
    const long long evaluations = integrator->evaluations();
    double error = 0;
    std::vector<double> y(2);
    for (int i = 0; i <= 20; ++i) {
      const double t = 0.5 + h * i / 20;
      integrator->interpolate(t, y);
      error = std::max(error, distance(y, {std::cos(t), -std::sin(t)}));
    }
    EXPECT_EQ(integrator->evaluations(), evaluations + 1);
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / error), 5, 0.5);
    }
    EXPECT_LT(error, 1e-3 * std::pow(h, 5) * 10);
    before = error;
  }
}

// A limit that cuts steps short does not slow down what follows.
TEST(RungeKutta, ShortStepsBeforeALimitAndRemadeOnesLeaveTheStepAsItWas) {
  FunctionEquations equations(2, 1e-9, oscillator);
  const auto integrator = make_runge_kutta(equations, 5);
  integrator->start(0, std::vector<double>{1, 0}, 0);
  for (int i = 0; i < 10; ++i) ASSERT_EQ(integrator->step(100), IntegrationStatus::ok);
  const double usual = integrator->next_step();
  ASSERT_EQ(integrator->step(integrator->t() + 1e-9), IntegrationStatus::ok);
  EXPECT_GT(integrator->next_step(), 0.7 * usual);
  ASSERT_EQ(integrator->step(100), IntegrationStatus::ok);
  EXPECT_GT(integrator->t() - integrator->t_old(), 0.7 * usual);
  ASSERT_EQ(integrator->remake(integrator->t_old() + 1e-9), IntegrationStatus::ok);
  EXPECT_EQ(integrator->t(), integrator->t_old() + 1e-9);
  EXPECT_GT(integrator->next_step(), 0.7 * usual);
  ASSERT_EQ(integrator->step(100), IntegrationStatus::ok);
  EXPECT_GT(integrator->t() - integrator->t_old(), 0.7 * usual);
}

}  // namespace
}  // namespace freeplay
