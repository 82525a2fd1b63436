// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/leuven_test_data.h"

namespace freeplay {
namespace {

TEST(LeuvenModifiedFriction, RemembersItsReturnPointsAndSlidesOnTheStribeckCurve) {
  expect_leuven("leuven_modified");
}

/// Force and deflection rate do not jump where reversals are put down and loops closed, on a line.
TEST(LeuvenModifiedFriction, IsContinuous) {
  auto values = leuven_numbers(1);
  values.emplace_back("sigma1", kBeltSigma1);
  const auto law = friction_of("leuven_modified", values);
  const double unit = kBeltMuStatic / kBeltSigma0, v = 1e-4, omega = v / unit;
  const Dragged body([&](double t) {
    return Tangent{v * (std::sin(omega * t) + std::sin(2.7 * omega * t) + 0.5 * std::cos(5.1 * omega * t))};
  });
  Rubbing run(*law, body, kBeltWeight);
  double before = run.force()[0];
  const double step = 1e-3 / omega;
  for (int i = 1; i <= 60000; ++i) {
    run.run(i * step, 1e-9);
    const double now = run.force()[0];
    EXPECT_LT(std::abs(now - before), 0.02 * kBeltMuStatic * kBeltWeight) << i;
    before = now;
  }
  EXPECT_GT(run.events().size(), 10U);
  EXPECT_GT(run.body()[0], 0);
}

/// The polygon through the curve, at its corners; Masing's rules; loops inside loops close, more of them than the smooth
/// curve remembers.
TEST(LeuvenModifiedFriction, JenkinElementsAreAPolygonThatObeysMasing) {
  auto values = leuven_numbers(60);  // elastic until just before it slides
  values.emplace_back("elements", 20);
  const auto law = friction_of("leuven_modified", values);
  EXPECT_EQ(law->states(2), 40);
  const double A = 1.25 * kBeltMuStatic, corner = 5 * 1.25 / 20;  // over μ_S/σ₀
  const auto y = [&](double x) {                                  // between corners along a line
    const auto at = [&](double k) { return A * std::expm1(-k * 5 / 20) / std::expm1(-5.0); };
    const double k = x / corner, below = std::floor(k);
    return at(below) + (k - below) * (at(below + 1) - at(below));
  };
  for (const double x : {0.2, corner, 0.5, 2 * corner})
    EXPECT_NEAR(friction_after(*law, {x}), y(x), 1e-8) << x;
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1}), y(0.6) - 2 * y(0.25), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, -0.6}), -y(0.6), 1e-8);
  EXPECT_NEAR(friction_after(*law, {0.6, 0.1, 0.3}), y(0.6) - 2 * y(0.25) + 2 * y(0.1), 1e-8);
  std::vector<double> spiral{0.6, -0.5};
  for (int i = 0; i < 12; ++i) spiral.push_back((i % 2 == 0 ? 0.4 : -0.4) * (1 - 0.05 * i));
  spiral.push_back(0.65);
  EXPECT_NEAR(friction_after(*law, spiral), y(0.65), 1e-8);
}

/// More elements come to the smooth curve, with the square of their distance.
TEST(LeuvenModifiedFriction, JenkinElementsComeToTheCurve) {
  const auto smooth = friction_of("leuven_modified", leuven_numbers(1));
  double before = 0;
  for (const int count : {5, 10, 20}) {
    auto values = leuven_numbers(1);
    values.emplace_back("elements", count);
    const auto law = friction_of("leuven_modified", values);
    double miss = 0;
    for (const double x : {0.1, 0.2, 0.3, 0.45}) {
      for (const double back : {0.05, -0.2})
        miss = std::max(miss, std::abs(friction_after(*law, {x, back}) - friction_after(*smooth, {x, back})));
    }
    if (before > 0) {
      EXPECT_LT(miss, 0.7 * before) << count;
    }
    before = miss;
  }
  EXPECT_LT(before, 0.02 * kBeltMuStatic);
}

TEST(LeuvenModifiedFriction, JenkinElementsSlideSteadilyOnTheStribeckCurve) {
  auto values = leuven_numbers(1);
  values.emplace_back("sigma1", kBeltSigma1);
  values.emplace_back("viscous", kBeltViscous);
  values.emplace_back("elements", 8);
  const auto law = friction_of("leuven_modified", values);
  expect_steady(*law, {1e-5, 5e-4, 2e-3, 0.01, 0.5}, 80 * kBeltMuStatic / kBeltSigma0, 1e-7);
  expect_isotropic(*law, 1e-3, 20 * kBeltMu / kBeltSigma0 / 1e-3);
}

}  // namespace
}  // namespace freeplay
