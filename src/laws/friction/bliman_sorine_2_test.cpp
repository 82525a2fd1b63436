// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

constexpr double kF1 = 0.3, kF2 = 0.2, kWay = 1e-4, kEta = 0.1;

std::unique_ptr<FrictionLaw> law_of_test() {
  return friction_of("bliman_sorine_2", {{"f1", kF1}, {"f2", kF2}, {"epsilon_f", kWay}, {"eta", kEta}});
}

/// x₁ = f₁ (1 − e^(−s/(η ε))), x₂ = −f₂ (1 − e^(−s/ε)) from rest, at any speed.
TEST(BlimanSorine2Friction, HasItsPeakAlongTheWay) {
  const auto law = law_of_test();
  for (const double v : {1e-4, 1.0}) {
    const Dragged body([&](double) { return Tangent{v}; });
    Rubbing run(*law, body, kBeltWeight);
    double most = 0;
    for (int i = 1; i <= 200; ++i) {
      const double s = i * 2 * kWay / 200;
      run.run(s / v);
      const double expected = kF1 * -std::expm1(-s / (kEta * kWay)) - kF2 * -std::expm1(-s / kWay);
      EXPECT_NEAR(-run.force()[0] / kBeltWeight, expected, 1e-8);
      most = std::max(most, expected);
    }
    EXPECT_NEAR(2 * most - law->mu(), law->mu_static(), 1e-4);  // the peak after a reversal is twice as high
  }
  expect_steady(*law, {1e-6, 1e-3, 1}, 30 * kWay);
}

/// After sliding the other way friction reaches μ_S, and never more.
TEST(BlimanSorine2Friction, IsLargestAfterAReversal) {
  const auto law = law_of_test();
  const double turn = 30 * kWay;
  const Dragged body([&](double t) { return Tangent{t < turn ? -1.0 : 1.0}; });
  Rubbing run(*law, body, kBeltWeight);
  run.run(turn);
  double most = 0;
  for (int i = 1; i <= 400; ++i) {
    run.run(turn + i * 2 * kWay / 400);
    most = std::max(most, -run.force()[0] / kBeltWeight);
  }
  EXPECT_NEAR(most, law->mu_static(), 1e-4);
  EXPECT_LE(most, law->mu_static() * (1 + 1e-9));
}

TEST(BlimanSorine2Friction, TakesEnergyOnAnyPath) {
  const auto law = law_of_test();
  expect_isotropic(*law, 1e-3, 3 * kWay / 1e-3);
  for (const double reach : {0.1, 1.0, 10.0}) {  // amplitudes of a sine over ε_f
    const double v = 1e-2, omega = v / (reach * kWay);
    const Dragged body([&](double t) { return Tangent{v * std::cos(omega * t)}; });
    Rubbing run(*law, body, kBeltWeight);
    run.run(50 * 6.283185307179586 / omega);
    const double before = run.body()[0];
    run.run(51 * 6.283185307179586 / omega);
    EXPECT_GT(run.body()[0], before);
  }
}

TEST(BlimanSorine2Friction, RefusesWhatDoesNotFitTogether) {
  EXPECT_EQ(
      first_friction_error("bliman_sorine_2",
                           friction_numbers({{"f1", 0.1}, {"f2", 0.2}, {"eta", 0.1}, {"epsilon_f", 1e-5}})),
      "friction.f2");
  EXPECT_EQ(
      first_friction_error("bliman_sorine_2",
                           friction_numbers({{"f1", 0.3}, {"f2", 0.2}, {"eta", 1}, {"epsilon_f", 1e-5}})),
      "friction.eta");
}

}  // namespace
}  // namespace freeplay
