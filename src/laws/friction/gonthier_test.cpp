// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

Values paper() {
  return friction_numbers({{"mu", kBeltMu},
                           {"mu_static", kBeltMuStatic},
                           {"stribeck_velocity", kBeltStribeck},
                           {"sigma0", kBeltSigma0},
                           {"sigma1", kBeltSigma1},
                           {"viscous", kBeltViscous},
                           {"dwell_time", 2}});
}

TEST(GonthierFriction, SlidesSteadilyOnItsCurve) {
  const auto law = friction_of("gonthier", paper());
  for (const double v : {2e-3, 5e-3, 0.1, 0.5}) {
    // It settles in time, not along the way.
    expect_steady(*law, {v}, 60 * v, 1e-7);
    EXPECT_GE(law->mu_at(v), kBeltMu + kBeltViscous * v);
  }
  // (3.70) cuts what the bristles bear in slow slip: μ + (μ_S − μ) s.
  EXPECT_NEAR(law->mu_at(1e-5), kBeltMu + (kBeltMuStatic - kBeltMu) * std::exp(-1e-4) + kBeltViscous * 1e-5,
              1e-15);
  EXPECT_NEAR(law->mu_at(0.5), kBeltMu + kBeltViscous * 0.5, 1e-12);
}

/// At rest s_dw = 1 − e^(−t/τ): pulled quickly after a rest, friction is cut at μ + (μ_S − μ) s_dw.
TEST(GonthierFriction, BreaksAwayLaterTheLongerItRested) {
  const auto law = friction_of("gonthier", paper());
  double before = 0;
  for (const double rest : {0.1, 1.0, 4.0, 20.0}) {
    const Dragged body([&](double t) { return Tangent{t < rest ? 0 : 1e-4}; });
    Rubbing run(*law, body, kBeltWeight);
    run.run(rest);
    EXPECT_NEAR(run.states()[1], 1 - std::exp(-rest / 2), 1e-8);
    double most = 0;
    for (int i = 1; i <= 200; ++i) {
      run.run(rest + 1e-3 * i);
      most = std::max(most, -run.force()[0] / kBeltWeight);
    }
    EXPECT_GT(most, before);
    // It goes on resting while it is pulled, at most as if it did not move.
    const auto limit = [](double t) { return kBeltMu + (kBeltMuStatic - kBeltMu) * -std::expm1(-t / 2); };
    EXPECT_GE(most, kBeltMu + std::exp(-0.01) * (limit(rest) - kBeltMu));  // s at that slip
    EXPECT_LE(most, limit(rest + 0.2) + kBeltViscous * 1e-4);
    before = most;
  }
}

/// Below v_S the bristles are a spring with a damper.
TEST(GonthierFriction, IsADampedSpringAtRest) {
  const auto law = friction_of("gonthier", paper());
  const double v = 1e-6, x = 0.5 * kBeltMu / kBeltSigma0;
  const Dragged body([&](double) { return Tangent{v}; });
  Rubbing run(*law, body, kBeltWeight);
  run.run(x / v);
  EXPECT_NEAR(run.force()[0], -kBeltWeight * (kBeltSigma0 * x + kBeltSigma1 * v),
              2e-3 * kBeltWeight * kBeltMu);
}

/// (3.68) has a corner as printed, and none in the other form; both are full from v_ε on.
TEST(GonthierFriction, SmoothsItsDirection) {
  Values values = paper();
  values["direction_velocity"].data = 1e-2;
  const auto smooth = friction_of("gonthier", values);
  values["form"].data = std::string("printed");
  const auto printed = friction_of("gonthier", values);
  const double z[] = {0, 0};
  const auto pull = [&](const FrictionLaw& law, double v) {  // μ dir(v), from ż at z = 0
    FrictionInput in;
    in.slip = {v};
    in.z = z;
    double rates[2];
    law.rates(in, rates);
    const double s = std::exp(-std::pow(v / kBeltStribeck, 2));
    return (rates[0] - s * v) * kBeltSigma1 / (1 - s) / kBeltMu;
  };
  EXPECT_NEAR(pull(*smooth, 5e-3), 0.5 * (1.5 - 0.125), 1e-12);
  EXPECT_NEAR(pull(*printed, 5e-3), 0.5 * (0.75 - 0.0625), 1e-12);
  EXPECT_NEAR(pull(*smooth, 2e-2), 1, 1e-12);
  EXPECT_NEAR(pull(*printed, 2e-2), 1, 1e-12);
}

/// No figures are printed; a run with tighter tolerance agrees.
TEST(GonthierFriction, SticksAndSlipsOnTheBelt) {
  const auto law = friction_of("gonthier", paper());
  const Belt belt;
  Rubbing run(*law, belt, kBeltWeight), fine(*law, belt, kBeltWeight);
  double slowest = 1, fastest = 0;
  for (int i = 1; i <= 200; ++i) {
    run.run(0.1 * i, 1e-9);
    fine.run(0.1 * i, 1e-11);
    EXPECT_NEAR(run.body()[0], fine.body()[0], 1e-6) << i;
    const double w = belt.speed - fine.body()[1];
    if (i > 100) slowest = std::min(slowest, std::abs(w));
    fastest = std::max(fastest, w);
  }
  EXPECT_LT(slowest, 1e-5);
  EXPECT_GT(fastest, 0.3);
}

TEST(GonthierFriction, TurnsWithItsPath) {
  expect_isotropic(*friction_of("gonthier", paper()), 3e-3, 20 * kBeltMu / kBeltSigma0 / 3e-3);
}

}  // namespace
}  // namespace freeplay
