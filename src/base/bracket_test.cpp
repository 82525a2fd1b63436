// SPDX-License-Identifier: Apache-2.0
#include "base/bracket.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freeplay {
namespace {

// f falls steeply at one end: without the Illinois rule the other end would hardly move.
TEST(Bracket, NoEndStaysForEver) {
  const auto f = [](double x) { return 0.5 - std::pow(x, 9); };
  const double root = std::pow(0.5, 1.0 / 9);
  Bracket search{0, f(0), 1.5, f(1.5)};
  int trials = 0;
  while (search.width() > 1e-14 && trials < 60) {
    const double x = search.next();
    search.take(x, f(x));
    search.weigh();
    ++trials;
    ASSERT_LE(search.low, root + 1e-15);
    ASSERT_GE(search.high, root - 1e-15);
    if (f(x) == 0) break;
  }
  EXPECT_NEAR(search.next(), root, 1e-14);
  EXPECT_LT(trials, 40);
}

TEST(Bracket, AChordThatLeavesItByRoundingBecomesTheMiddle) {
  const Bracket search{1, 1e-300, 2, -1e300};
  EXPECT_EQ(search.next(), 1.5);
}

// A gap that grows and falls again, as that of a flight: the chord from its top to a point far behind its end creeps.
TEST(Bracket, AParabolaFindsTheEndOfAFlightInAFewTrials) {
  const auto f = [](double x) { return x - x * x + 0.01 * x * x * x; };
  const double root = 50 - std::sqrt(2400.0);
  for (const bool parabolic : {false, true}) {
    Bracket search{0.5, f(0.5), 40, f(40)};
    Parabola trials;
    trials.take(search.high, search.f_high);
    trials.take(search.low, search.f_low);
    int count = 1;
    for (double x = 0;; ++count) {
      x = search.next();
      if (parabolic && count % 3 != 0) x = trials.root(search, x);
      ASSERT_TRUE(search.contains(x));
      if (std::abs(f(x)) <= 1e-12 || count == 60) break;
      trials.take(x, f(x));
      search.take(x, f(x));
      search.weigh();
    }
    EXPECT_NEAR(search.low, root, parabolic ? 1e-3 : 1);
    if (parabolic) {
      EXPECT_LE(count, 7);
    } else {
      EXPECT_GE(count, 11);
    }
  }
}

TEST(Bracket, AParabolaWithoutARootInsideIsNotFollowed) {
  const Bracket search{1, 1, 2, -1};
  Parabola trials;
  EXPECT_EQ(trials.root(search, 1.25), 1.25);  // too few trials
  for (const double x : {-1.0, 0.0, 1.0}) trials.take(x, 1 + x * x);
  EXPECT_EQ(trials.root(search, 1.25), 1.25);
}

TEST(Bracket, HalvingGivesADigitPerTrial) {
  const Bracket found = halve(0, 1, 30, [](double x) { return x * x < 0.5; });
  EXPECT_NEAR(found.middle(), std::sqrt(0.5), std::ldexp(1.0, -31));
  EXPECT_EQ(found.width(), std::ldexp(1.0, -30));
}

}  // namespace
}  // namespace freeplay
