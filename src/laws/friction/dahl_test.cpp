// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

constexpr double kMu = 0.2, kSigma = 1e4, kNormal = 30;

std::unique_ptr<FrictionLaw> dahl(double alpha) {
  return friction_of("dahl", {{"mu", kMu}, {"sigma0", kSigma}, {"alpha", alpha}});
}

/// From rest at constant slip: dF/dx = σ (1 − F/F_C)^α has these solutions, σ = σ₀ F_N.
double closed_form(double alpha, double x) {
  const double F_C = kMu * kNormal, s = kSigma * kNormal * x / F_C;
  if (alpha == 1) return F_C * (1 - std::exp(-s));
  const double base = 1 + (alpha - 1) * s;
  return base <= 0 ? F_C : F_C * (1 - std::pow(base, 1 / (1 - alpha)));
}

TEST(DahlFriction, FollowsTheClosedFormBeforeSliding) {
  for (const double alpha : {0.5, 1.0, 1.5, 2.0}) {
    const auto law = dahl(alpha);
    for (const double sign : {-1.0, 1.0}) {
      const double reach = 2 * kMu / kSigma, v = 1e-3;
      const Dragged body([&](double) { return Tangent{sign * v}; });
      Rubbing path(*law, body, kNormal);
      for (int part = 1; part <= 8; ++part) {
        const double x = part * reach / 8;
        path.run(x / v, 1e-12);
        // At its kink (α < 1) the right-hand side is not smooth.
        EXPECT_NEAR(-sign * path.force()[0] / (kMu * kNormal), closed_form(alpha, x) / (kMu * kNormal),
                    alpha < 1 ? 1e-6 : 1e-9)
            << "alpha " << alpha << ", x " << x;
      }
    }
  }
}

TEST(DahlFriction, SlidesWithCoulombsForceAndReversesOverABranch) {
  const auto law = dahl(1);
  const double turn = 60 * kMu / kSigma / 0.01;
  const Dragged body([&](double t) { return Tangent{t < turn ? 0.01 : -0.01}; });
  Rubbing path(*law, body, kNormal);
  path.run(turn);
  EXPECT_NEAR(path.force()[0], -kMu * kNormal, 1e-9 * kNormal);
  // After a reversal F = F_C (1 − 2 (1 − e^(−σ₀ x/μ))): it passes zero at x = ln 2 · μ/σ₀.
  path.run(turn + std::log(2.0) * kMu / kSigma / 0.01);
  EXPECT_NEAR(path.force()[0], 0, 1e-8 * kNormal);
}

TEST(DahlFriction, WithAlphaZeroIsElasticAndThenPlastic) {
  const auto law = dahl(0);
  double z = 0.5 * kMu / kSigma, rate = 0;
  FrictionInput in;
  in.slip = {0.1};
  in.z = &z;
  law->rates(in, &rate);
  EXPECT_DOUBLE_EQ(rate, 0.1);
  z = kMu / kSigma;
  law->rates(in, &rate);
  EXPECT_EQ(rate, 0);
}

/// The force follows a change of the load at once, the deflection does not change.
TEST(DahlFriction, ScalesWithTheNormalForce) {
  const auto law = dahl(1);
  double z = 1e-6;
  FrictionInput in;
  in.z = &z;
  for (const double normal : {0.0, 1.0, 100.0}) {
    in.normal = normal;
    EXPECT_DOUBLE_EQ(law->force(in)[0], -kSigma * 1e-6 * normal);
  }
  law->start(in, &z, nullptr);
  EXPECT_EQ(z, 0);
  EXPECT_DOUBLE_EQ(law->state_size(1, 0), kMu / kSigma);
}

/// A deflection across the slip is forgotten, and friction stays below its limit on any path.
TEST(DahlFriction, TurnsIntoTheSlipInThePlane) {
  for (const double alpha : {0.8, 1.0, 2.0}) {
    const auto law = dahl(alpha);
    const double v = 1e-2, turn = 30 * kMu / kSigma / v;
    const Dragged body([&](double t) { return t < turn ? Tangent{v, 0} : Tangent{0, 0, v}; });
    Rubbing path(*law, body, kNormal, 3);
    for (int i = 1; i <= 200; ++i) {
      path.run(i * 2 * turn / 200);
      EXPECT_LE(norm(path.force()), kMu * kNormal * (1 + 1e-9));
    }
    EXPECT_NEAR(path.force()[2], -kMu * kNormal, (alpha > 1 ? 0.1 : 1e-6) * kNormal);
  }
  expect_isotropic(*dahl(1), 1e-3, 20 * kMu / kSigma / 1e-3);
  expect_isotropic(*dahl(2), 1e-3, 20 * kMu / kSigma / 1e-3);
}

/// Figures of an independent integration, accurate to 1e-9.
TEST(DahlFriction, MovesTheBlockOnTheBelt) {
  expect_on_belt(*friction_of("dahl", {{"mu", kBeltMu}, {"sigma0", kBeltSigma0}}),
                 {{5, 0.49988438816511627, 0.0012695414680355226, 0.9809925275169123},
                  {10, 0.5466069493927694, 0.03976838829390769, 0.981},
                  {15, 0.5602654500629413, 0.11376192370525545, 0.981},
                  {20, 0.5328108788763548, 0.17964549985064895, 0.981}},
                 1e-12);
}

}  // namespace
}  // namespace freeplay
