// SPDX-License-Identifier: Apache-2.0
#include "complementarity/solver_chain.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

// Enumeration takes at most 8 contacts: with 9 the chain must hand over to lemke and say so.
TEST(SolverChain, HandsOverAndCounts) {
  SolverChain chain(Choice{"enumeration", {{"warm_start", {false, {}}}}, {}}, 9);
  ContactProblem problem(9);
  problem.resize(9);
  for (int i = 0; i < 18; ++i) {
    for (int j = 0; j < 18; ++j) problem.G(i, j) = i == j ? 2 : 0.1;
    problem.b(i) = i % 3 - 1.0;
  }
  for (int i = 0; i < 9; ++i) problem.mu(i) = 0.2;
  EXPECT_TRUE(chain.solve(problem).solved);
  EXPECT_EQ(chain.statistics().handed_over, 1);
  EXPECT_EQ(chain.statistics().stood_in, "lemke");
  EXPECT_LE(chain.statistics().worst_residual, chain.statistics().tolerance);
}

// A contact that no impulse can move (G_NN = 0) and that approaches: no solution exists.
TEST(SolverChain, UnsolvableProblemIsReportedNotAccepted) {
  SolverChain chain(Choice{"lemke", {}, {}}, 1);
  ContactProblem problem(1);
  problem.resize(1);
  problem.G(0, 0) = problem.G(0, 1) = problem.G(1, 0) = 0;
  problem.G(1, 1) = 1;
  problem.mu(0) = 0.5;
  problem.b(0) = -1;
  problem.b(1) = 0.5;
  const SolveReport report = chain.solve(problem);
  EXPECT_FALSE(report.solved);
  EXPECT_EQ(chain.statistics().failed, 1);
  EXPECT_EQ(chain.statistics().worst_residual, 0);  // nothing was accepted
}

// The modes of the last step are taken only when they solve the problem to rounding.
TEST(SolverChain, AWrongGuessIsNotBelieved) {
  SolverChain chain(Choice{"lemke", {}, {}}, 1);
  ContactProblem problem(1);
  for (const double b : {-1.0, 1.0}) {  // closes, then opens
    problem.resize(1);
    problem.G(0, 0) = problem.G(1, 1) = 1;
    problem.G(0, 1) = problem.G(1, 0) = 0;
    problem.mu(0) = 0.5;
    problem.b(0) = b;
    problem.b(1) = 2;
    problem.mode(0) = ContactMode::slip_plus;
    ASSERT_TRUE(chain.solve(problem).solved);
    EXPECT_EQ(problem.mode(0), b < 0 ? ContactMode::slip_plus : ContactMode::open);
    EXPECT_DOUBLE_EQ(problem.P(0), b < 0 ? 1 : 0);
    EXPECT_DOUBLE_EQ(problem.P(1), b < 0 ? -0.5 : 0);
  }
  EXPECT_EQ(chain.statistics().warm, 1);
}

}  // namespace
}  // namespace freeplay
