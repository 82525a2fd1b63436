// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

SolveReport solve(ContactProblem& problem) {
  const SolverEntry* entry = find_entry<SolverEntry>("lemke");
  const Values none;
  problem.normalise();
  return entry->make(Parameters(*entry, none), problem.size(), problem.d())->solve(problem, 1e-10);
}

// Murty's example: 2ⁿ − 1 pivots on the way, and then the solution.
TEST(Lemke, MurtysLongPathIsWalkedToItsEnd) {
  constexpr int kSize = 8;
  ContactProblem problem(kSize, 1);
  problem.resize(kSize);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) problem.G(i, j) = i == j ? 1 : j > i ? 2 : 0;
    problem.b(i) = -std::ldexp(1.0, kSize) + std::ldexp(1.0, i);
  }
  const SolveReport report = solve(problem);
  EXPECT_TRUE(report.solved);
  EXPECT_GE(report.iterations, (1 << kSize) - 1);
  EXPECT_NEAR(problem.P(kSize - 1), -problem.b(kSize - 1), 1e-12);
}

// Many equal right-hand sides: without the lexicographic rule, or a shift, the path would cycle.
TEST(Lemke, TiesDoNotCycle) {
  constexpr int kSize = 20;
  ContactProblem problem(kSize, 1);
  problem.resize(kSize);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) problem.G(i, j) = std::min(i, j) + 1;
    problem.b(i) = -1;
  }
  EXPECT_TRUE(solve(problem).solved);
}

TEST(Lemke, ARayIsNamed) {
  ContactProblem problem(1, 1);
  problem.resize(1);
  problem.G(0, 0) = -1;
  problem.b(0) = -1;
  const SolveReport report = solve(problem);
  EXPECT_FALSE(report.solved);
  EXPECT_NE(std::string(report.reason).find("ray"), std::string::npos);
}

}  // namespace
}  // namespace freeplay
