// SPDX-License-Identifier: Apache-2.0
// The slider on a rod of Chaturvedi2023, section 3, against closed forms. The long version, with tables and
// plots, is validation/prismatic_clearance.
#include <gtest/gtest.h>

#include "validation/prismatic_clearance/runs.h"

namespace freeplay::validation::prismatic {
namespace {

std::vector<Choice> steppers(double step) {
  return {fixed("symmetric", step), fixed("moreau", step), gauss("sqp", step, step)};
}

TEST(PrismaticCases, TheFirstContactIsFoundWithinOneStep) {
  for (const double step : {1e-3, 3e-4, 1e-4, 1e-5}) {
    for (const Choice& stepper : steppers(step)) {
      for (int number = 1; number <= 3; ++number) {
        const double found = first_contact(run_case(number, stepper, 0.004));
        EXPECT_NEAR(found, kReference[static_cast<std::size_t>(number - 1)].contact, step)
            << stepper.name << " case " << number;
      }
    }
  }
}

TEST(PrismaticCases, SteadyForcesAreThoseOfStatics) {
  for (const Choice& stepper : steppers(1e-4)) {
    for (int number = 1; number <= 3; ++number) {
      const Reference& exact = kReference[static_cast<std::size_t>(number - 1)];
      const CaseRun run = run_case(number, stepper, 0.02, 1e-3);
      ASSERT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
      EXPECT_NEAR(run.N_left.back(), exact.left, 1e-6 * exact.left) << stepper.name << " case " << number;
      EXPECT_NEAR(run.N_right.back(), exact.right, 1e-6 * exact.right) << stepper.name << " case " << number;
    }
  }
}

TEST(PrismaticCases, TheDefaultGivesXToRounding) {
  for (int number = 1; number <= 3; ++number) {
    const CaseRun run = run_case(number, fixed("symmetric", 1e-4), 0.1);
    for (std::size_t i = 1; i < run.time.size(); ++i) {
      const double x = 0.5 * kAcceleration * run.time[i] * run.time[i];
      EXPECT_NEAR(run.x[i], x, 1e-12 * x);
    }
  }
}

// From the second hit on, each is kRattle times as fast as the last; then both ends carry.
TEST(PrismaticCases, CaseTwoRattlesIntoLineContact) {
  const CaseRun run = run_case(2, fixed("symmetric", 1e-6), 0.004, 1e-5);
  ASSERT_GE(run.impacts.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(run.impacts[i][1], i % 2 == 0 ? 0 : 1);  // left, right, …
  for (std::size_t i = 2; i < 5; ++i) EXPECT_NEAR(run.impacts[i][2] / run.impacts[i - 1][2], kRattle, 1e-3);
  for (std::size_t i = 0; i < run.time.size(); ++i) {
    if (run.time[i] < 0.0024) continue;
    EXPECT_GT(run.N_left[i], 0);
    EXPECT_GT(run.N_right[i], 0);
  }
}

}  // namespace
}  // namespace freeplay::validation::prismatic
