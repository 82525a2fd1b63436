// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "complementarity/solvers/solver.h"
#include "tests/kit/text.h"

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

// A tableau of 600 rows takes seconds of pivots: an interrupt must not wait for them.
TEST(Lemke, AnInterruptEndsThePath) {
  constexpr int kSize = 8;
  ContactProblem problem(kSize, 1);
  problem.resize(kSize);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) problem.G(i, j) = i == j ? 1 : j > i ? 2 : 0;
    problem.b(i) = -std::ldexp(1.0, kSize) + std::ldexp(1.0, i);
  }
  const std::atomic<bool> stop = true;
  problem.stop_when(&stop);
  const SolveReport report = solve(problem);
  EXPECT_FALSE(report.solved);
  EXPECT_LE(report.iterations, kSize);  // of 2ⁿ − 1: one of each attempt
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
  EXPECT_CONTAINS(report.reason, "ray");
}

/// A block of unit mass pressed on a plane, with the slip it would have.
ContactProblem block(double t1, double t2, double mu) {
  ContactProblem problem(1, 3);
  problem.resize(1);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) problem.G(i, j) = i == j ? 1 : 0;
  }
  problem.b(0) = -1;
  problem.b(1) = t1;
  problem.b(2) = t2;
  problem.mu(0) = mu;
  return problem;
}

SolveReport solve_pyramid(ContactProblem& problem, int facets) {
  const SolverEntry* entry = find_entry<SolverEntry>("lemke");
  const Values values{{"facets", {static_cast<double>(facets), {}}}};
  problem.set_facets(facets);
  problem.normalise();
  return entry->make(Parameters(*entry, values), 1, 3)->solve(problem, 1e-12);
}

// Friction acts along the direction of the pyramid nearest to the slip; between two it may be on the side.
TEST(Lemke, PyramidTakesTheMostEnergy) {
  ContactProblem one = block(0.9, 0.1, 0.5);
  ASSERT_TRUE(solve_pyramid(one, 4).solved);
  one.restore_units();
  EXPECT_EQ(one.mode(0), ContactMode::slip_plus);
  EXPECT_NEAR(one.P(0), 1, 1e-14);
  EXPECT_NEAR(one.P(1), -0.5, 1e-14);
  EXPECT_NEAR(one.P(2), 0, 1e-14);
  ContactProblem corner = block(0.6, 0.6, 0.5);  // along the normal of a side: half of each edge
  ASSERT_TRUE(solve_pyramid(corner, 4).solved);
  corner.restore_units();
  EXPECT_NEAR(corner.P(1), -0.25, 1e-14);
  EXPECT_NEAR(corner.P(2), -0.25, 1e-14);
  ContactProblem rests = block(0.1, -0.2, 0.5);
  ASSERT_TRUE(solve_pyramid(rests, 8).solved);
  rests.restore_units();
  EXPECT_EQ(rests.mode(0), ContactMode::stick);
  EXPECT_NEAR(rests.P(1), -0.1, 1e-14);
  EXPECT_NEAR(rests.P(2), 0.2, 1e-14);
}

// Without a pyramid the problem in space has a cone, which is no LCP.
TEST(Lemke, TheConeIsRefused) {
  const SolverEntry* entry = find_entry<SolverEntry>("lemke");
  const Values none;
  const ContactProblem problem = block(1, 0, 0.5);
  EXPECT_FALSE(entry->make(Parameters(*entry, none), 1, 3)->accepts(problem));
}

}  // namespace
}  // namespace freeplay
