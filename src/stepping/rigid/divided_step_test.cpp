// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/divided_step.h"

#include <gtest/gtest.h>

#include "freeplay/assemble.h"
#include "freeplay/model.h"

namespace freeplay {
namespace {

constexpr const char* kBall = R"(freeplay = 1
[[body]]
name = "ball"
mass = 1
inertia = 1
[run]
end = 1
)";

/// A step that moves and works in proportion to its length, and fails where it is longer than `longest_` or would go beyond `wall_`.
class DividedStepTest : public ::testing::Test {
 protected:
  StepReport make(double dt) {
    return divided_.make(state_, dt, book_, solver_, [this](State& state, double length) {
      ++calls_;
      solver_.failed += fails_to_solve_;
      if (length > longest_ || state.t() + length > wall_) return StepReport{status_, 7, 0.5};
      state.q()[0] += length;
      state.set_t(state.t() + length);
      book_.works.impact -= length;
      ++book_.statistics.steps;
      return StepReport{};
    });
  }

  const Assembly assembly_ = assemble(read_model_text(kBall, "ball.toml"));
  State state_ = assembly_.system->initial_state();
  Book book_{assembly_.system->info()};
  SolverStatistics solver_;
  DividedStep divided_{state_, book_};
  StepStatus status_ = StepStatus::unsolved;
  double longest_ = 1, wall_ = 10;
  int calls_ = 0, fails_to_solve_ = 0;
};

TEST_F(DividedStepTest, WhatGoesInOneStaysOne) {
  EXPECT_EQ(make(1).status, StepStatus::ok);
  EXPECT_EQ(calls_, 1);
  EXPECT_EQ(book_.statistics.rejected, 0);
}

TEST_F(DividedStepTest, ATenthThenAHundredth) {
  longest_ = 0.2;
  EXPECT_EQ(make(1).status, StepStatus::ok);
  EXPECT_EQ(calls_, 11);
  longest_ = 0.05;
  EXPECT_EQ(make(1).status, StepStatus::ok);
  EXPECT_EQ(calls_, 11 + 1 + 1 + 100);
  EXPECT_EQ(state_.t(), 2);
  EXPECT_NEAR(state_.q()[0], 2, 1e-12);
  EXPECT_NEAR(book_.works.impact, -2, 1e-12);
  EXPECT_EQ(book_.statistics.steps, 2);
  EXPECT_EQ(book_.statistics.rejected, 2);
}

// The wall stands within the step: parts of it are made, booked and taken back.
TEST_F(DividedStepTest, WhatNothingMendsFailsAsAtFirst) {
  wall_ = 0.555;
  for (const StepStatus status : {StepStatus::unsolved, StepStatus::not_assembled, StepStatus::jammed,
                                  StepStatus::friction_unsettled}) {
    status_ = status;
    const StepReport report = make(1);
    EXPECT_EQ(report.status, status);
    EXPECT_EQ(report.culprit, 7);
    EXPECT_EQ(state_.t(), 0);
    EXPECT_EQ(state_.q()[0], 0);
    EXPECT_EQ(book_.works.impact, 0);
    EXPECT_EQ(book_.statistics.steps, 0);
  }
  EXPECT_EQ(calls_, 4 * (1 + 6 + 56));
}

TEST_F(DividedStepTest, OtherFailuresAreNotThoseOfTheLength) {
  longest_ = 0.2;
  for (const StepStatus status :
       {StepStatus::not_finite, StepStatus::too_many_contacts, StepStatus::interrupted}) {
    status_ = status;
    calls_ = 0;
    EXPECT_EQ(make(1).status, status);
    EXPECT_EQ(calls_, 1);
  }
}

// Shorter steps that go on but meet one problem without a solution after the other.
TEST_F(DividedStepTest, ItsWorkIsBounded) {
  longest_ = 0.2;
  fails_to_solve_ = 20;
  EXPECT_EQ(make(1).status, StepStatus::unsolved);
  EXPECT_LE(calls_, 5);
  EXPECT_EQ(state_.t(), 0);
}

}  // namespace
}  // namespace freeplay
