// SPDX-License-Identifier: Apache-2.0
#include "complementarity/solver_chain.h"

#include <gtest/gtest.h>

#include "complementarity/sample_structures.h"

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

/// Two contacts that ask for 1e-8 more than what they share can give: no residual below a few 1e-9.
ContactProblem slightly_impossible() {
  ContactProblem problem(2, 1);
  problem.resize(2);
  problem.G(0, 0) = problem.G(1, 1) = 1;
  problem.G(0, 1) = problem.G(1, 0) = -1;
  problem.b(0) = -1;
  problem.b(1) = 1 - 1e-8;
  return problem;
}

// Between the tolerance and what is accepted: solved, and counted; the residual is what P leaves.
TEST(SolverChain, WhatMissesTheToleranceIsAcceptedAndCounted) {
  SolverChain chain(Choice{"auto", {}, {}}, 2, 1);
  ContactProblem problem = slightly_impossible();
  const SolveReport report = chain.solve(problem);
  EXPECT_TRUE(report.solved);
  EXPECT_TRUE(report.accepted);
  EXPECT_GT(report.residual, 1e-9);
  EXPECT_LT(report.residual, 1.1e-8);
  EXPECT_EQ(chain.statistics().accepted, 1);
  EXPECT_EQ(chain.statistics().failed, 0);
  EXPECT_EQ(chain.statistics().worst_residual, report.residual);
  EXPECT_EQ(chain.statistics().accept, 1e-6);
}

// Beyond: not solved, with the best residual, which is that of the best point, and the proof that says why.
TEST(SolverChain, BeyondWhatIsAcceptedNothingIs) {
  SolverChain chain(Choice{"auto", {{"accept", {1e-9, {}}}}, {}}, 2, 1);
  ContactProblem problem = slightly_impossible();
  const SolveReport report = chain.solve(problem);
  EXPECT_FALSE(report.solved);
  EXPECT_LT(report.residual, 1.1e-8);
  EXPECT_GE(report.worst, 0);
  EXPECT_EQ(chain.statistics().accepted, 0);
  EXPECT_EQ(chain.statistics().failed, 1);
}

// The chosen solver may do a few sweeps only; whoever comes closest is believed.
TEST(SolverChain, TheBestPointIsNeverLost) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    double alone = 0, together = 0;
    for (double* residual : {&alone, &together}) {
      ContactProblem problem = samples::draw("bearing", seed);
      const bool one = residual == &alone;
      if (one) {
        const SolverEntry* entry = find_entry<SolverEntry>("gauss_seidel");
        const Values few{{"iterations", {50.0, {}}}};
        problem.normalise();
        *residual = entry->make(Parameters(*entry, few), problem.size(), 3)->solve(problem, 1e-10).residual;
      } else {
        SolverChain chain(
            Choice{"gauss_seidel", {{"iterations", {50.0, {}}}, {"warm_start", {false, {}}}}, {}},
            problem.size(), 3);
        *residual = chain.solve(problem).residual;
      }
    }
    EXPECT_LE(together, alone) << seed;
  }
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
