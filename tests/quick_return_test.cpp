// SPDX-License-Identifier: Apache-2.0
// The quick-return mechanism against its closed-form kinematics, without play and with.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "tests/kit/text.h"
#include "validation/contact_detection/mechanism.h"
#include "validation/contact_detection/mechanism_runs.h"

namespace freeplay {
namespace {

using namespace validation;

TEST(QuickReturn, FollowsItsKinematicsOverAFullTurn) {
  const QuickReturn mechanism;
  const double turn = 2 * std::numbers::pi / kSpeed;
  const ExampleRun run = run_mechanism(stepper_text("runge_kutta", "event"), false, turn);
  ASSERT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
  const std::vector<double> t = run.record.values("/time"), x = along_x(run, "position");
  for (std::size_t i = 0; i < t.size(); ++i) ASSERT_NEAR(x[i], mechanism.slider(kSpeed * t[i]), 1e-8) << t[i];
  EXPECT_NEAR(x.back(), x.front(), 1e-8);
}

TEST(QuickReturn, PlayLetsTheSliderStraySoFarAndNoFarther) {
  const QuickReturn mechanism;
  // every journal at the edge: the bound is reached, and more than the sum of clearances by the rocker's
  // lever
  EXPECT_GT(mechanism.farthest(0, kClearance, 1) - mechanism.slider(0), 4 * kClearance);
  const ExampleRun run = run_mechanism(stepper_text("runge_kutta", "reject"), true, 0.2);
  ASSERT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
  EXPECT_GT(run.summary.compliant.started, 20);
  const double play = kClearance + run.summary.steps.worst_penetration;
  const std::vector<double> t = run.record.values("/time"), x = along_x(run, "position");
  for (std::size_t i = 0; i < t.size(); i += 10) {
    ASSERT_LE(x[i], mechanism.farthest(kSpeed * t[i], play, 1)) << t[i];
    ASSERT_GE(x[i], mechanism.farthest(kSpeed * t[i], play, -1)) << t[i];
  }
}

TEST(QuickReturn, FailsWithLongStepsThatDoNotLook) {
  const ExampleRun run = run_mechanism(stepper_text("rk4", "none", 5e-3));
  EXPECT_EQ(run.summary.status, RunStatus::failed);
  EXPECT_LT(run.summary.t_end, 0.1);
  EXPECT_CONTAINS(run.summary.message, "detection = \"event\"");
}

}  // namespace
}  // namespace freeplay
