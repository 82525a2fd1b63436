// SPDX-License-Identifier: Apache-2.0
#include "base/piecewise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace freeplay {
namespace {

using std::numbers::pi;

// A dwell between two rises: the cubics stand still in it, where a spline swings past it.
TEST(Piecewise, MonotoneNeverOvershoots) {
  const std::vector<double> x = {0, 1, 2, 3, 3.5, 6}, y = {0, 0, 1, 1, 4, 2};
  const Piecewise monotone(x, y, Joining::monotone), spline(x, y, Joining::spline);
  double highest = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double low = std::min(y[i], y[i + 1]), high = std::max(y[i], y[i + 1]);
    double last = y[i];
    for (int k = 0; k <= 100; ++k) {
      const double at = x[i] + 0.01 * k * (x[i + 1] - x[i]), value = monotone.value(at);
      EXPECT_GE(value, low - 1e-14);
      EXPECT_LE(value, high + 1e-14);
      EXPECT_GE((value - last) * (y[i + 1] - y[i]), -1e-14) << at;  // it only rises, or only falls
      last = value;
      if (i == 2) highest = std::max(highest, std::abs(spline.value(at) - 1));
    }
  }
  for (const double at : {2.0, 2.25, 2.75, 3.0}) {
    EXPECT_EQ(monotone.value(at), 1);
    EXPECT_EQ(monotone.slope(at), 0);
  }
  EXPECT_GT(highest, 0.05);
}

TEST(Piecewise, SlopesAreThoseOfTheValue) {
  const std::vector<double> x = {-1, 0.5, 1, 2.5, 3}, y = {1, 2, 2.5, -1, 0};
  constexpr double kStep = 1e-5;
  for (const Joining joining : {Joining::linear, Joining::monotone, Joining::spline}) {
    for (const double period : {0.0, 5.0}) {
      const Piecewise curve(x, y, joining, period);
      for (double at = -0.93; at < 3; at += 0.17) {
        EXPECT_NEAR((curve.value(at + kStep) - curve.value(at - kStep)) / (2 * kStep), curve.slope(at), 1e-8);
        EXPECT_NEAR((curve.slope(at + kStep) - curve.slope(at - kStep)) / (2 * kStep), curve.curvature(at),
                    1e-8);
      }
    }
  }
}

// Between points of sin x the error falls with the fourth power of the distance; the ends are like any other.
TEST(Piecewise, PeriodicSplineIsOfFourthOrder) {
  double error[2] = {0, 0};
  for (const int pass : {0, 1}) {
    const int n = pass == 0 ? 12 : 24;
    std::vector<double> x, y;
    for (int i = 0; i < n; ++i) x.push_back(2 * pi * i / n), y.push_back(std::sin(x.back() + 0.3));
    const Piecewise curve(x, y, Joining::spline, 2 * pi);
    for (double at = -7; at < 20; at += 0.01)
      error[pass] = std::max(error[pass], std::abs(curve.value(at) - std::sin(at + 0.3)));
    EXPECT_NEAR(curve.curvature(1e-9), curve.curvature(-1e-9), 1e-6);
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 4, 0.1);
}

TEST(Piecewise, APeriodRepeats) {
  // closed by hand, and closed by the period
  const std::vector<double> open = {1, 2, 4}, values = {0, 3, 1}, closed = {1, 2, 4, 6}, again = {0, 3, 1, 0};
  for (const Joining joining : {Joining::linear, Joining::monotone, Joining::spline}) {
    const Piecewise a(open, values, joining, 5), b(closed, again, joining, 5);
    for (double at = 1; at < 6; at += 0.1) {
      EXPECT_EQ(a.value(at), b.value(at));
      EXPECT_NEAR(a.value(at + 5), a.value(at), 1e-12);
      EXPECT_NEAR(a.value(at - 10), a.value(at), 1e-12);
    }
  }
  // between the last point and the first
  EXPECT_EQ(Piecewise(open, values, Joining::linear, 5).value(5), 0.5);
  EXPECT_EQ(Piecewise(open, values, Joining::monotone).value(-3), 0);  // without one it is constant outside
  EXPECT_EQ(Piecewise(open, values, Joining::monotone).value(9), 1);
}

// Three points of a parabola: the slope at the ends is its own. Two points are a line.
TEST(Piecewise, MonotoneEnds) {
  const Piecewise parabola(std::vector<double>{0, 1, 3}, std::vector<double>{0, 3, 15}, Joining::monotone);
  EXPECT_NEAR(parabola.slope(0), 2, 1e-14);  // x² + 2x
  const Piecewise line(std::vector<double>{0, 2}, std::vector<double>{1, 5}, Joining::monotone);
  EXPECT_EQ(line.value(0.5), 2);
  EXPECT_EQ(line.slope(0.5), 2);
}

}  // namespace
}  // namespace freeplay
