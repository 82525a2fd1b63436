// SPDX-License-Identifier: Apache-2.0
// The energetic law: one contact against a fine integration of the Darboux–Keller equations, a row of balls
// and a block in closed form, and its promise that no impact gains energy.
#include "stepping/rigid/impact_energetic.h"

#include <gtest/gtest.h>

#include "base/index.h"
#include "stepping/rigid/impact_test_problems.h"

namespace freeplay {
namespace {

using namespace testing;

constexpr double kSmooth = 2e-4;  // v₀ below: friction rises over this slip

/// dγ/dP_N = G (1, −μ tanh(γ_T/v₀)) in small steps, until the work of expansion is e² that of compression.
/// Knows nothing of stick and of changes of slip.
std::vector<double> integrate(const ImpactProblem& impact, double v0) {
  double normal = impact.gamma[0], slip = impact.gamma[1], compressed = 0, expanded = 0;
  const double mu = impact.mu[0], e = impact.restitutionN[0];
  const double dP = 0.2 * v0 / ((1 + mu) * (impact.G(1, 1) + impact.G(0, 0)));
  for (long i = 0; i < 100000000; ++i) {
    const double friction = -mu * std::tanh(slip / v0);
    const double normal_E = normal + dP * (impact.G(0, 0) + impact.G(0, 1) * friction);
    slip += dP * (impact.G(1, 0) + impact.G(1, 1) * friction);
    const double work = 0.5 * dP * (normal + normal_E);
    normal = normal_E;
    (work < 0 ? compressed : expanded) += work;
    if (normal >= 0 && expanded >= -e * e * compressed) break;
  }
  return {normal, slip};
}

TEST(EnergeticImpact, OneContactIsThatOfDarbouxAndKeller) {
  int sticks = 0, reverses = 0, goes_on = 0;
  for (const double angle : {0.4, 0.9, 1.2, 1.5, 1.9, 2.6}) {
    for (const double mu : {0.1, 0.5, 1.5}) {
      for (const double slip : {-1.5, -0.3, 0.0, 0.4, 2.0}) {
        ImpactProblem impact = rod(angle, -1, slip);
        set_laws(impact, mu, 0.6);
        Laws laws(1);
        ASSERT_TRUE(laws.stronge(impact));
        EXPECT_LE(laws.energetic().increments(), 4);  // slip stops; compression ends; expansion ends
        const std::vector<double> gamma = after(impact), fine = integrate(impact, kSmooth);
        EXPECT_NEAR(gamma[0], fine[0], 10 * kSmooth) << "angle " << angle << " mu " << mu << " slip " << slip;
        EXPECT_NEAR(gamma[1], fine[1], 10 * kSmooth) << "angle " << angle << " mu " << mu << " slip " << slip;
        EXPECT_LE(work(impact), 0);
        (std::abs(gamma[1]) < 1e-12 ? sticks : gamma[1] * slip < 0 ? reverses : goes_on) += 1;
      }
    }
  }
  EXPECT_GT(sticks, 5);
  EXPECT_GT(reverses, 5);
  EXPECT_GT(goes_on, 5);
}

// Painlevé: μ so large that pressing the sliding end drives it further in, until its slip stops.
TEST(EnergeticImpact, EndsWhereFrictionJams) {
  ImpactProblem impact = rod(1.1, -1, -2);
  set_laws(impact, 3, 0.5);
  ASSERT_LT(impact.G(0, 0) + impact.mu[0] * impact.G(0, 1), 0);
  Laws laws(1);
  ASSERT_TRUE(laws.stronge(impact));
  const std::vector<double> gamma = after(impact), fine = integrate(impact, kSmooth);
  EXPECT_NEAR(gamma[0], fine[0], 20 * kSmooth);
  EXPECT_NEAR(gamma[1], 0, 1e-12);
  EXPECT_GT(gamma[0], 0.5);  // it leaves faster than Newton's law would let it: it was driven in by friction
  EXPECT_LT(work(impact), 0);
}

// F̈ = −G F with F(0) = 0, Ḟ(0) = (1, 0): modes 1 and 3 until the first contact opens, then the second alone.
TEST(EnergeticImpact, ThreeBallsAsSpringsInClosedForm) {
  const double root = std::sqrt(3.0);
  double low = 2.3, high = 2.6;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.5 * (low + high);
    (std::sin(t) + std::sin(root * t) / root > 0 ? low : high) = t;
  }
  const double t = low, F = 0.5 * (std::sin(t) - std::sin(root * t) / root);
  const double first = -0.5 * (std::cos(t) + std::cos(root * t)),
               second = -0.5 * (std::cos(t) - std::cos(root * t));
  const double apart = std::sqrt(second * second + 2 * F * F);  // ½ γ²/G + ½ F² with G = 2
  const double closing = first - 0.5 * (apart - second);
  EXPECT_NEAR((1 + closing + 2 * apart) / 3, 0.980032, 1e-6);  // the last ball

  double error[3];
  for (const int k : {0, 1, 2}) {
    ImpactProblem impact = cradle(3);
    set_laws(impact, 0, 1);
    EnergeticImpact law(2);
    law.set_increment(0.1 / (1 << k));
    ASSERT_EQ(law.solve(impact), EnergeticImpact::Outcome::complete);
    const std::vector<double> gamma = after(impact);
    error[k] = std::hypot(gamma[0] - closing, gamma[2] - apart);
    EXPECT_NEAR(work(impact), 0, 1e-14);
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.3);
  EXPECT_NEAR(std::log2(error[1] / error[2]), 2, 0.3);
  ImpactProblem impact = cradle(3);
  set_laws(impact, 0, 1);
  ASSERT_EQ(EnergeticImpact(2).solve(impact), EnergeticImpact::Outcome::complete);
  EXPECT_NEAR(after(impact)[2], apart, 1e-4);  // with the increments of the program
}

// A block that lands flat: both corners compress and expand alike, and it leaves with e times its velocity.
TEST(EnergeticImpact, BlockLandsOnTwoCorners) {
  for (const double e : {0.0, 0.3, 0.8, 1.0}) {
    ImpactProblem impact =
        impact_from_rows({{0, 1, -0.5}, {1, 0, 0.2}, {0, 1, 0.5}, {1, 0, 0.2}}, {2, 2, 0.1}, {0, -1, 0});
    set_laws(impact, 0, e);
    Laws laws(2);
    ASSERT_TRUE(laws.stronge(impact));
    const std::vector<double> gamma = after(impact);
    EXPECT_NEAR(gamma[0], e, 1e-12);
    EXPECT_NEAR(gamma[2], e, 1e-12);
    EXPECT_NEAR(work(impact), -0.5 * 2 * (1 - e * e), 1e-12);
  }
}

// Its other corner is at rest on the floor: pressed in by the rotation (a slender block), it takes part as a
// spring; released by it (a compact block), it does not.
TEST(EnergeticImpact, RestingCornerTakesPartWherePressed) {
  for (const double inertia : {0.2, 3.0}) {
    ImpactProblem impact =
        impact_from_rows({{0, 1, -0.5}, {1, 0, 0}, {0, 1, 0.5}, {1, 0, 0}}, {1, 1, inertia}, {0, -0.5, -1});
    ASSERT_NEAR(impact.gamma[0], 0, 1e-15);
    ASSERT_NEAR(impact.gamma[2], -1, 1e-15);
    const bool pressed = impact.G(0, 2) < 0;
    EXPECT_EQ(pressed, inertia < 0.25);
    set_laws(impact, 0, 1);
    Laws laws(2);
    ASSERT_TRUE(laws.stronge(impact));
    EXPECT_EQ(impact.P[0] > 0, pressed);
    EXPECT_NEAR(work(impact), 0, 1e-14);
    if (!pressed) {
      EXPECT_NEAR(after(impact)[2], 1, 1e-14);
    }
    // without restitution in the resting corner it is held there, as long as it is pressed
    impact.restitutionN[0] = 0;
    ASSERT_TRUE(laws.stronge(impact));
    if (pressed) {
      EXPECT_NEAR(after(impact)[0], 0, 1e-13);
    }
    EXPECT_LE(work(impact), 1e-15);
  }
}

TEST(EnergeticImpact, NothingIsLostWithoutFrictionAndWithRestitutionOne) {
  std::mt19937_64 random(3);
  Laws laws(4);
  int complete = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const int n = 1 + trial % 4;
    ImpactProblem impact = random_impact(random, n, trial % 3 == 0 ? n : 2 * n + 1);
    set_laws(impact, 0, 1);
    ASSERT_TRUE(laws.stronge(impact));
    if (laws.outcome() != EnergeticImpact::Outcome::complete) continue;  // a wedge of nearly no angle
    ++complete;
    double scale = 0;
    const double change = work(impact, &scale);
    EXPECT_NEAR(change, 0, 1e-11 * scale) << "trial " << trial;
  }
  EXPECT_GE(complete, 1980);
}

// Any restitutions and coefficients of friction, more contacts than freedoms, some contacts at rest.
TEST(EnergeticImpact, NeverGainsEnergyAndNeverEndsInside) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> uniform(0, 1);
  Laws laws(5);
  int unfinished = 0, solved = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const int n = 1 + trial % 5;
    const int freedoms = trial % 7 == 0 ? n + 1 : 2 * n + 2;
    ImpactProblem impact = random_impact(random, n, freedoms);
    for (std::size_t i = 0; i < idx(n); ++i) {
      impact.mu[i] = trial % 2 == 0 ? 0.3 : 1.5 * uniform(random);
      impact.restitutionN[i] = trial % 2 == 0 ? 0.9 : random() % 5 == 0 ? 0.0 : uniform(random);
      if (freedoms > 2 * n && random() % 4 == 0) impact.gamma[2 * i] = impact.gamma[2 * i + 1] = 0;
    }
    if (!laws.stronge(impact)) continue;  // more contacts than freedoms, and friction that jams
    ++solved;
    unfinished += laws.outcome() == EnergeticImpact::Outcome::unfinished;
    double scale = 0;
    const double change = work(impact, &scale);
    ASSERT_LE(change, 1e-11 * scale + 1e-300) << "trial " << trial;
    double speed = 0;
    for (const double gamma : impact.gamma) speed = std::max(speed, std::abs(gamma));
    const std::vector<double> gamma = after(impact);
    for (std::size_t i = 0; i < idx(n); ++i) {
      ASSERT_GE(gamma[2 * i], -1e-8 * speed) << "trial " << trial;
      ASSERT_GE(impact.P[2 * i], 0);
      ASSERT_LE(std::abs(impact.P[2 * i + 1]), impact.mu[i] * impact.P[2 * i] * (1 + 1e-9) + 1e-12 * scale);
    }
  }
  EXPECT_GE(solved, 19990);
  EXPECT_LE(unfinished, 20);
}

}  // namespace
}  // namespace freeplay
