// SPDX-License-Identifier: Apache-2.0
#include "studies/distribution.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freeplay {
namespace {

// Values of tables [AbramowitzStegun1964, table 26.5].
TEST(Distribution, NormalQuantilesAreThoseOfTables) {
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-15);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.999), 3.090232306167813, 1e-13);
  EXPECT_NEAR(normal_quantile(1e-6), -4.753424308822899, 1e-13);
}

TEST(Distribution, NormalQuantilesUndoTheShare) {
  for (double p = 1e-12; p < 1; p = p < 0.01 ? 3 * p : p + 0.013)
    EXPECT_NEAR(normal_share(normal_quantile(p)) / p, 1, 1e-12) << p;
}

/// Quantiles of equally spaced shares have the mean and the variance of the distribution.
struct Moments {
  double mean = 0, variance = 0;
};
Moments moments(const Distribution& d) {
  constexpr int kMany = 200000;
  Moments of;
  double squares = 0;
  for (int i = 0; i < kMany; ++i) {
    const double x = quantile(d, (i + 0.5) / kMany);
    of.mean += x / kMany;
    squares += x * x / kMany;
  }
  of.variance = squares - of.mean * of.mean;
  return of;
}

TEST(Distribution, MomentsAreThoseOfTheLaw) {
  const Moments uniform = moments({.law = Distribution::Law::uniform, .low = 1, .high = 3});
  EXPECT_NEAR(uniform.mean, 2, 1e-9);
  EXPECT_NEAR(uniform.variance, 4.0 / 12, 1e-8);
  const Moments triangular = moments({.law = Distribution::Law::triangular, .low = 0, .high = 3, .mode = 1});
  EXPECT_NEAR(triangular.mean, 4.0 / 3, 1e-8);
  EXPECT_NEAR(triangular.variance, (0 + 9 + 1 - 0 - 3 - 0) / 18.0, 1e-7);
  const Moments ratios = moments({.law = Distribution::Law::log_uniform, .low = 1, .high = std::exp(2)});
  EXPECT_NEAR(ratios.mean, (std::exp(2) - 1) / 2, 1e-7);
  const Moments normal = moments({.law = Distribution::Law::normal, .mean = 5, .deviation = 2});
  EXPECT_NEAR(normal.mean, 5, 1e-9);
  EXPECT_NEAR(normal.variance, 4, 4e-4);  // what lies beyond the last share
  const Moments logs = moments({.law = Distribution::Law::log_normal, .mean = 2, .deviation = 0.5});
  EXPECT_NEAR(logs.mean, 2 * std::exp(0.125), 1e-4);
}

/// Cut off at a and b its mean is μ + σ (φ(a) − φ(b)) / (Φ(b) − Φ(a)).
TEST(Distribution, ACutBellStaysWithinItsEnds) {
  for (const auto& [low, high] : {std::pair{-1.0, 0.5}, {1.5, 4.0}, {-6.0, -2.0}}) {
    const Distribution cut{.law = Distribution::Law::normal,
                           .low = 10 + 3 * low,
                           .high = 10 + 3 * high,
                           .mean = 10,
                           .deviation = 3};
    const auto density = [](double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * std::acos(-1.0)); };
    const double expected =
        10 + 3 * (density(low) - density(high)) / (normal_share(high) - normal_share(low));
    EXPECT_NEAR(moments(cut).mean, expected, 1e-6);
    EXPECT_GE(quantile(cut, 1e-15), cut.low);
    EXPECT_LE(quantile(cut, 1 - 1e-15), cut.high);
  }
}

}  // namespace
}  // namespace freeplay
