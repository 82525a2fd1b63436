// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "complementarity/sample_problems.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

std::unique_ptr<ContactSolver> make(const Values& values, int capacity) {
  const SolverEntry* entry = find_entry<SolverEntry>("augmented_lagrangian");
  return entry->make(Parameters(*entry, values), capacity, 2);
}

// The paper's iteration and Newton's method end in the same velocities, with no r given.
TEST(AugmentedLagrangian, BothFormsAgreeWithoutAnR) {
  for (const double mu : {0.0, 0.1, 0.5}) {
    ContactProblem newton = samples::disc_layers(3, 4, mu);
    newton.normalise();
    ContactProblem paper = newton;
    const auto a = make({}, newton.size());
    const auto b = make({{"form", {std::string("fixed_point"), {}}}}, newton.size());
    ASSERT_TRUE(a->solve(newton, 1e-10).solved) << mu;
    const SolveReport report = b->solve(paper, 1e-10);
    ASSERT_TRUE(report.solved) << mu << " residual " << report.residual;
    for (int k = 0; k < newton.rows(); k += 2) EXPECT_NEAR(newton.xi(k), paper.xi(k), 1e-8) << mu;
  }
}

/// One mass of 1 kg pressed on a plane: ξ_N = P_N − 1, with no friction.
SolveReport press(double r, double& P, int most = 0) {
  ContactProblem problem(1);
  problem.resize(1);
  problem.G(0, 0) = problem.G(1, 1) = 1;
  problem.G(0, 1) = problem.G(1, 0) = 0;
  problem.b(0) = -1;
  problem.b(1) = 0.1;
  problem.mu(0) = 0;
  const auto solver = make({{"form", {std::string("fixed_point"), {}}},
                            {"r", {r, {}}},
                            {"iterations", {static_cast<double>(most), {}}}},
                           1);
  const SolveReport report = solver->solve(problem, 1e-10);
  P = problem.P(0);
  return report;
}

// P − 1 is multiplied by 1 − r in every iteration: the number of iterations to 1e-10 is known, and with r > 2
// there is no end.
TEST(AugmentedLagrangian, APaperIterationContractsByOneMinusR) {
  for (const double r : {0.01, 0.1, 0.5, 0.9, 1.0, 1.5, 1.9, 1.99}) {
    double P = 0;
    const SolveReport report = press(r, P);
    EXPECT_TRUE(report.solved) << r;
    EXPECT_NEAR(P, 1, 1e-10) << r;
    const double expected = r == 1 ? 1 : std::log(1e-10) / std::log(std::abs(1 - r));
    EXPECT_NEAR(report.iterations, expected, 2) << r;  // one more to see the end
  }
  for (const double r : {2.0, 2.5, 100.0}) {
    double P = 0;
    const SolveReport report = press(r, P, 1000);
    EXPECT_FALSE(report.solved) << r;
    EXPECT_EQ(report.iterations, 1000) << r;
    EXPECT_STREQ(report.reason, "the prox iteration did not converge with this r");
  }
}

// Rows that do not depend on each other's size: light discs under heavy ones, a ratio of a million.
TEST(AugmentedLagrangian, MassRatiosNeedNoOtherR) {
  ContactProblem problem(2);
  problem.resize(2);
  const double light = 1e3, heavy = 1e-3;  // 1/m
  const double normal[2][2] = {{light, -light}, {-light, light + heavy}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) problem.G(i, j) = i % 2 == j % 2 ? normal[i / 2][j / 2] : 0;
  }
  problem.b(0) = -1;
  problem.b(2) = -1;
  problem.b(1) = problem.b(3) = 0.3;
  problem.mu(0) = problem.mu(1) = 0.2;
  problem.normalise();
  const auto solver = make({}, 2);
  EXPECT_TRUE(solver->solve(problem, 1e-9).solved);  // impulses of 2e6, times rounding
}

// A good guess leaves nothing to do.
TEST(AugmentedLagrangian, StartsFromTheImpulsesGiven) {
  ContactProblem problem = samples::disc_layers(3, 4, 0.3);
  problem.normalise();
  const auto solver = make({}, problem.size());
  const int cold = solver->solve(problem, 1e-10).iterations;
  const int warm = solver->solve(problem, 1e-10).iterations;
  EXPECT_GT(cold, 0);
  EXPECT_EQ(warm, 0);
}

}  // namespace
}  // namespace freeplay
