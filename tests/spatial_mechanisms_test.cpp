// SPDX-License-Identifier: Apache-2.0
// The planar four-bar in space and the spatial slider-crank with every formulation: fast versions of
// validation/four_bar_spatial and validation/spatial_slider_crank.
#include <gtest/gtest.h>

#include <numbers>

#include "freeplay/diagnostics.h"
#include "tests/kit/text.h"
#include "validation/four_bar_spatial/runs.h"
#include "validation/spatial_slider_crank/runs.h"

namespace freeplay {
namespace {

using namespace validation;

constexpr double kShort = 1e-3, kLateral = 3;

TEST(SpatialMechanisms, FourBarMovesAndBearsAsInThePlane) {
  for (const FormulationCase& one : kRedundantFormulations) {
    SCOPED_TRACE(one.name);
    for (const double crank : {0.3, 2.0, 4.5}) {
      const FourBarRun plane = run_four_bar(false, crank, R"({ name = "lagrange" })", kShort),
                       space = run_four_bar(true, crank, one.choice, kShort, kLateral);
      EXPECT_EQ(space.summary.status, RunStatus::complete) << space.summary.message;
      const FourBarComparison found = compare_four_bars(plane, space, 0, 0);
      const double bound = one.exact ? 1e-10 : 1e-4;  // 1/α of accelerations and forces
      EXPECT_LT(found.acceleration, bound);
      EXPECT_LT(found.reaction, bound);
      const double across =
          space.record.values("/joint/shaft/force")[2] + space.record.values("/joint/pivot/force")[2];
      EXPECT_NEAR(across, -kLateral * 1.1, bound);  // only the sum is determined
    }
  }
}

TEST(SpatialMechanisms, FourBarSaysWhatItDoesNotDetermine) {
  const FourBarRun run = run_four_bar(true, 1, R"({ name = "lagrange" })", kShort, kLateral);
  const auto text = [&](const char* name) {
    const auto found = run.record.final_attributes().find(name);
    return found == run.record.final_attributes().end() ? "" : std::get<std::string>(found->second);
  };
  EXPECT_EQ(
      text("undetermined_reactions"),
      "shaft.force.z shaft.moment.x shaft.moment.y crank_pin.force.z crank_pin.moment.x crank_pin.moment.y "
      "rocker_pin.force.z rocker_pin.moment.x rocker_pin.moment.y pivot.force.z pivot.moment.x "
      "pivot.moment.y");
  EXPECT_CONTAINS(text("redundant_joints"), "'shaft', 'crank_pin', 'rocker_pin', 'pivot'");
  EXPECT_THROW(run_four_bar(true, 1, R"({ name = "lagrange", solution = "closed_form" })", kShort),
               ModelError);
}

TEST(SpatialMechanisms, SliderCrankAgreesWithTheReference) {
  for (const Keeping& one : kKeepings) {
    for (const bool correct : {false, true}) {
      if (correct && std::string(one.name) == "coordinate_partitioning") continue;
      SCOPED_TRACE(std::string(one.name) + (correct ? ", corrected" : ""));
      const SliderCrankErrors found =
          run_slider_crank(runge_kutta(1e-13), correct ? corrected(one.choice) : one.choice, 0.5);
      EXPECT_LT(found.state(), 1e-8);
      EXPECT_LT(found.reaction, 1e-6);
      EXPECT_LT(found.energy, 1e-9);
    }
  }
}

TEST(SpatialMechanisms, PenaltyErrsInProportionToItsInverse) {
  const auto error = [](double alpha) {
    return run_slider_crank(runge_kutta(1e-13), fmt::format(R"({{ name = "penalty", alpha = {} }})", alpha),
                            0.5)
        .state();
  };
  const double errors[] = {error(1e5), error(1e7), error(1e9)};
  EXPECT_NEAR(std::log10(errors[0] / errors[1]), 2, 0.05);
  EXPECT_NEAR(std::log10(errors[1] / errors[2]), 2, 0.05);
}

TEST(SpatialMechanisms, RungeKuttaOfFourthOrder) {
  for (const char* choice : {R"({ name = "lagrange" })", R"({ name = "baumgarte", alpha = 5, beta = 5 })"}) {
    const double errors[] = {run_slider_crank(rk4(2e-3), choice, 1).state(),
                             run_slider_crank(rk4(1e-3), choice, 1).state()};
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.2) << choice;
  }
}

/// Table 2.2 as printed: the rod spins as its universal joint forbids. Baumgarte's method forgets it, the
/// multipliers alone carry it on at constant rate.
TEST(SpatialMechanisms, PrintedStartIsNotConsistent) {
  const Violations kept =
      run_violations(R"({ name = "baumgarte", alpha = 5, beta = 5 })", Start::printed, 1e-3, 2, 10);
  EXPECT_TRUE(kept.complete);
  const double spin = -1.5661 * 0.5067909812654852 + 1.6112 * 0.8620689655172414;  // along the rod
  EXPECT_NEAR(kept.velocity.front(), spin * spin, 1e-3);
  EXPECT_LT(kept.position.back(), 1e-5 * kept.largest(kept.position));
  const Violations drifting = run_violations(R"({ name = "lagrange" })", Start::printed, 1e-3, 0.5, 10);
  EXPECT_NEAR(std::sqrt(drifting.position.back()), spin * 0.5, 1e-3);
  const Violations exact = run_violations(R"({ name = "direct_correction" })", Start::printed, 1e-3, 0.5, 10);
  EXPECT_LT(exact.position.back(), 1e-20);
  EXPECT_LT(exact.velocity.back(), 1e-20);
  EXPECT_NEAR(exact.energy.back(), -0.5 * 4e-4 * spin * spin, 5e-6);  // that of the spin is gone
}

}  // namespace
}  // namespace freeplay
