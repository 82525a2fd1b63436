// SPDX-License-Identifier: Apache-2.0
#include "run/headway.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

TEST(Headway, IsLostWhereAMillionStepsLeadNowhere) {
  Headway headway(1, 3);
  long long made = 0;
  while (!headway.lost(1.5)) ++made;
  EXPECT_EQ(made, Headway::kSteps);  // the one that got there is the first of them
  EXPECT_EQ(headway.since(), 1.5);
}

TEST(Headway, IsKeptByShortStepsThatLeadOn) {
  Headway headway(0, 1);
  const double step = 2 * Headway::kPart / static_cast<double>(Headway::kSteps);
  for (long long i = 1; i <= 3 * Headway::kSteps; ++i) {
    ASSERT_FALSE(headway.lost(static_cast<double>(i) * step)) << i;
  }
  Headway slower(0, 1);
  bool lost = false;
  for (long long i = 1; i <= 2 * Headway::kSteps && !lost; ++i)
    lost = slower.lost(0.25 * static_cast<double>(i) * step);
  EXPECT_TRUE(lost);
}

TEST(Headway, IsLostWhereAMillionEvaluationsLeadNowhere) {
  Headway headway(0, 1);
  EXPECT_FALSE(headway.lost(0.5, 5'000'000));  // it got there
  long long made = 0;
  while (!headway.lost(0.5 + 1e-9, 5'000'000 + 1000 * made)) ++made;
  EXPECT_EQ(made, Headway::kEvaluations / 1000 + 1);
  EXPECT_EQ(headway.steps(), made + 2);
}

}  // namespace
}  // namespace freeplay
