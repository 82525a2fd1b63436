// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "laws/lift/lift_law.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using std::numbers::pi;

std::unique_ptr<LiftLaw> make_table(const std::vector<double>& angles, const std::vector<double>& lifts,
                                    const char* ends, Diagnostics& problems, double from = 0) {
  const LiftEntry& entry = *find_entry<LiftEntry>("table");
  const Values values{{"angles", {angles, {}}}, {"lifts", {lifts, {}}}, {"ends", {std::string(ends), {}}}};
  return entry.make(Parameters(entry, values), from, "segment", problems);
}

TEST(TableLift, PassesThroughItsPointsAndRestsAtItsEnds) {
  Diagnostics problems;
  const std::vector<double> angles{0, 0.3, 0.5, 1.1, 1.6}, lifts{0, 0.002, 0.006, 0.009, 0.01};
  const auto law = make_table(angles, lifts, "rest", problems);
  ASSERT_NE(law, nullptr);
  for (std::size_t i = 0; i < angles.size(); ++i) EXPECT_NEAR(law->at(angles[i]).s, lifts[i], 1e-17);
  EXPECT_NEAR(law->at(0).ds, 0, 1e-17);
  EXPECT_NEAR(law->at(1.6).ds, 0, 1e-16);
  for (const double knot : {0.3, 0.5, 1.1}) {  // s, s' and s'' are continuous
    const LiftPoint before = law->at(knot - 1e-9), after = law->at(knot + 1e-9);
    EXPECT_NEAR(before.s, after.s, 1e-10);
    EXPECT_NEAR(before.ds, after.ds, 1e-9);
    EXPECT_NEAR(before.dds, after.dds, 1e-8);
  }
}

// A spline through points of a smooth curve converges with the fourth power of their distance.
TEST(TableLift, ConvergesToTheCurveItsPointsAreFrom) {
  for (const bool periodic : {false, true}) {
    double before = 0;
    for (const int n : {10, 20, 40}) {
      std::vector<double> angles, lifts;
      const auto curve = [&](double x) { return 0.5 * (1 - std::cos(periodic ? x : x / 2)); };
      for (int i = 0; i <= n; ++i) {
        angles.push_back(2 * pi * i / n);
        lifts.push_back(i == n && periodic ? 0 : curve(angles.back()));
      }
      Diagnostics problems;
      const auto law = make_table(angles, lifts, periodic ? "periodic" : "rest", problems);
      ASSERT_NE(law, nullptr);
      double worst = 0;
      for (int i = 0; i < 1000; ++i) {
        const double x = 2 * pi * (i + 0.5) / 1000;
        worst = std::max(worst, std::abs(law->at(x).s - curve(x)));
      }
      if (before > 0) {
        EXPECT_NEAR(std::log2(before / worst), 4, 0.5) << periodic << n;
      }
      before = worst;
      if (periodic) {
        EXPECT_NEAR(law->at(0).ds, law->at(2 * pi).ds, 1e-15);
        EXPECT_NEAR(law->at(0).dds, law->at(2 * pi).dds, 1e-13);
      }
    }
  }
}

TEST(TableLift, RefusesTablesThatAreNone) {
  const auto message = [](const std::vector<double>& angles, const std::vector<double>& lifts,
                          const char* ends = "rest", double from = 0) {
    Diagnostics problems;
    EXPECT_EQ(make_table(angles, lifts, ends, problems, from), nullptr);
    return problems.all().empty() ? std::string() : to_string(problems.all().front());
  };
  EXPECT_CONTAINS(message({0, 1}, {0}), "one lift per angle");
  EXPECT_CONTAINS(message({0}, {0}), "at least 2");
  EXPECT_CONTAINS(message({0.1, 1}, {0, 1}), "begin at 0");
  EXPECT_CONTAINS(message({0, 1, 1}, {0, 1, 2}), "entry 3 does not");
  EXPECT_CONTAINS(message({0, 1}, {0, 1}, "rest", 0.5), "the lift is 0.5 m there");
  EXPECT_CONTAINS(message({0, 1, 2, 3}, {0, 1, 1, 0.5}, "periodic"), "ends where it begins");
}

}  // namespace
}  // namespace freeplay
