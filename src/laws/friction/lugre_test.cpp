// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

// The paper's block of 1 kg [Marques2015, Table 3.2], per unit of its weight.
constexpr double kWeight = 9.81, kMu = 0.1, kMuStatic = 0.15, kStribeck = 1e-3;
const double kSigma0 = 1e5 / kWeight, kSigma1 = std::sqrt(1e5) / kWeight, kSigma2 = 0.1 / kWeight;

std::map<std::string, double> paper() {
  return {{"mu", kMu},         {"mu_static", kMuStatic}, {"stribeck_velocity", kStribeck},
          {"sigma0", kSigma0}, {"sigma1", kSigma1},      {"sigma2", kSigma2}};
}

double stribeck(double v) { return kMu + (kMuStatic - kMu) * std::exp(-std::pow(v / kStribeck, 2)); }

/// [Marques2015, eq. (3.50)]
TEST(LuGreFriction, SlidesSteadilyOnTheStribeckCurve) {
  const auto law = make_friction("lugre", paper());
  for (const double v : {1e-4, 5e-4, 1e-3, 2e-3, 0.01, 0.5}) {
    for (const double sign : {-1.0, 1.0}) {
      FrictionPath path(*law, kWeight);
      path.slide([&](double) { return sign * v; }, 50 * kMuStatic / kSigma0 / v, 20000);
      EXPECT_NEAR(path.force(), -sign * kWeight * (stribeck(v) + kSigma2 * v), 1e-11 * kWeight) << v;
    }
  }
}

/// Slow pre-sliding without damping is Dahl's with α = 1 and the static coefficient.
TEST(LuGreFriction, StartsLikeDahl) {
  auto values = paper();
  values["sigma1"] = 0;
  values["sigma2"] = 0;
  const auto law = make_friction("lugre", values);
  const double v = 1e-7;  // (v/v_S)² = 1e-8
  FrictionPath path(*law, kWeight);
  const double reach = 3 * kMuStatic / kSigma0;
  path.slide([&](double) { return v; }, reach / v, 20000);
  EXPECT_NEAR(path.force() / (-kMuStatic * kWeight), 1 - std::exp(-3.0), 1e-8);
}

TEST(LuGreFriction, DampingFadesWithItsVelocity) {
  auto values = paper();
  const auto constant = make_friction("lugre", values);
  values["damping_velocity"] = 1e-3;
  const auto fading = make_friction("lugre", values);
  double z = 0;
  FrictionInput in;
  in.normal = 2;
  in.z = &z;  // ż = v at z = 0
  for (const double v : {1e-5, 1e-3, 3e-3}) {
    in.slip = v;
    EXPECT_NEAR(constant->force(in), -2 * (kSigma1 + kSigma2) * v, 1e-15);
    const double sigma1 = kSigma1 * std::exp(-v * v / 1e-6);  // (3.49)
    EXPECT_NEAR(fading->force(in), -2 * (sigma1 + kSigma2) * v, 1e-15);
  }
}

/// With v_d below 9.3 μ/σ₁ the bristles give back at most what they stored, on any path.
TEST(LuGreFriction, IsPassive) {
  auto values = paper();
  values["damping_velocity"] = 9.3 * kMu / kSigma1;
  const auto law = make_friction("lugre", values);
  for (int path_number = 0; path_number < 6; ++path_number) {
    FrictionPath path(*law, kWeight);
    const double fast = std::pow(10.0, path_number - 4), turns = 200;  // amplitudes from 0.1 mm/s to 10 m/s
    const double period = 20 * kMu / kSigma0 / fast;
    double most = 0;
    for (int part = 0; part < 400; ++part) {
      const double begin = path.time();
      path.slide(
          [&](double t) {
            const double x = (begin + t) / period;
            return fast * (std::sin(6.283 * x) + 0.5 * std::sin(2.1 * 6.283 * x + 1));
          },
          turns * period / 400, 100);
      const double stored = 0.5 * kSigma0 * kWeight * path.state() * path.state();
      most = std::max(most, path.taken());
      EXPECT_GE(path.taken() - stored, -1e-9 * most);
    }
  }
}

TEST(LuGreFriction, RefusesWhatDoesNotFitTogether) {
  const FrictionEntry& entry = *find_entry<FrictionEntry>("lugre");
  const auto errors = [&](const std::map<std::string, double>& numbers) {
    Diagnostics problems;
    const Values values = friction_values(numbers);
    entry.check(Parameters(entry, values), "contact.friction", problems);
    return problems.has_errors() ? problems.all().front().key : std::string();
  };
  auto values = paper();
  EXPECT_EQ(errors(values), "");
  values["mu_static"] = 0.09;
  EXPECT_EQ(errors(values), "contact.friction.mu_static");
  values.erase("mu_static");
  EXPECT_EQ(errors(values), "contact.friction.mu_static");
  values.erase("stribeck_velocity");
  EXPECT_EQ(errors(values), "");
  values["mu_static"] = 0.2;
  EXPECT_EQ(errors(values), "contact.friction.stribeck_velocity");
}

}  // namespace
}  // namespace freeplay
