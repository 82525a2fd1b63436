// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "stepping/integrators/integrator_problems.h"

namespace freeplay {
namespace {

TEST(Cvode, AdamsFollowsKeplerAndArenstorf) {
  double before = 1;
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    FunctionEquations equations(4, tolerance, kepler);
    const auto integrator = make_adams(equations);
    integrator->start(0, kepler_start(), 0);
    const Advance run = advance(*integrator, 2 * M_PI);
    const double error = distance(run.y, kepler_start());
    EXPECT_LT(error, 1e4 * tolerance);
    EXPECT_LT(error, before / 10);  // uneven, as the order varies
    EXPECT_LT(run.steps, 1000);
    before = error;
  }
  FunctionEquations equations(4, 1e-12, arenstorf);
  const auto integrator = make_adams(equations);
  integrator->start(0, arenstorf_start(), 0);
  const Advance run = advance(*integrator, kArenstorfPeriod);
  EXPECT_LT(std::hypot(run.y[0] - 0.994, run.y[1]), 1e-3);
}

// A fast decay onto a slow motion: explicit methods need steps of the fast time.
TEST(Cvode, BdfTakesLongStepsInStiffMotion) {
  const auto decay = [](double t, const double* y, double* out) {
    out[0] = -1e6 * (y[0] - std::cos(t)) - std::sin(t);
    return RightSide::ok;
  };
  FunctionEquations equations(1, 1e-7, decay);
  const auto bdf = make_bdf(equations);
  bdf->start(0, std::vector<double>{2}, 0);
  const Advance run = advance(*bdf, 10, 5000);
  EXPECT_EQ(bdf->t(), 10);
  EXPECT_LT(run.steps, 1000);
  EXPECT_NEAR(run.y[0], std::cos(10), 1e-5);
  const auto adams = make_adams(equations);
  adams->start(0, std::vector<double>{2}, 0);
  EXPECT_GT(advance(*adams, 0.01, 5000).steps, 2000);  // 0.01 s: the fast time is 1e-6 s
}

// A sphere comes off the ground: in flight gravity acts, whatever Jacobian is remembered.
TEST(Cvode, NewtonIsNotFooledByAnOldJacobian) {
  for (const double accuracy : {1e-2, 1e-3, 1e-4}) {
    FunctionEquations equations({0.1 * accuracy, 3 * accuracy}, [](double, const double* y, double* out) {
      out[0] = y[1];
      out[1] = -9.81 + 1e8 * std::pow(std::max(0.0, -y[0]), 1.5);
      return RightSide::ok;
    });
    const auto bdf = make_bdf(equations);
    bdf->start(0, std::vector<double>{0, -3}, 0);
    ASSERT_EQ(advance(*bdf, 0.002, 5000).status, IntegrationStatus::ok);
    ASSERT_GT(bdf->y()[0], 0);  // it left
    const double v = bdf->y()[1];
    ASSERT_EQ(advance(*bdf, 0.202, 5000).status, IntegrationStatus::ok);
    EXPECT_NEAR(bdf->y()[1], v - 0.2 * 9.81, 100 * accuracy) << accuracy;
  }
}

// y = 0 and ẏ = 0 with and without weight: the difference quotients still have a width.
TEST(Cvode, JacobiansExistAtRest) {
  FunctionEquations equations({1e-8, 0, 1e-8}, [](double, const double* y, double* out) {
    out[0] = -1e5 * y[0] + y[2];
    out[1] = 0;
    out[2] = -y[2];
    return RightSide::ok;
  });
  const auto bdf = make_bdf(equations);
  bdf->start(0, std::vector<double>{0, 0, 0}, 0);
  EXPECT_EQ(advance(*bdf, 1, 1000).status, IntegrationStatus::ok);
  bdf->start(0, std::vector<double>{0, 0, 1}, 0);
  const Advance run = advance(*bdf, 1, 1000);
  EXPECT_EQ(run.status, IntegrationStatus::ok);
  EXPECT_NEAR(run.y[0], std::exp(-1) / (1e5 - 1), 1e-10);
}

}  // namespace
}  // namespace freeplay
