// SPDX-License-Identifier: Apache-2.0
// Closed forms, through the shipped examples; more of them in validation/textbook.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "validation/slider_crank/runs.h"
#include "validation/textbook/runs.h"

namespace freeplay::validation {
namespace {

const Assignment kAccuracy{"method.stepper", "{ name = \"symmetric\", accuracy = 1e-6 }"};

TEST(Textbook, TheBallRestsAfterInfinitelyManyImpacts) {
  const ExampleRun run = run_example("bouncing_ball", {kAccuracy});
  ASSERT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
  const std::vector<double> closed = times_of_rest(run);
  ASSERT_EQ(closed.size(), 1u);
  EXPECT_NEAR(closed[0], 1.3545709229571927, 1e-6);
  const double impacts[] = {0.4515236409857309, 0.9030472819714618, 1.1288091024643272,
                            1.24169001271076,   1.2981304678339762, 1.3263506953955846};
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(run.record.rows("/impacts").at(i).at(0), impacts[i], 1e-6) << i;
}

TEST(Textbook, TheBrickStops) {
  const ExampleRun run = run_example("brick_sliding", {kAccuracy});
  const std::vector<double> stuck = times_of_rest(run);
  ASSERT_EQ(stuck.size(), 2u);
  for (const double t : stuck) EXPECT_NEAR(t, 0.6795786612300374, 1e-6);
  EXPECT_NEAR(last_of(run, "/body/brick/position", 0, 2), 0.6795786612300374, 1e-6);
}

TEST(Textbook, FrictionAHairAboveTheSlopeHoldsTheBrickForTenSeconds) {
  const double slope = std::sqrt(3.0) / 3;
  for (const bool chosen : {true, false}) {
    for (const double factor : {1.0001, 0.9999}) {
      std::vector<Assignment> changes = {{"contact.friction.mu", fmt::format("{:.17g}", factor * slope)},
                                         {"run.end", "10"}};
      if (chosen) changes.push_back(kAccuracy);
      const ExampleRun run = run_example("brick_on_incline", changes);
      ASSERT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
      const double way = -(last_of(run, "/body/brick/position", 0, 2) + 0.025) / std::sqrt(0.75);
      EXPECT_NEAR(way, factor > 1 ? 0 : 50 * 9.81 * 0.5 * 1e-4, 1e-8) << factor;
    }
  }
}

TEST(Textbook, TheRodOnTheRoughTableIsRecognisedAsPainlevesCase) {
  const ExampleRun run = run_example("painleve_rod");
  EXPECT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
  EXPECT_GT(run.summary.solver.painleve, 0);
  EXPECT_EQ(run.summary.painleve_contact, "tip/table");
  const ExampleRun smooth = run_example("painleve_rod", {{"contact.friction.mu", "1.2"}});
  EXPECT_EQ(smooth.summary.solver.painleve, 0);  // μ < 4/3: one solution, always
}

// The slider-crank of Flores2009 with every solver, without help from the modes of the last step.
TEST(SliderCrankSolvers, AllAgree) {
  RunSetup setup;
  setup.step = 1e-4;
  setup.every = 0;
  const std::unique_ptr<System> system = make_system(setup);
  std::vector<double> exact;
  for (const EntryInfo* entry : registry("solver").entries) {
    SCOPED_TRACE(entry->name);
    Method method;
    method.stepper = {"symmetric", {{"step", {setup.step, {}}}}, {}};
    method.solver = {entry->name, {{"warm_start", {false, {}}}}, {}};
    freeplay::Run run;
    run.end = 0.02;
    MemoryRecord record(record_layout(*system, method, run.record));
    const RunSummary summary = simulate(*system, method, run, record);
    ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
    EXPECT_EQ(summary.solver.handed_over, 0) << summary.solver.stood_in;
    const std::vector<double> angle = record.values("/body/crank/angle");
    if (exact.empty()) exact = angle;
    ASSERT_EQ(exact.size(), angle.size());
    // solutions differ by the tolerance, 1e-10, and impacts pass that on
    for (std::size_t i = 0; i < angle.size(); ++i) ASSERT_NEAR(angle[i], exact[i], 1e-7) << i;
  }
}

}  // namespace
}  // namespace freeplay::validation
