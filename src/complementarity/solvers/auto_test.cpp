// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "complementarity/sample_problems.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

SolveReport solve(ContactProblem problem, double tolerance = 1e-10) {
  const SolverEntry* entry = find_entry<SolverEntry>("auto");
  const Values none;
  problem.normalise();
  const SolveReport report =
      entry->make(Parameters(*entry, none), problem.size(), problem.d())->solve(problem, tolerance);
  EXPECT_TRUE(!report.solved || problem.residual() <= tolerance);
  return report;
}

TEST(Auto, SmallProblemsArePivotedLargeOnesIterated) {
  const SolveReport small = solve(samples::disc_layers(2, 3, 0.3));
  EXPECT_TRUE(small.solved);
  EXPECT_STREQ(small.by, "lemke");
  const SolveReport large = solve(samples::disc_layers(8, 8, 0.3));
  EXPECT_TRUE(large.solved);
  EXPECT_STREQ(large.by, "newton_sweeps");
  EXPECT_EQ(large.attempts, 1);
}

// A bimatrix game: pivoting ends on a ray from every side, the next solver finds one of the equilibria.
TEST(Auto, HandsOverWhenPivotingEndsOnARay) {
  const double M[4][4] = {{0, 0, 10, 20}, {0, 0, 30, 15}, {10, 20, 0, 0}, {30, 15, 0, 0}};
  ContactProblem problem(4, 1);
  problem.resize(4);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) problem.G(i, j) = M[i][j];
    problem.b(i) = -1;
  }
  const SolveReport report = solve(problem);
  EXPECT_TRUE(report.solved);
  EXPECT_GT(report.attempts, 1);
  EXPECT_STRNE(report.by, "lemke");
}

}  // namespace
}  // namespace freeplay
