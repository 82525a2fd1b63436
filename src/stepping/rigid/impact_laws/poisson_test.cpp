// SPDX-License-Identifier: Apache-2.0
// Poisson's law: its conditions on random impacts, closed forms, and when it can gain energy; and where the
// three laws agree.
#include <gtest/gtest.h>

#include "base/index.h"
#include "stepping/rigid/impact_test_problems.h"

namespace freeplay {
namespace {

using namespace testing;

const char* const kLaws[] = {"newton", "poisson", "stronge"};

// ---- where the laws agree
TEST(ImpactLaws, AgreeOnOneContactWithoutFriction) {
  for (const char* law : kLaws) {
    for (const double e : {0.0, 0.4, 1.0}) {
      ImpactProblem impact = rod(0.7, -2, 0.5);
      set_laws(impact, 0, e);
      Laws laws(1);
      ASSERT_TRUE(laws.solve(law, impact));
      EXPECT_NEAR(after(impact)[0], 2 * e, 1e-14) << law;
      EXPECT_NEAR(impact.P[0], 2 * (1 + e) / impact.G(0, 0), 1e-14) << law;
    }
  }
}

TEST(ImpactLaws, AgreeWhileSlipGoesOn) {
  for (const double slip : {5.0, -5.0}) {
    std::vector<std::vector<double>> P;
    for (const char* law : kLaws) {
      ImpactProblem impact = rod(1.0, -1, slip);
      set_laws(impact, 0.3, 0.7);
      Laws laws(1);
      ASSERT_TRUE(laws.solve(law, impact));
      P.push_back(impact.P);
      EXPECT_GT(after(impact)[1] * slip, 0);
    }
    for (const std::vector<double>& other : P) {
      EXPECT_NEAR(other[0], P[0][0], 1e-14);
      EXPECT_NEAR(other[1], P[0][1], 1e-14);
    }
  }
}

// G_NT = 0: friction does not change the normal motion, whether it slides on, stops or sticks from the start.
TEST(ImpactLaws, AgreeOnCentralImpacts) {
  for (const double slip : {0.0, 0.2, 0.6, 3.0}) {
    std::vector<std::vector<double>> P;
    for (const char* law : kLaws) {
      ImpactProblem impact = impact_from_rows({{0, 1, 0}, {1, 0, 0.5}}, {1, 1, 0.1}, {slip, -1, 0});
      set_laws(impact, 0.2, 0.7);
      Laws laws(1);
      ASSERT_TRUE(laws.solve(law, impact));
      P.push_back(impact.P);
    }
    for (const std::vector<double>& other : P) {
      EXPECT_NEAR(other[0], P[0][0], 1e-14);
      EXPECT_NEAR(other[1], P[0][1], 1e-14);
    }
  }
}

TEST(ImpactLaws, ThreeBalls) {
  for (const char* law : {"newton", "poisson"}) {  // both: the first ball bounces, the others leave together
    ImpactProblem impact = cradle(3);
    set_laws(impact, 0, 1);
    Laws laws(2);
    ASSERT_TRUE(laws.solve(law, impact));
    EXPECT_NEAR(1 - impact.P[0], -1.0 / 3, 1e-14) << law;
    EXPECT_NEAR(impact.P[0] - impact.P[2], 2.0 / 3, 1e-14) << law;
    EXPECT_NEAR(impact.P[2], 2.0 / 3, 1e-14) << law;
  }
}

// ---- Poisson
// The end of the rod slides, stops in compression and sticks: P_C = −G⁻¹ γ⁻, then ε P_NC more. It sticks in
// expansion too, so P_TE = −(G_TN/G_TT) P_NE.
TEST(PoissonImpact, StickInClosedForm) {
  ImpactProblem impact = rod(1.0, -1, 0.2);
  set_laws(impact, 2, 0.6);
  Laws laws(1);
  ASSERT_TRUE(laws.poisson(impact));
  const double NN = impact.G(0, 0), NT = impact.G(0, 1), TT = impact.G(1, 1), det = NN * TT - NT * NT;
  const double P_NC = -(TT * -1.0 - NT * 0.2) / det, P_TC = -(-NT * -1.0 + NN * 0.2) / det;
  EXPECT_NEAR(impact.P[0], 1.6 * P_NC, 1e-14);
  EXPECT_NEAR(impact.P[1], P_TC - NT / TT * 0.6 * P_NC, 1e-14);
  EXPECT_NEAR(after(impact)[1], 0, 1e-14);
}

// A disc that grips: ε_N = ε_T = 1 turns both velocities round, and nothing is lost.
TEST(PoissonImpact, SuperBall) {
  ImpactProblem impact = impact_from_rows({{0, 1, 0}, {1, 0, 0.5}}, {1, 1, 0.1}, {0.3, -1, 0.2});
  set_laws(impact, 1, 1, 1);
  Laws laws(1);
  ASSERT_TRUE(laws.poisson(impact));
  EXPECT_NEAR(after(impact)[0], -impact.gamma[0], 1e-13);
  EXPECT_NEAR(after(impact)[1], -impact.gamma[1], 1e-13);
  EXPECT_NEAR(work(impact), 0, 1e-13);
  set_laws(impact, 1, 0.5, 0.4);  // S = ε_N ε_T P_TC
  ASSERT_TRUE(laws.poisson(impact));
  EXPECT_NEAR(after(impact)[1], -0.2 * impact.gamma[1], 1e-13);
  // friction too weak to grip: it slides all the time, as without ε_T
  set_laws(impact, 0.02, 0.5, 1);
  ASSERT_TRUE(laws.poisson(impact));
  EXPECT_NEAR(impact.P[1], -0.02 * impact.P[0], 1e-14);
}

TEST(PoissonImpact, ObeysItsConditions) {
  std::mt19937_64 random(23);
  std::uniform_real_distribution<double> uniform(0, 1);
  ContactProblem problem(12);
  SolverChain chain(Choice{"lemke", {}, {}}, 12);
  Laws laws(4);
  for (int trial = 0; trial < 4000; ++trial) {
    const int n = 1 + trial % 4;
    ImpactProblem impact = random_impact(random, n, 2 * n + 2);
    const double tangential = trial % 2 == 0 ? 0 : 0.8;
    for (std::size_t i = 0; i < idx(n); ++i) {
      impact.mu[i] = 0.6 * uniform(random);
      impact.restitutionN[i] = uniform(random);
      impact.restitutionT[i] = tangential;
    }
    SolveReport report;
    problem.resize(n);
    ImpactProblem compression = impact;
    ASSERT_TRUE(solve_inelastic(compression, problem, chain, report));
    ASSERT_TRUE(laws.poisson(impact)) << "trial " << trial;
    const std::vector<double> gamma = after(impact);
    double size = 0;
    for (const double P : impact.P) size = std::max(size, std::abs(P));
    for (std::size_t i = 0; i < idx(n); ++i) {
      const double P_N = impact.P[2 * i] - compression.P[2 * i],
                   P_T = impact.P[2 * i + 1] - compression.P[2 * i + 1];
      const double more = P_N - impact.restitutionN[i] * compression.P[2 * i], bound = impact.mu[i] * P_N;
      ASSERT_GE(more, -1e-9 * size) << "trial " << trial;
      ASSERT_GE(gamma[2 * i], -1e-9);
      ASSERT_LE(std::min(more, gamma[2 * i]), 1e-9 * std::max(size, 1.0));
      ASSERT_LE(std::abs(P_T), bound + 1e-9 * size);
      if (tangential == 0 && std::abs(gamma[2 * i + 1]) > 1e-8) {
        ASSERT_NEAR(P_T, gamma[2 * i + 1] > 0 ? -bound : bound, 1e-8 * size) << "trial " << trial;
      }
    }
  }
}

// Thirty copies of an impact of two contacts, stored by blocks: each behaves as the one alone.
TEST(ImpactLaws, LargeImpactsAreStoredByBlocks) {
  std::mt19937_64 random(31);
  const int copies = 30;
  for (const char* law : {"poisson", "stronge"}) {
    for (int trial = 0; trial < 20; ++trial) {
      ImpactProblem one = random_impact(random, 2, 6), many(2 * copies);
      set_laws(one, 0.4, 0.7, 0.5);
      many.resize(2 * copies);
      ASSERT_FALSE(many.matrix.dense());
      for (int i = 0; i < 2 * copies; ++i) {
        for (int j = i - i % 2; j < i - i % 2 + 2; ++j) {
          double* block = many.matrix.append(j);
          for (int e = 0; e < 4; ++e) block[e] = one.G(2 * (i % 2) + e / 2, 2 * (j % 2) + e % 2);
        }
        many.matrix.end_row();
        many.gamma[idx(2 * i)] = one.gamma[idx(2 * (i % 2))];
        many.gamma[idx(2 * i + 1)] = one.gamma[idx(2 * (i % 2) + 1)];
      }
      set_laws(many, 0.4, 0.7, 0.5);
      Laws few(2), all(2 * copies);
      ASSERT_TRUE(few.solve(law, one));
      ASSERT_TRUE(all.solve(law, many)) << law << " " << trial;
      // the increments of the energetic law are shared by all copies
      const double tolerance = std::string(law) == "poisson" ? 1e-11 : 1e-3;
      for (std::size_t i = 0; i < many.P.size(); ++i) EXPECT_NEAR(many.P[i], one.P[i % 4], tolerance) << law;
    }
  }
}

/// Share of random impacts that gain energy, and the worst gain relative to the energy of the impact.
struct Gains {
  int count = 0, solved = 0;
};
Gains count_gains(const char* law, int trials, double mu, double tangential, bool different) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  Laws laws(4);
  Gains gains;
  for (int trial = 0; trial < trials; ++trial) {
    const int n = 1 + trial % 4;
    ImpactProblem impact = random_impact(random, n, 2 * n + 2);
    set_laws(impact, mu, 0.9, tangential);
    for (std::size_t i = 0; different && i < idx(n); ++i) {
      impact.restitutionN[i] = uniform(random);
      impact.mu[i] *= 3 * uniform(random);
    }
    if (!laws.solve(law, impact)) continue;
    ++gains.solved;
    double scale = 0;
    gains.count += work(impact, &scale) > 1e-10 * scale;
  }
  EXPECT_GE(gains.solved, trials - trials / 1000) << law;
  return gains;
}

// With one ε_N Poisson's law never gains, with or without friction and ε_T; without friction neither with
// different ε_N. With different ε_N and friction it can. Newton's law gains in several per cent of these
// impacts, the energetic law in none.
TEST(ImpactLaws, WhoGainsEnergy) {
  const int trials = 20000;
  EXPECT_GT(count_gains("newton", trials, 0.3, 0, false).count, trials / 20);
  EXPECT_GT(count_gains("newton", trials, 0, 0, true).count, trials / 100);
  EXPECT_EQ(count_gains("poisson", trials, 0.3, 0, false).count, 0);
  EXPECT_EQ(count_gains("poisson", trials, 0.5, 0.7, false).count, 0);
  EXPECT_EQ(count_gains("poisson", trials, 0, 0, true).count, 0);
  EXPECT_GT(count_gains("poisson", trials, 0.5, 0, true).count, 0);
  EXPECT_EQ(count_gains("stronge", trials, 0.3, 0, false).count, 0);
  EXPECT_EQ(count_gains("stronge", trials, 0.5, 0, true).count, 0);
}

}  // namespace
}  // namespace freeplay
