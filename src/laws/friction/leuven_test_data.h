// SPDX-License-Identifier: Apache-2.0
// Tests that both Leuven models have to pass.
#pragma once

#include <limits>

#include "laws/friction/belt_test_data.h"

namespace freeplay {

inline std::vector<std::pair<std::string, double>> leuven_numbers(double n) {
  return {{"mu", kBeltMu},
          {"mu_static", kBeltMuStatic},
          {"stribeck_velocity", kBeltStribeck},
          {"sigma0", kBeltSigma0},
          {"n", n}};
}

/// A displacement that goes from turn to turn at a slow constant slip, in units of μ_S/σ₀; the friction
/// there.
inline double friction_after(const FrictionLaw& law, const std::vector<double>& turns) {
  const double v = 1e-8, unit = kBeltMuStatic / kBeltSigma0;
  const Dragged body([&](double t) {
    double x = v * t / unit, at = 0;
    for (const double turn : turns) {
      if (x < std::abs(turn - at)) return Tangent{turn > at ? v : -v};
      x -= std::abs(turn - at);
      at = turn;
    }
    return Tangent{};
  });
  Rubbing run(law, body, kBeltWeight);
  double way = 0, at = 0;
  for (const double turn : turns) {
    way += std::abs(turn - at);
    at = turn;
    run.run(way * unit / v);
  }
  return -run.force()[0] / kBeltWeight;
}

/// With a large n the bristles are elastic until just before they slide: then F_h of the displacement itself
/// has closed forms.
inline void expect_return_points(const std::string& name) {
  const auto law = friction_of(name, leuven_numbers(60));
  const double A = 1.25 * kBeltMuStatic;
  const auto y = [&](double x) { return A * -std::expm1(-x * kBeltMuStatic / A); };  // x over μ_S/σ₀
  EXPECT_NEAR(friction_after(*law, {0.6}), y(0.6), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1}), y(0.6) - 2 * y(0.25), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, -0.6}), -y(0.6), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1, 0.3}), y(0.6) - 2 * y(0.25) + 2 * y(0.1), 1e-8);
  // Loops close, one, two and three deep, and leave no trace.
  const double once = friction_after(*law, {0.6, 0.1});
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1, 0.4, 0.1}), once, 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1, 0.4, 0.2, 0.3, 0.2, 0.4, 0.1}), once, 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1, 0.4, 0.05}), friction_after(*law, {0.6, 0.05}), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1, 0.6}), y(0.6), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1, 0.4, 0.3, 0.7}), y(0.7), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, -0.6, 0.65}), y(0.65), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.4, -0.7}), -y(0.7), 1e-8);
  // More reversals than there is room for: what is forgotten are the oldest, and friction stays finite.
  std::vector<double> spiral;
  for (int i = 0; i < 20; ++i) spiral.push_back((i % 2 == 0 ? 0.7 : -0.7) * (1 - 0.045 * i));
  EXPECT_LT(std::abs(friction_after(*law, spiral)), kBeltMuStatic);
}

/// Steps end at events to rounding, before or after them: it is the same reversal, and the same loop closes.
inline void expect_events_to_rounding(const std::string& name) {
  const auto law = friction_of(name, leuven_numbers(1));
  const double unit = kBeltMuStatic / kBeltSigma0, tall = 0.6 * unit, low = 0.1 * unit, slow = 1e-17;
  const double ulp = std::numeric_limits<double>::epsilon() * tall;
  for (const double side : {-1.0, 0.0, 1.0}) {
    std::vector<double> m(static_cast<std::size_t>(law->memory(1)), 0);
    double z = 0;
    FrictionInput in;
    in.d = 1;
    in.normal = kBeltWeight;
    in.z = &z;
    in.m = m.data();
    law->start(in, &z, m.data());
    const auto pass = [&](double where, double slip) {
      z = where;
      in.slip = {slip};
      law->pass(in, &z, m.data());
    };
    pass(tall, -side * slow);
    EXPECT_EQ(m[0], 1) << side;
    pass(low, side * slow);
    EXPECT_EQ(m[0], 2) << side;
    pass(tall + side * ulp, 1e-6);
    EXPECT_EQ(m[0], 0) << side;
    const double A = 1.25 * kBeltMuStatic;
    EXPECT_NEAR(law->force(in)[0], kBeltWeight * A * std::expm1(-kBeltSigma0 * tall / A), 1e-12) << side;
  }
}

inline void expect_leuven(const std::string& name) {
  expect_return_points(name);
  expect_events_to_rounding(name);
  for (const double n : {0.5, 1.0, 3.0}) {
    auto values = leuven_numbers(n);
    values.emplace_back("sigma1", kBeltSigma1);
    values.emplace_back("viscous", kBeltViscous);
    const auto law = friction_of(name, values);
    expect_steady(*law, {1e-5, 5e-4, 2e-3, 0.01, 0.5}, (n < 1 ? 300 : 80) * kBeltMuStatic / kBeltSigma0,
                  1e-7);
    if (n != 1) continue;
    expect_isotropic(*law, 1e-3, 20 * kBeltMu / kBeltSigma0 / 1e-3);
    // On the belt there are no printed figures: a run with a tighter tolerance agrees, and it sticks and
    // slips.
    const Belt belt;
    Rubbing run(*law, belt, kBeltWeight), fine(*law, belt, kBeltWeight);
    double fastest = 0;
    for (int i = 1; i <= 200; ++i) {
      run.run(0.1 * i, 1e-10);
      fine.run(0.1 * i, 1e-11);
      EXPECT_NEAR(run.body()[0], fine.body()[0], 1e-6) << i;
      fastest = std::max(fastest, belt.speed - run.body()[1]);
    }
    EXPECT_GT(fastest, 0.3);
  }
}

}  // namespace freeplay
