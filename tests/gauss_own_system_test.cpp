// SPDX-License-Identifier: Apache-2.0
// The optimisation step on a system written in C++.
#include <gtest/gtest.h>

#include "examples/own_system/slider_crank.h"
#include "stepping/gauss/gauss_judge.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

std::unique_ptr<Stepper> make_stepper(const System& system, const char* algorithm) {
  StepperOptions options;
  options.stepper = {
      "gauss_optimisation",
      {{"algorithm", {std::string(algorithm), {}}}, {"step_min", {2e-5, {}}}, {"step_max", {2e-4, {}}}},
      {}};
  return find_entry<StepperEntry>("gauss_optimisation")->make(system, options);
}

// The paper's three coordinates with their own M(q): every step obeys its equations.
TEST(GaussOwnSystem, ServesOwnSystems) {
  SliderCrankData data;
  data.restitutionN = 0;
  data.mu = 0;
  const OwnSliderCrank own(data);
  for (const char* algorithm : {"interior_point", "sqp"}) {
    SCOPED_TRACE(algorithm);
    const std::unique_ptr<Stepper> stepper = make_stepper(own, algorithm);
    State state = own.initial_state();
    const double end = 0.003;  // through the first impact into the contact that follows
    while (state.t() < end) {
      const State A = state;
      stepper->book().clear_impulses();
      ASSERT_EQ(stepper->step(state, end - state.t()).status, StepStatus::ok);
      const StepMistakes found = judge_step(own, A, state, stepper->book());
      EXPECT_LE(found.momentum, found.allowed);
      EXPECT_LE(found.overlap, 1e-9);
      EXPECT_LE(found.product, 1e-12);
      EXPECT_EQ(found.least_P, 0);
    }
    EXPECT_GT(stepper->book().statistics.impacts, 0);
    EXPECT_EQ(stepper->solver_statistics().handed_over, 0);
  }
}

TEST(GaussOwnSystem, OwnSystemsWithOtherLawsAreRefused) {
  const std::string said = testing::refusal_of([] { make_stepper(OwnSliderCrank(), "sqp"); });
  EXPECT_CONTAINS(said, "gauss_optimisation has no restitution");
  EXPECT_CONTAINS(said, "symmetric");
}

}  // namespace
}  // namespace freeplay
