// SPDX-License-Identifier: Apache-2.0
#include "clearances/spatial/ellipse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "clearances/spatial/play_test_data.h"

namespace freeplay {
namespace {

using play_tests::Random;
using play_tests::uniform;

Ellipse ellipse(double p_1, double p_2, double tilt, double turn = 0) {
  const Vec2 major{std::cos(turn), std::sin(turn)}, minor = perp(major);
  return {p_1 * major + p_2 * minor, major, minor, 1, std::cos(tilt), std::sin(tilt) * std::sin(tilt)};
}

double by_sampling(const Ellipse& given) {
  double best = 0;
  constexpr int kSamples = 2000;
  for (int i = 0; i < kSamples; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSamples;
    best = std::max(best, norm(given.at({std::cos(angle), std::sin(angle)})));
  }
  return best;
}

/// Residual of the condition that |x(z)| is stationary, in units of the size.
double slope(const Ellipse& given, const Vec2& z) {
  const Vec2 x = given.at(z), along = given.at({-z[1], z[0]}) - given.centre;
  return dot(x, along);
}

TEST(FarthestOfEllipse, IsNoNearerThanAnySampleAndStationary) {
  Random random(1);
  for (int k = 0; k < 2000; ++k) {
    // Offsets over many orders of magnitude, tilts from 0 to 80° likewise.
    const double far = std::pow(10, uniform(random, -18, 0.5)),
                 tilt = std::pow(10, uniform(random, -18, 0.14));
    const double at = uniform(random, 0, 2 * std::numbers::pi);
    const Ellipse given = ellipse(far * std::cos(at), far * std::sin(at), tilt, uniform(random, 0, 6));
    const Vec2 z = farthest(given);
    EXPECT_NEAR(norm(z), 1, 1e-15);
    const double distance = norm(given.at(z));
    EXPECT_LT(std::abs(slope(given, z)), 1e-15 * (1 + far));
    EXPECT_GE(distance, by_sampling(given) - 1e-15 * (1 + far));
  }
}

TEST(FarthestOfEllipse, HardCaseHasTwo) {
  const Ellipse given = ellipse(0, 0.1, 0.8);
  const Vec2 z = farthest(given);
  const double f = given.flatness;
  EXPECT_DOUBLE_EQ(z[1], given.ratio * 0.1 / f);
  const auto other = second_farthest(given);
  ASSERT_TRUE(other);
  EXPECT_EQ((*other)[0], -z[0]);
  EXPECT_DOUBLE_EQ(norm(given.at(z)), norm(given.at(*other)));
  // Beyond the evolute the end of the minor axis is the farthest, and the only one.
  const Ellipse far = ellipse(0, 2, 0.8);
  EXPECT_EQ(farthest(far), (Vec2{0, 1}));
  EXPECT_FALSE(second_farthest(far));
}

// p_1 → 0 at |r p_2| = f: the root goes as p_1^⅔, where Newton's method from far below would creep.
TEST(FarthestOfEllipse, CuspOfTheEvolute) {
  for (double p_1 = 1; p_1 > 1e-300; p_1 *= 1e-10) {
    const double tilt = 0.6, f = std::sin(tilt) * std::sin(tilt);
    const Ellipse given = ellipse(p_1, f / std::cos(tilt), tilt);
    const Vec2 z = farthest(given);
    EXPECT_LT(std::abs(slope(given, z)), 1e-15) << p_1;
    EXPECT_GT(z[0], 0) << p_1;
  }
}

TEST(FarthestOfEllipse, CircleIsFollowedInTheDirectionOfItsCentre) {
  const Vec2 z = farthest(ellipse(0.3, -0.4, 0));
  EXPECT_NEAR(z[0], 0.6, 1e-15);
  EXPECT_NEAR(z[1], -0.8, 1e-15);
  EXPECT_EQ(farthest(ellipse(0, 0, 0)), (Vec2{0, 1}));
}

TEST(FarthestOfEllipse, SecondIsALocalMaximum) {
  Random random(2);
  int found = 0;
  for (int k = 0; k < 2000; ++k) {
    const double tilt = uniform(random, 0.1, 1.3);
    const double p_2 = uniform(random, -0.3, 0.3), p_1 = uniform(random, -0.3, 0.3);
    const Ellipse given = ellipse(p_1, p_2, tilt);
    const auto z = second_farthest(given);
    // The local maxima of a dense sampling, counted.
    constexpr int kSamples = 2000;
    std::vector<double> value;
    for (int i = 0; i <= kSamples + 1; ++i) {
      const double angle = 2 * std::numbers::pi * i / kSamples;
      value.push_back(norm(given.at({std::cos(angle), std::sin(angle)})));
    }
    int maxima = 0;
    for (std::size_t i = 1; i <= kSamples; ++i) maxima += value[i] > value[i - 1] && value[i] >= value[i + 1];
    EXPECT_EQ(maxima, z ? 2 : 1) << k;
    if (!z) continue;
    ++found;
    EXPECT_LT(std::abs(slope(given, *z)), 1e-12);
    EXPECT_LE(norm(given.at(*z)), norm(given.at(farthest(given))) + 1e-15);
    EXPECT_GT(std::abs((*z)[0] - farthest(given)[0]), 1e-3);
  }
  EXPECT_GT(found, 150);
}

}  // namespace
}  // namespace freeplay
