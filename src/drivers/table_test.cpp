// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "freeplay/driver.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

std::unique_ptr<Motion> make_table(const std::vector<double>& times, const std::vector<double>& values,
                                   const std::string& kind, const std::string& interpolation,
                                   Diagnostics* problems = nullptr) {
  const Values given = {{"times", {times, {}}},
                        {"values", {values, {}}},
                        {"kind", {kind, {}}},
                        {"interpolation", {interpolation, {}}}};
  const DriverEntry& entry = *find_entry<DriverEntry>("table");
  Diagnostics own;
  return entry.make(Parameters(entry, given), "driver.motor.motion", problems ? *problems : own);
}

TEST(TableMotion, StraightLinesAreExact) {
  const std::vector<double> times = {0, 0.5, 2, 3}, values = {1, 2, -1, 0};
  const auto linear = make_table(times, values, "position", "linear");
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    for (const double part : {0.0, 0.3, 0.9}) {
      const double t = times[i] + part * (times[i + 1] - times[i]);
      EXPECT_NEAR(linear->position(t), values[i] + part * (values[i + 1] - values[i]), 1e-15);
      EXPECT_NEAR(linear->velocity(t), (values[i + 1] - values[i]) / (times[i + 1] - times[i]), 1e-14);
    }
  }
  EXPECT_EQ(linear->position(-7), 1);
  EXPECT_EQ(linear->position(9), 0);
  EXPECT_EQ(linear->velocity(9), 0);
}

// Natural spline through (0, 0), (1, 1), (2, 0): s″(1) = −3, so s = 1.5 t − 0.5 t³ up to t = 1, and mirrored.
TEST(TableMotion, SplineIsTheNaturalOne) {
  const auto spline = make_table({0, 1, 2}, {0, 1, 0}, "position", "spline");
  for (const double t : {0.0, 0.25, 0.5, 0.99}) {
    EXPECT_NEAR(spline->position(t), 1.5 * t - 0.5 * t * t * t, 1e-15);
    EXPECT_NEAR(spline->position(2 - t), spline->position(t), 1e-15);
    EXPECT_NEAR(spline->acceleration(t), -3 * t, 1e-14);
  }
}

// A straight line, at uneven times, is reproduced exactly; a natural spline reproduces no other polynomial.
TEST(TableMotion, SplineIsExactOnALine) {
  const auto line = make_table({-1, 0.2, 0.5, 2}, {-1, 1.4, 2, 5}, "position", "spline");
  for (const double t : {-0.9, 0.3, 1.7}) {
    EXPECT_NEAR(line->position(t), 1 + 2 * t, 1e-14);
    EXPECT_NEAR(line->velocity(t), 2, 1e-14);
  }
}

// At uneven times: through every point, with continuous velocity and acceleration, and none at the ends.
TEST(TableMotion, SplineIsSmooth) {
  const std::vector<double> times = {0, 0.3, 1, 1.2, 2, 2.9}, values = {0, 1, -1, 0.5, 2, 1};
  const auto spline = make_table(times, values, "position", "spline");
  const double eps = 1e-9;
  EXPECT_NEAR(spline->acceleration(0), 0, 1e-12);
  EXPECT_NEAR(spline->acceleration(2.9 - eps), 0, 1e-6);
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(spline->position(times[i]), values[i], 1e-14);
  for (std::size_t i = 1; i + 1 < times.size(); ++i) {
    EXPECT_NEAR(spline->velocity(times[i] - eps), spline->velocity(times[i]), 1e-6);
    EXPECT_NEAR(spline->acceleration(times[i] - eps), spline->acceleration(times[i]), 1e-5);
  }
}

// sin t on [0, π] has no curvature at its ends, as a natural spline: the error falls with the fourth power.
TEST(TableMotion, SplineIsOfFourthOrder) {
  double error[2] = {0, 0};
  for (const int pass : {0, 1}) {
    const int n = pass == 0 ? 8 : 16;
    std::vector<double> times, values;
    for (int i = 0; i <= n; ++i) {
      times.push_back(std::numbers::pi * i / n);
      values.push_back(std::sin(times.back()));
    }
    const auto spline = make_table(times, values, "position", "spline");
    for (double t = 0.01; t < 3.14; t += 0.01)
      error[pass] = std::max(error[pass], std::abs(spline->position(t) - std::sin(t)));
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 4, 0.2);
  EXPECT_LT(error[1], 5.0 / 384 * std::pow(std::numbers::pi / 16, 4) * 1.1);  // bound of cubic splines
}

// Velocities are straight lines: positions are the trapezoids under them, exactly.
TEST(TableMotion, VelocitiesAreIntegrated) {
  const auto motion = make_table({0, 1, 3}, {2, 4, 0}, "velocity", "spline");
  EXPECT_EQ(motion->position(0), 0);
  EXPECT_NEAR(motion->position(0.5), 2 * 0.5 + 0.5 * 2 * 0.25, 1e-15);
  EXPECT_NEAR(motion->position(1), 3, 1e-15);
  EXPECT_NEAR(motion->position(3), 3 + 4, 1e-15);
  EXPECT_NEAR(motion->velocity(2), 2, 1e-15);
  EXPECT_NEAR(motion->acceleration(2), -2, 1e-15);
  EXPECT_NEAR(motion->position(-1), -2, 1e-15);  // the first velocity holds before
  const auto cruise = make_table({0, 1}, {0, 5}, "velocity", "spline");
  EXPECT_NEAR(cruise->position(3), 2.5 + 10, 1e-15);  // and the last one after
}

// A dwell between two rises: the spline leaves it by 0.32 mm, the monotone cubics not at all.
TEST(TableMotion, MonotoneKeepsADwell) {
  const std::vector<double> times = {0, 0.1, 0.2, 0.3}, values = {0, 10e-3, 10e-3, 20e-3};
  const auto still = make_table(times, values, "position", "monotone");
  const auto spline = make_table(times, values, "position", "spline");
  double swing = 0;
  for (double t = 0.1; t <= 0.2; t += 0.001) {
    EXPECT_EQ(still->position(t), 10e-3);
    EXPECT_EQ(still->velocity(t), 0);
    swing = std::max(swing, std::abs(spline->position(t) - 10e-3));
  }
  EXPECT_NEAR(swing, 0.321e-3, 1e-6);  // 1/30 τ − τ² + 20/3 τ³ where it turns
}

TEST(TableMotion, SaysWhatIsWrong) {
  Diagnostics problems;
  EXPECT_EQ(make_table({0, 1, 1}, {0, 1, 2}, "position", "spline", &problems), nullptr);
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].key, "driver.motor.motion.times");
  Diagnostics count;
  EXPECT_EQ(make_table({0, 1}, {0, 1, 2}, "position", "spline", &count), nullptr);
  ASSERT_TRUE(count.has_errors());
  EXPECT_CONTAINS(count.all()[0].message, "3 values for 2 times");
}

}  // namespace
}  // namespace freeplay
