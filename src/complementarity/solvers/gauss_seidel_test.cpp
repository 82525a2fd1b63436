// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "complementarity/sample_problems.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

// Contacts of separate bodies do not know of each other: one sweep solves them all, and none is left.
TEST(GaussSeidel, SeparateContactsTakeOneSweep) {
  const SolverEntry* entry = find_entry<SolverEntry>("gauss_seidel");
  const Values none;
  const auto solver = entry->make(Parameters(*entry, none), 10, 2);
  ContactProblem problem(10);
  problem.resize(10);
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 20; ++j) problem.G(i, j) = i == j ? 1 + i : 0;
    problem.b(i) = i % 2 == 0 ? -1 : 0.05 * i;
    problem.mu(i / 2) = 0.4;
  }
  problem.normalise();
  const SolveReport report = solver->solve(problem, 1e-12);
  EXPECT_TRUE(report.solved);
  EXPECT_LE(report.iterations, 2);  // the second one sees that the first has solved it
}

// The limit is obeyed, and what was not solved is not called solved.
TEST(GaussSeidel, TheLimitOfIterationsIsKept) {
  const SolverEntry* entry = find_entry<SolverEntry>("gauss_seidel");
  const Values few{{"iterations", {3.0, {}}}};
  ContactProblem problem = samples::disc_layers(8, 8, 0.3);
  const auto solver = entry->make(Parameters(*entry, few), problem.size(), 2);
  problem.normalise();
  const SolveReport report = solver->solve(problem, 1e-12);
  EXPECT_FALSE(report.solved);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_GT(report.residual, 1e-12);
  EXPECT_STRNE(report.reason, "");
}

}  // namespace
}  // namespace freeplay
