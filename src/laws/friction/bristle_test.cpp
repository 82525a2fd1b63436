// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

constexpr double kDelta = 1e-5;

std::unique_ptr<FrictionLaw> of_test(double seed = 1, double bristles = 20) {
  return friction_of("bristle", {{"mu", kBeltMu}, {"delta", kDelta}, {"bristles", bristles}, {"seed", seed}});
}

/// Friction at the end of each part of a way.
std::vector<double> dragged(const FrictionLaw& law, double way, int parts, double* work = nullptr) {
  const double v = 1e-3;
  const Dragged body([&](double) { return Tangent{v}; });
  Rubbing run(law, body, kBeltWeight);
  std::vector<double> friction;
  for (int i = 1; i <= parts; ++i) {
    run.run(i * way / parts / v, 1e-6);
    friction.push_back(-run.force()[0] / kBeltWeight);
  }
  if (work != nullptr) *work = run.body()[0];
  return friction;
}

/// Until the first bond breaks at δ/2 (1 + 1/N) they are all springs, 2 μ/((1 − ρ²/3) δ) together.
TEST(BristleFriction, StartsAsASpring) {
  const auto law = of_test();
  const double k = 2 * kBeltMu / (1 - 0.25 / 3) / kDelta;
  for (const double x : {0.1, 0.5}) EXPECT_NEAR(dragged(*law, x * kDelta, 1)[0], k * x * kDelta, 1e-9);
  EXPECT_DOUBLE_EQ(law->mu_static(), k * kDelta);
}

/// Work over way is μ in the mean over seeds, and friction stays below all bonds at their limits.
TEST(BristleFriction, SlidesAtMuInTheMean) {
  double sum = 0;
  const int seeds = 10;
  for (int seed = 0; seed < seeds; ++seed) {
    const auto law = of_test(seed);
    double work = 0;
    for (const double friction : dragged(*law, 40 * kDelta, 100, &work)) {
      EXPECT_LE(friction, law->mu_static());
      EXPECT_GE(friction, -0.5 * law->mu_static());
    }
    sum += work / (40 * kDelta * kBeltWeight) / seeds;
  }
  EXPECT_NEAR(sum, kBeltMu, 0.01 * kBeltMu);
}

TEST(BristleFriction, IsTheSameForTheSameSeed) {
  const auto one = dragged(*of_test(7), 10 * kDelta, 100), two = dragged(*of_test(7), 10 * kDelta, 100);
  const auto other = dragged(*of_test(8), 10 * kDelta, 100);
  EXPECT_EQ(one, two);
  EXPECT_NE(one, other);
}

/// Bond by bond: what was taken up is at least what the springs store.
TEST(BristleFriction, GivesBackNoMoreThanItStored) {
  const auto law = of_test(3);
  const double omega = 1e-3 / kDelta;
  const Dragged body([&](double t) {
    return 1e-3 * Tangent{std::sin(omega * t) + std::sin(2.3 * omega * t), std::cos(1.7 * omega * t)};
  });
  Rubbing run(*law, body, kBeltWeight, 2);
  const double sigma = law->mu_static() / (20 * kDelta) * kBeltWeight;
  for (int i = 1; i <= 300; ++i) {
    run.run(i * 0.1 / omega);
    double stored = 0;
    for (std::size_t bond = 0; bond < 20; ++bond) {
      for (std::size_t k = 0; k < 2; ++k) {
        stored += 0.5 * sigma * std::pow(run.states()[k] - run.memory()[3 * bond + k], 2);
      }
    }
    EXPECT_GE(run.body()[0], stored * (1 - 1e-6) - 1e-12);
  }
}

TEST(BristleFriction, TurnsWithItsPath) { expect_isotropic(*of_test(5, 6), 1e-3, 10 * kDelta / 1e-3); }

TEST(BristleFriction, RefusesWhatDoesNotFitTogether) {
  const auto error = [](const char* key, double value) {
    Values values = friction_numbers({{"mu", 0.1}, {"delta", 1e-5}});
    values[key].data = value;
    return first_friction_error("bristle", values);
  };
  EXPECT_EQ(error("bristles", 2.5), "friction.bristles");
  EXPECT_EQ(error("seed", 0.5), "friction.seed");
  EXPECT_EQ(error("spread", 1), "friction.spread");
  EXPECT_EQ(error("bristles", 50), "");
}

}  // namespace
}  // namespace freeplay
