// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

/// The paper's block of 1 kg [Marques2015, Table 3.2], per unit of its weight.
Values paper() {
  return friction_numbers({{"mu", kBeltMu},
                           {"mu_static", kBeltMuStatic},
                           {"stribeck_velocity", kBeltStribeck},
                           {"sigma0", kBeltSigma0},
                           {"sigma1", kBeltSigma1},
                           {"sigma2", kBeltViscous}});
}

/// [Marques2015, eq. (3.50)]
TEST(LuGreFriction, SlidesSteadilyOnTheStribeckCurve) {
  const auto law = friction_of("lugre", paper());
  expect_steady(*law, {1e-4, 5e-4, 1e-3, 2e-3, 0.01, 0.5}, 50 * kBeltMuStatic / kBeltSigma0);
  for (const double v : {1e-4, 1e-3, 0.5}) {
    const double g = kBeltMu + (kBeltMuStatic - kBeltMu) * std::exp(-std::pow(v / kBeltStribeck, 2));
    EXPECT_NEAR(law->mu_at(v), g + kBeltViscous * v, 1e-15);
  }
}

/// Slow pre-sliding without damping is Dahl's with α = 1 and the static coefficient.
TEST(LuGreFriction, StartsLikeDahl) {
  Values values = paper();
  values["sigma1"].data = 0.0;
  values["sigma2"].data = 0.0;
  const auto law = friction_of("lugre", values);
  const double v = 1e-7, reach = 3 * kBeltMuStatic / kBeltSigma0;  // (v/v_S)² = 1e-8
  const Dragged body([&](double) { return Tangent{v}; });
  Rubbing path(*law, body, kBeltWeight);
  path.run(reach / v);
  EXPECT_NEAR(path.force()[0] / (-kBeltMuStatic * kBeltWeight), 1 - std::exp(-3.0), 1e-8);
}

TEST(LuGreFriction, DampingFadesWithItsVelocity) {
  Values values = paper();
  const auto constant = friction_of("lugre", values);
  values["damping_velocity"].data = 1e-3;
  const auto fading = friction_of("lugre", values);
  double z = 0;
  FrictionInput in;
  in.normal = 2;
  in.z = &z;  // ż = v at z = 0
  for (const double v : {1e-5, 1e-3, 3e-3}) {
    in.slip = {v};
    EXPECT_NEAR(constant->force(in)[0], -2 * (kBeltSigma1 + kBeltViscous) * v, 1e-15);
    const double sigma1 = kBeltSigma1 * std::exp(-v * v / 1e-6);  // (3.49)
    EXPECT_NEAR(fading->force(in)[0], -2 * (sigma1 + kBeltViscous) * v, 1e-15);
  }
}

/// σ₂ and viscous friction are the same.
TEST(LuGreFriction, KnowsViscousFrictionByBothWords) {
  Values values = paper();
  const auto one = friction_of("lugre", values);
  values["viscous"].data = values["sigma2"].data;
  values.erase("sigma2");
  const auto other = friction_of("lugre", values);
  double z[] = {1e-6, 2e-6};
  FrictionInput in;
  in.d = 2;
  in.normal = 2;
  in.z = z;
  in.slip = {0.1, -0.3};
  EXPECT_LT(norm(one->force(in) - other->force(in)), 1e-15);
}

/// With v_d below 9.3 μ/σ₁ the bristles give back at most what they stored, on any path.
TEST(LuGreFriction, IsPassive) {
  Values values = paper();
  values["damping_velocity"].data = 9.3 * kBeltMu / kBeltSigma1;
  const auto law = friction_of("lugre", values);
  for (int path_number = 0; path_number < 6; ++path_number) {
    const double fast = std::pow(10.0, path_number - 4);  // amplitudes from 0.1 mm/s to 10 m/s
    const double period = 20 * kBeltMu / kBeltSigma0 / fast;
    const Dragged body([&](double t) {
      const double x = 6.283 * t / period;
      return fast * Tangent{std::sin(x) + 0.5 * std::sin(2.1 * x + 1), 0.3 * std::sin(1.7 * x)};
    });
    Rubbing path(*law, body, kBeltWeight, 2);
    double most = 0;
    for (int part = 1; part <= 400; ++part) {
      path.run(part * period / 20);
      const double* z = path.states();
      const double stored = 0.5 * kBeltSigma0 * kBeltWeight * (z[0] * z[0] + z[1] * z[1]);
      most = std::max(most, path.body()[0]);
      EXPECT_GE(path.body()[0] - stored, -1e-7 * most);
    }
  }
}

TEST(LuGreFriction, TurnsWithItsPath) {
  expect_isotropic(*friction_of("lugre", paper()), 1e-3, 20 * kBeltMu / kBeltSigma0 / 1e-3);
}

TEST(LuGreFriction, RefusesWhatDoesNotFitTogether) {
  Values values = paper();
  EXPECT_EQ(first_friction_error("lugre", values), "");
  values["mu_static"].data = 0.09;
  EXPECT_EQ(first_friction_error("lugre", values), "friction.mu_static");
  values.erase("mu_static");
  EXPECT_EQ(first_friction_error("lugre", values), "friction.mu_static");
  values.erase("stribeck_velocity");
  EXPECT_EQ(first_friction_error("lugre", values), "");
  values["mu_static"].data = 0.2;
  EXPECT_EQ(first_friction_error("lugre", values), "friction.stribeck_velocity");
}

}  // namespace
}  // namespace freeplay
