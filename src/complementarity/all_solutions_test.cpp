// SPDX-License-Identifier: Apache-2.0
#include "complementarity/all_solutions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "complementarity/solver_chain.h"

namespace freeplay {
namespace {

/// A uniform rod of mass 1 and half length 1 that slides on a rough table on its lower end, inclined by θ:
///   w_N = (0, 1, −cos θ),  w_T = (1, 0, sin θ),  J = 1/3
/// The end moves in the direction −T, so that P_T = +μ P_N; slip coefficient
///   A = G_NN + μ G_NT = 1 + 3 cos² θ − 3 μ sin θ cos θ
/// which becomes zero for μ = 4/3 at tan θ = 2 first (GenotBrogliato1999).
struct Rod {
  double theta, mu, b_N, slip;

  double coefficient() const {
    return 1 + 3 * std::cos(theta) * std::cos(theta) - 3 * mu * std::sin(theta) * std::cos(theta);
  }
  /// `moves`: at impulse level, where the impulse changes the slip too; else at acceleration level, where the
  /// direction of slip is given and G_T does not enter.
  ContactProblem problem(bool moves) const {
    ContactProblem p(1);
    p.resize(1);
    const double c = std::cos(theta), s = std::sin(theta);
    p.G(0, 0) = 1 + 3 * c * c;
    p.G(0, 1) = -3 * s * c;
    p.G(1, 0) = moves ? -3 * s * c : 0;
    p.G(1, 1) = moves ? 1 + 3 * s * s : 0;
    p.mu(0) = mu;
    p.b(0) = b_N;
    p.b(1) = slip;
    p.mode(0) = ContactMode::slip_minus;
    return p;
  }
};

SolutionCount count(const ContactProblem& given) {
  ContactProblem problem = given;
  problem.normalise();
  return find_all_solutions(problem).count;
}

TEST(Painleve, TheRodHasNoneOrSeveralSolutionsBeyondFourThirds) {
  const double steep = std::atan(2.0);
  for (const double mu : {0.3, 1.3333, 1.3334, 2.0}) {
    const bool beyond = mu > 4.0 / 3.0;
    const Rod falls{steep, mu, -9.81, -1}, lifts{steep, mu, 9.81, -1};
    EXPECT_EQ(falls.coefficient() < 0, beyond);
    EXPECT_EQ(count(falls.problem(false)), beyond ? SolutionCount::none : SolutionCount::one) << mu;
    EXPECT_EQ(count(lifts.problem(false)), beyond ? SolutionCount::several : SolutionCount::one) << mu;
  }
  for (int k = 1; k < 90; ++k) {  // the closed form decides at every inclination
    const Rod rod{k * 3.14159265358979 / 180, 1.6, -9.81, -1};
    EXPECT_EQ(count(rod.problem(false)), rod.coefficient() > 0 ? SolutionCount::one : SolutionCount::none)
        << k;
  }
}

TEST(Painleve, TheChainSaysSoAndEnds) {
  SolverChain chain(Choice{"auto", {}, {}}, 1);
  // no solution at given slip: reported, with the contact and a reason
  ContactProblem none = Rod{std::atan(2.0), 1.5, -9.81, -1}.problem(false);
  const SolveReport unsolved = chain.solve(none);
  EXPECT_FALSE(unsolved.solved);
  EXPECT_EQ(unsolved.painleve, 0);
  EXPECT_STRNE(unsolved.reason, "");
  // with impulses, the slip is stopped at once: an impact without collision, found and marked
  ContactProblem jams = Rod{std::atan(2.0), 1.5, -0.01, -1}.problem(true);
  const SolveReport solved = chain.solve(jams);
  EXPECT_TRUE(solved.solved);
  EXPECT_EQ(solved.painleve, 0);
  EXPECT_EQ(jams.mode(0), ContactMode::stick);
  EXPECT_GT(jams.P(0), 0.1);
  // below 4/3 it slides on, and nothing is marked
  ContactProblem slides = Rod{std::atan(2.0), 1.2, -0.01, -1}.problem(true);
  EXPECT_EQ(chain.solve(slides).painleve, -1);
  EXPECT_EQ(slides.mode(0), ContactMode::slip_minus);
  EXPECT_EQ(chain.statistics().painleve, 2);
  EXPECT_EQ(chain.statistics().failed, 1);
}

// Two corners of a face that stick: the impulses are not unique, the motion is.
TEST(AllSolutions, ImpulsesOfAFaceDifferButNotTheMotion) {
  ContactProblem problem(2);
  problem.resize(2);
  const double W[4][3] = {{0, 1, -1}, {1, 0, 0}, {0, 1, 1}, {1, 0, 0}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      problem.G(i, j) = 0;
      for (int k = 0; k < 3; ++k) problem.G(i, j) += W[i][k] * W[j][k];
    }
    problem.mu(i / 2) = 0.5;
    problem.b(i) = i % 2 == 0 ? -1 : 0.1;
  }
  problem.normalise();
  const AllSolutions all = find_all_solutions(problem);
  EXPECT_EQ(all.count, SolutionCount::several);
  EXPECT_TRUE(all.one_motion);
  EXPECT_LE(problem.residual(), 1e-12);
}

// w = (z₂ + z₃ counted off, …): infeasible for every z ≥ 0, though the singular equations look harmless.
TEST(AllSolutions, NoneIsProvedAlsoWhereEquationsAreSingular) {
  const double M[3][3] = {{0, -1, -1}, {1, 0, 0}, {-1, 0, 0}};
  for (const double shift : {0.0, -1e-4}) {
    ContactProblem problem(3, 1);
    problem.resize(3);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) problem.G(i, j) = M[i][j];
    }
    problem.b(0) = shift;
    problem.b(1) = -1;
    problem.b(2) = 1;
    EXPECT_EQ(count(problem), shift == 0 ? SolutionCount::one : SolutionCount::none);
  }
}

TEST(AllSolutions, LargeProblemsAreLeftOpen) {
  ContactProblem problem(9);
  problem.resize(9);
  for (int i = 0; i < 18; ++i) {
    for (int j = 0; j < 18; ++j) problem.G(i, j) = i == j ? 1 : 0;
    problem.b(i) = -1;
    problem.mu(i / 2) = 0.5;
  }
  EXPECT_EQ(find_all_solutions(problem).count, SolutionCount::unknown);
}

}  // namespace
}  // namespace freeplay
