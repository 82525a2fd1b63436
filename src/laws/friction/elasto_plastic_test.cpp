// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

std::vector<std::pair<std::string, double>> paper() {
  return {{"mu", kBeltMu},         {"mu_static", kBeltMuStatic}, {"stribeck_velocity", kBeltStribeck},
          {"sigma0", kBeltSigma0}, {"sigma1", kBeltSigma1},      {"viscous", kBeltViscous}};
}

/// Figures of an independent integration of the same readings, accurate to 1e-9.
TEST(ElastoPlasticFriction, MovesTheBlockOnTheBelt) {
  expect_on_belt(*friction_of("elasto_plastic", paper()),
                 {{5, 0.49999000652631176, 1.999960000801368e-06, 0.9999800130526254},
                  {10, 0.28879010716755105, 1.475162677437707e-05, 0.5944646093970118},
                  {15, 0.7102912003537609, 0.26912932888324126, 1.0079141613947284},
                  {20, 0.5775803995479158, 2.336684197335935e-06, 1.1551595504840388}});
}

TEST(ElastoPlasticFriction, SlidesSteadilyOnTheStribeckCurve) {
  expect_steady(*friction_of("elasto_plastic", paper()), {1e-5, 5e-4, 1e-3, 0.01, 0.5},
                60 * kBeltMuStatic / kBeltSigma0);
}

/// Below break-away the bristles are springs: however often the load comes and goes, nothing is left.
TEST(ElastoPlasticFriction, DoesNotDriftBelowBreakAway) {
  auto values = paper();
  values[4].second = 0;
  const auto law = friction_of("elasto_plastic", values);
  const double v = 1e-6, most = 0.69 * kBeltMuStatic / kBeltSigma0, period = 6.283185307179586 * most / v;
  const Dragged body([&](double t) { return Tangent{v * std::cos(6.283185307179586 * t / period)}; });
  Rubbing run(*law, body, kBeltWeight);
  run.run(0.25 * period);
  EXPECT_NEAR(run.force()[0], -kBeltWeight * (kBeltSigma0 * most), 1e-7);
  run.run(7 * period);
  EXPECT_NEAR(run.states()[0], 0, 1e-8 * most);
}

TEST(ElastoPlasticFriction, NeverBendsBeyondItsLimitInThePlane) {
  expect_isotropic(*friction_of("elasto_plastic", paper()), 1e-3, 20 * kBeltMu / kBeltSigma0 / 1e-3);
}

TEST(ElastoPlasticFriction, RefusesWhatDoesNotFitTogether) {
  auto values = paper();
  EXPECT_EQ(first_friction_error("elasto_plastic", friction_numbers(values)), "");
  values.emplace_back("z_ba", 1);
  EXPECT_EQ(first_friction_error("elasto_plastic", friction_numbers(values)), "friction.z_ba");
  values.pop_back();
  values[1].second = 0.05;
  EXPECT_EQ(first_friction_error("elasto_plastic", friction_numbers(values)), "friction.mu_static");
}

}  // namespace
}  // namespace freeplay
