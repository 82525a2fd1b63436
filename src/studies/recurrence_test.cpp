// SPDX-License-Identifier: Apache-2.0
#include "studies/recurrence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace freeplay {
namespace {

/// Of the logistic map, whose periods and chaos are known, after it has settled.
std::vector<double> logistic(double r, int count) {
  double x = 0.4;
  for (int i = 0; i < 10000; ++i) x = r * x * (1 - x);
  std::vector<double> series;
  for (int i = 0; i < count; ++i) series.push_back(x = r * x * (1 - x));
  return series;
}

// It doubles its period at 3, 3.449, 3.544 and 3.564, and has a window of period three at 3.83.
TEST(Recurrence, FindsPeriods) {
  EXPECT_EQ(period_of(logistic(2.9, 400), 1e-6), 1);
  EXPECT_EQ(period_of(logistic(3.2, 400), 1e-6), 2);
  EXPECT_EQ(period_of(logistic(3.5, 400), 1e-6), 4);
  EXPECT_EQ(period_of(logistic(3.55, 400), 1e-6), 8);
  EXPECT_EQ(period_of(logistic(3.835, 400), 1e-6), 3);
  EXPECT_TRUE(std::isnan(period_of(logistic(3.9, 400), 1e-6)));
  EXPECT_EQ(period_of(logistic(3.2, 400), 0.9), 1);
}

TEST(Recurrence, TellsChaosFromOrder) {
  for (const double r : {3.7, 3.9, 3.97}) EXPECT_GT(chaos_of(logistic(r, 2000)), 0.9) << r;
  for (const double r : {3.2, 3.5, 3.55, 3.835}) EXPECT_LT(std::abs(chaos_of(logistic(r, 2000))), 0.1) << r;
  EXPECT_EQ(chaos_of(logistic(2.9, 2000)), 0);
  EXPECT_TRUE(std::isnan(chaos_of(logistic(3.9, 49))));
  // two periods without a common multiple are no chaos
  std::vector<double> torus;
  for (int i = 0; i < 2000; ++i) torus.push_back(std::sin(i * 1.1) + std::cos(i * std::sqrt(3.0)));
  EXPECT_LT(std::abs(chaos_of(torus)), 0.1);
}

}  // namespace
}  // namespace freeplay
