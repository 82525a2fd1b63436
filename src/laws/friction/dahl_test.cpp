// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

constexpr double kMu = 0.2, kSigma = 1e4, kNormal = 30;

std::unique_ptr<FrictionLaw> dahl(double alpha) {
  return make_friction("dahl", {{"mu", kMu}, {"sigma0", kSigma}, {"alpha", alpha}});
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
      FrictionPath path(*law, kNormal);
      const double reach = 2 * kMu / kSigma, v = 1e-3;
      for (int part = 1; part <= 8; ++part) {
        path.slide([&](double) { return sign * v; }, reach / 8 / v, 4000);
        const double x = part * reach / 8;
        // At its kink (α < 1) the right-hand side is not smooth: there the error is that of one step.
        EXPECT_NEAR(-sign * path.force() / (kMu * kNormal), closed_form(alpha, x) / (kMu * kNormal),
                    alpha < 1 ? 1e-6 : 1e-12)
            << "alpha " << alpha << ", x " << x;
      }
    }
  }
}

TEST(DahlFriction, SlidesWithCoulombsForceAndReversesOverABranch) {
  const auto law = dahl(1);
  FrictionPath path(*law, kNormal);
  path.slide([](double) { return 0.01; }, 60 * kMu / kSigma / 0.01, 20000);
  EXPECT_NEAR(path.force(), -kMu * kNormal, 1e-12 * kNormal);
  // After a reversal F = F_C (1 − 2 (1 − e^(−σ₀ x/μ))): it passes zero at x = ln 2 · μ/σ₀.
  path.slide([](double) { return -0.01; }, std::log(2.0) * kMu / kSigma / 0.01, 20000);
  EXPECT_NEAR(path.force(), 0, 1e-10 * kNormal);
}

TEST(DahlFriction, WithAlphaZeroIsElasticAndThenPlastic) {
  const auto law = dahl(0);
  double z = 0.5 * kMu / kSigma, rate = 0;
  FrictionInput in;
  in.slip = 0.1;
  in.z = &z;
  law->rates(in, &rate);
  EXPECT_EQ(rate, in.slip);
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
    EXPECT_DOUBLE_EQ(law->force(in), -kSigma * 1e-6 * normal);
  }
  law->start(0, &z, nullptr);
  EXPECT_EQ(z, 0);
  EXPECT_DOUBLE_EQ(law->state_size(0), kMu / kSigma);
}

}  // namespace
}  // namespace freeplay
