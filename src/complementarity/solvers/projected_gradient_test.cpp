// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "complementarity/sample_problems.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

SolveReport solve(ContactProblem& problem, double tolerance) {
  const SolverEntry* entry = find_entry<SolverEntry>("projected_gradient");
  const Values none;
  return entry->make(Parameters(*entry, none), problem.size(), problem.d())->solve(problem, tolerance);
}

// Coulomb's law, not the relaxed cone: a sliding block does not lift off. On the cone it would, by μ times
// the slip.
TEST(ProjectedGradient, SlipDoesNotLiftTheContact) {
  ContactProblem problem(1);
  problem.resize(1);
  problem.G(0, 0) = problem.G(1, 1) = 1;
  problem.G(0, 1) = problem.G(1, 0) = 0;
  problem.b(0) = -0.1;
  problem.b(1) = 1;
  problem.mu(0) = 0.5;
  ASSERT_TRUE(solve(problem, 1e-12).solved);
  EXPECT_NEAR(problem.xi(0), 0, 1e-12);
  EXPECT_NEAR(problem.xi(1), 0.95, 1e-12);
  EXPECT_NEAR(problem.P(1), -0.05, 1e-12);
}

// Iterations grow with about the square root of what Gauss-Seidel needs: the height of the heap, not its
// square.
TEST(ProjectedGradient, LargeHeapsAreSolved) {
  for (const int size : {8, 16}) {
    ContactProblem problem = samples::disc_layers(size, size, 0.3);
    problem.normalise();
    const SolveReport report = solve(problem, 1e-10);
    EXPECT_TRUE(report.solved) << report.residual;
    EXPECT_LT(report.iterations, 100 * size);
    EXPECT_LE(problem.residual(), 1e-10);
  }
}

}  // namespace
}  // namespace freeplay
