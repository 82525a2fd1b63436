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

TEST(Bracket, HalvingGivesADigitPerTrial) {
  const Bracket found = halve(0, 1, 30, [](double x) { return x * x < 0.5; });
  EXPECT_NEAR(found.middle(), std::sqrt(0.5), std::ldexp(1.0, -31));
  EXPECT_EQ(found.width(), std::ldexp(1.0, -30));
}

}  // namespace
}  // namespace freeplay
