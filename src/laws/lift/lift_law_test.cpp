// SPDX-License-Identifier: Apache-2.0
// Every lift law: it starts where it should, ends where it says, and its derivatives are derivatives.
#include "laws/lift/lift_law.h"
#include "tests/kit/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace freeplay {
namespace {

using std::numbers::pi;

std::unique_ptr<LiftLaw> make(const char* name, const Values& values, double from, Diagnostics& problems) {
  const LiftEntry& entry = *find_entry<LiftEntry>(name);
  return entry.make(Parameters(entry, values), from, "segment", problems);
}

Values shaped(double angle, double to) { return {{"angle", {angle, {}}}, {"to", {to, {}}}}; }

void expect_derivatives(const LiftLaw& law) {
  const double h = 1e-5 * law.angle();
  for (int i = 1; i < 40; ++i) {
    const double x = law.angle() * (i + 0.3) / 41;
    const LiftPoint before = law.at(x - h), now = law.at(x), after = law.at(x + h);
    EXPECT_NEAR(now.ds, (after.s - before.s) / (2 * h), 1e-8) << x;
    EXPECT_NEAR(now.dds, (after.ds - before.ds) / (2 * h), 1e-8) << x;
  }
}

TEST(LiftLaws, ShapesRunFromEndToEndAtRest) {
  for (const char* name : {"cycloidal", "harmonic", "polynomial_345", "polynomial_4567"}) {
    SCOPED_TRACE(name);
    for (const auto& [from, to] : {std::pair{0.0, 0.017}, std::pair{0.017, 0.002}}) {
      Diagnostics problems;
      const auto law = make(name, shaped(1.2, to), from, problems);
      ASSERT_NE(law, nullptr);
      EXPECT_EQ(law->angle(), 1.2);
      EXPECT_EQ(law->end(), to);
      EXPECT_NEAR(law->at(0).s, from, 1e-17);
      EXPECT_NEAR(law->at(1.2).s, to, 1e-16);
      EXPECT_NEAR(law->at(0.6).s, 0.5 * (from + to), 1e-16);
      for (const double end : {0.0, 1.2}) EXPECT_NEAR(law->at(end).ds, 0, 1e-16);
      expect_derivatives(*law);
    }
  }
}

TEST(LiftLaws, AccelerationAtTheEndsIsThatOfTheTextbooks) {
  Diagnostics problems;
  for (const char* name : {"cycloidal", "polynomial_345", "polynomial_4567"}) {
    const auto law = make(name, shaped(1, 1), 0, problems);
    EXPECT_NEAR(law->at(0).dds, 0, 1e-15) << name;
    EXPECT_NEAR(law->at(1).dds, 0, 1e-14) << name;
  }
  const auto harmonic = make("harmonic", shaped(1, 1), 0, problems);
  EXPECT_NEAR(harmonic->at(0).dds, pi * pi / 2, 1e-14);
  EXPECT_NEAR(harmonic->at(1).dds, -pi * pi / 2, 1e-14);
  // fastest in the middle: 2, π/2, 15/8 and 35/16 times the mean
  EXPECT_NEAR(make("cycloidal", shaped(1, 1), 0, problems)->at(0.5).ds, 2, 1e-14);
  EXPECT_NEAR(harmonic->at(0.5).ds, pi / 2, 1e-14);
  EXPECT_NEAR(make("polynomial_345", shaped(1, 1), 0, problems)->at(0.5).ds, 15.0 / 8, 1e-14);
  EXPECT_NEAR(make("polynomial_4567", shaped(1, 1), 0, problems)->at(0.5).ds, 35.0 / 16, 1e-14);
}

TEST(LiftLaws, CycloidalIsFlores2012Equation57) {
  Diagnostics problems;
  const double s = 0.017, beta = pi / 3;
  const auto law = make("cycloidal", shaped(beta, s), 0, problems);
  for (const double theta : {0.1, 0.3, 0.7, 1.0}) {
    EXPECT_NEAR(law->at(theta).s, s * (theta / beta - std::sin(2 * pi * theta / beta) / (2 * pi)), 1e-17);
  }
}

TEST(LiftLaws, DwellStaysAndDropFalls) {
  Diagnostics problems;
  const auto dwell = make("dwell", {{"angle", {0.5, {}}}}, 0.003, problems);
  EXPECT_EQ(dwell->angle(), 0.5);
  EXPECT_EQ(dwell->end(), 0.003);
  EXPECT_EQ(dwell->at(0.2).s, 0.003);
  EXPECT_EQ(dwell->at(0.2).ds, 0);
  const auto drop = make("drop", {}, 0.003, problems);
  EXPECT_EQ(drop->angle(), 0);
  EXPECT_EQ(drop->end(), 0);
  EXPECT_FALSE(problems.has_errors());
  EXPECT_EQ(make("drop", {{"to", {0.004, {}}}}, 0.003, problems), nullptr);
  EXPECT_CONTAINS(to_string(problems.all().at(0)), "cannot take the lift from 0.003 m to 0.004 m at once");
}

}  // namespace
}  // namespace freeplay
