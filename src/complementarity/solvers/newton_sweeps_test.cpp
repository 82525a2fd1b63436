// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "complementarity/sample_problems.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

SolveReport solve(ContactProblem& problem, double tolerance, const Values& values = {}) {
  const SolverEntry* entry = find_entry<SolverEntry>("newton_sweeps");
  const auto solver = entry->make(Parameters(*entry, values), problem.size(), problem.d());
  const SolveReport report = solver->solve(problem, tolerance);
  EXPECT_EQ(report.residual, problem.residual());  // the best point is the one handed back
  EXPECT_EQ(report.solved, report.residual <= tolerance);
  return report;
}

// Factorisations hardly grow with the number of contacts: from a cold start 6, 9, 10, 17 (measured).
TEST(NewtonSweeps, StepsHardlyGrowWithTheHeap) {
  struct Heap {
    int layers, wide, most;
  };
  for (const Heap& heap : {Heap{4, 4, 12}, {8, 8, 14}, {10, 12, 15}, {18, 18, 24}}) {
    ContactProblem problem = samples::disc_layers(heap.layers, heap.wide, 0.3);
    problem.normalise();
    const SolveReport report = solve(problem, 1e-8);
    EXPECT_TRUE(report.solved) << problem.size();
    EXPECT_LE(report.iterations, heap.most) << problem.size();
  }
}

// A solution is its own best guess: no step is taken from it, and fewer from near it than from zero: 99 instead of 162 in
// ten heaps (measured). In a single one they may be as many, where a contact at the limit of friction has to be found.
TEST(NewtonSweeps, AGoodGuessTakesNoStep) {
  int cold = 0, near = 0;
  for (int wide = 5; wide < 15; ++wide) {
    ContactProblem problem = samples::disc_layers(wide, wide, 0.3);
    problem.normalise();
    const SolveReport first = solve(problem, 1e-10);
    ASSERT_TRUE(first.solved);
    EXPECT_EQ(solve(problem, 1e-10).iterations, 0);
    for (double& impulse : problem.P()) impulse *= 1 + 1e-4;
    const SolveReport second = solve(problem, 1e-10);
    EXPECT_TRUE(second.solved);
    cold += first.iterations;
    near += second.iterations;
  }
  EXPECT_LT(near, 0.75 * cold);
}

TEST(NewtonSweeps, TheLimitOfStepsIsKept) {
  ContactProblem problem = samples::disc_layers(12, 12, 0.3);
  problem.normalise();
  const SolveReport report = solve(problem, 1e-13, {{"iterations", {3.0, {}}}});
  EXPECT_FALSE(report.solved);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_STRNE(report.reason, "");
}

}  // namespace
}  // namespace freeplay
