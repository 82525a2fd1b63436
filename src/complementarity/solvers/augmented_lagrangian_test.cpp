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

// One mass on a plane: ξ = P/m + b. With r = m the prox lands on the solution at once; with a very small r it
// crawls, and the paper's warning about r is seen in the number of iterations.
TEST(AugmentedLagrangian, AGivenRIsUsed) {
  int iterations[2] = {0, 0};
  int k = 0;
  for (const double r : {1.0, 0.01}) {
    ContactProblem problem(1);
    problem.resize(1);
    problem.G(0, 0) = problem.G(1, 1) = 1;
    problem.G(0, 1) = problem.G(1, 0) = 0;
    problem.b(0) = -1;
    problem.b(1) = 0.1;
    problem.mu(0) = 0.5;
    const auto solver = make({{"form", {std::string("fixed_point"), {}}}, {"r", {r, {}}}}, 1);
    const SolveReport report = solver->solve(problem, 1e-10);
    EXPECT_TRUE(report.solved);
    EXPECT_NEAR(problem.P(0), 1, 1e-10);
    EXPECT_NEAR(problem.P(1), -0.1, 1e-10);
    iterations[k++] = report.iterations;
  }
  EXPECT_LT(iterations[0], iterations[1]);
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
