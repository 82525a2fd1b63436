// SPDX-License-Identifier: Apache-2.0
// The slider-crank of Flores2009, section 5, against numbers that other programs computed. The long version,
// with tables and plots, is validation/slider_crank.
#include <gtest/gtest.h>

#include <tuple>

#include "validation/slider_crank/reference.h"
#include "validation/slider_crank/runs.h"

namespace freeplay::validation {
namespace {

std::span<const reference::Sample> samples_of(Reading reading) {
  if (reading == Reading::shipped) return reference::kSamples;
  return reference::kLiteralSamples;
}

Errors worst_errors(const std::string& stepper, Coordinates coordinates, Reading reading, double step) {
  RunSetup setup;
  setup.stepper = stepper;
  setup.coordinates = coordinates;
  setup.reading = reading;
  setup.step = step;
  const SliderCrankRun run = run_slider_crank(setup);
  EXPECT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
  return worst(errors_at(run, samples_of(reading)));
}

/// Every reading in every choice of coordinates.
class SliderCrank : public ::testing::TestWithParam<std::tuple<Coordinates, Reading>> {
 protected:
  Coordinates coordinates() const { return std::get<0>(GetParam()); }
  Reading reading() const { return std::get<1>(GetParam()); }
};

std::string name_of(const ::testing::TestParamInfo<std::tuple<Coordinates, Reading>>& parameter) {
  const auto& [coordinates, reading] = parameter.param;
  return std::string(coordinates == Coordinates::own ? "own" : "assembled") +
         (reading == Reading::shipped ? "_shipped" : "_literal");
}

INSTANTIATE_TEST_SUITE_P(All, SliderCrank,
                         ::testing::Combine(::testing::Values(Coordinates::assembled, Coordinates::own),
                                            ::testing::Values(Reading::shipped, Reading::literal)),
                         name_of);

TEST_P(SliderCrank, SymmetricIsOfSecondOrderThroughImpactsAndSliding) {
  const Errors coarse = worst_errors("symmetric", coordinates(), reading(), 1e-4);
  const Errors fine = worst_errors("symmetric", coordinates(), reading(), 1e-5);
  EXPECT_GE(observed_order(coarse.angle(), fine.angle(), 1e-4, 1e-5), 1.8)
      << coarse.angle() << " -> " << fine.angle();
  EXPECT_GE(observed_order(coarse.speed(), fine.speed(), 1e-4, 1e-5), 1.8)
      << coarse.speed() << " -> " << fine.speed();
  EXPECT_GE(observed_order(coarse.energy, fine.energy, 1e-4, 1e-5), 1.8)
      << coarse.energy << " -> " << fine.energy;
  // Second order from 1e-3 rad, the most that is allowed at 1e-4, leaves 1e-5 rad.
  EXPECT_LE(coarse.angle(), 1e-3);
  EXPECT_LE(fine.angle(), 1e-5);
}

TEST_P(SliderCrank, MoreauIsOfFirstOrder) {
  const Errors coarse = worst_errors("moreau", coordinates(), reading(), 1e-4);
  const Errors fine = worst_errors("moreau", coordinates(), reading(), 1e-5);
  EXPECT_NEAR(observed_order(coarse.angle(), fine.angle(), 1e-4, 1e-5), 1, 0.2);
  EXPECT_NEAR(observed_order(coarse.speed(), fine.speed(), 1e-4, 1e-5), 1, 0.2);
  EXPECT_NEAR(observed_order(coarse.energy, fine.energy, 1e-4, 1e-5), 1, 0.2);
}

TEST_P(SliderCrank, LedgerClosesAndNothingPenetrates) {
  RunSetup setup;
  setup.coordinates = coordinates();
  setup.reading = reading();
  setup.end = 0.2;
  setup.every = 1e-4;
  const RunSummary summary = run_slider_crank(setup).summary;
  EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
  EXPECT_EQ(summary.steps.steps, 20000);
  EXPECT_NEAR(summary.start.total(), reference::kInitialEnergy, 1e-12 * reference::kInitialEnergy);
  EXPECT_LT(summary.worst_numerical, 1e-4 * reference::kInitialEnergy);
  EXPECT_EQ(summary.gain.count, 0) << summary.gain.worst << " J at t = " << summary.gain.worst_time;
  EXPECT_LT(summary.steps.worst_penetration_relative, 0.01);
  EXPECT_LE(summary.solver.worst_residual, 1e-10);
  EXPECT_EQ(summary.solver.failed, 0);
}

// At t = 0.1 s, with at most a tenth of the steps that fixed stepping of second order needs for the same
// error.
TEST_P(SliderCrank, ChosenStepsReachTheReferenceWithATenthOfTheSteps) {
  RunSetup setup;
  setup.coordinates = coordinates();
  setup.reading = reading();
  setup.every = 0.1;
  // two angles reveal less of an error than nine coordinates
  setup.accuracy = coordinates() == Coordinates::own ? 1e-7 : 1e-6;
  const SliderCrankRun chosen = run_slider_crank(setup);
  ASSERT_EQ(chosen.summary.status, RunStatus::complete) << chosen.summary.message;
  const double error = errors_at(chosen, samples_of(reading())).back().angle();
  EXPECT_LE(error, 1e-6);
  EXPECT_LE(std::abs(chosen.summary.worst_numerical), 1e-5 * reference::kInitialEnergy);
  EXPECT_LT(chosen.summary.steps.worst_penetration_relative, 1e-6);
  setup.accuracy.reset();
  const SliderCrankRun fixed = run_slider_crank(setup);
  const double fixed_error = errors_at(fixed, samples_of(reading())).back().angle();
  const double needed = static_cast<double>(fixed.summary.steps.steps) * std::sqrt(fixed_error / 1e-6);
  EXPECT_LE(static_cast<double>(chosen.summary.steps.steps), 0.1 * needed)
      << "error " << error << ", fixed at 1e-5: " << fixed_error;
}

TEST(SliderCrankLiteral, DefaultMeetsTheBoundsOnTheCrankAngle) {
  RunSetup setup;
  setup.reading = Reading::literal;
  setup.step = 1e-4;
  EXPECT_LE(std::abs(errors_at(run_slider_crank(setup), reference::kLiteralSamples).back().theta[0]), 1e-3);
  setup.step = 1e-5;
  EXPECT_LE(std::abs(errors_at(run_slider_crank(setup), reference::kLiteralSamples).back().theta[0]), 5e-5);
}

TEST(SliderCrankLiteral, MoreauRepeatsThePapersAlgorithm) {
  RunSetup setup;
  setup.reading = Reading::literal;
  setup.coordinates = Coordinates::own;
  setup.stepper = "moreau";
  const Errors difference = worst(errors_at(run_slider_crank(setup), reference::kMoreau));
  EXPECT_LE(difference.angle(), 1e-9);
  EXPECT_LE(difference.speed(), 1e-9);
  EXPECT_LE(difference.energy, 1e-9);
}

TEST(SliderCrankCoordinates, OwnAndAssembledAgree) {
  for (const Reading reading : {Reading::shipped, Reading::literal}) {
    for (const double step : {1e-4, 1e-5}) {
      RunSetup setup;
      setup.reading = reading;
      setup.step = step;
      const std::vector<Errors> assembled = errors_at(run_slider_crank(setup), samples_of(reading));
      setup.coordinates = Coordinates::own;
      const std::vector<Errors> own = errors_at(run_slider_crank(setup), samples_of(reading));
      // Both are of second order: twice what the default may be off at this step.
      const double allowed = 2e-3 * (step / 1e-4) * (step / 1e-4);
      for (std::size_t i = 0; i < own.size(); ++i) {
        for (std::size_t b = 0; b < 2; ++b) {
          EXPECT_NEAR(assembled[i].theta[b], own[i].theta[b], allowed) << "Δt = " << step << ", sample " << i;
        }
      }
    }
  }
}

TEST(SliderCrankImpacts, TheFirstSixAreListed) {
  for (const Coordinates coordinates : {Coordinates::assembled, Coordinates::own}) {
    RunSetup setup;
    setup.coordinates = coordinates;
    const std::vector<ListedImpact> listed = listed_impacts(run_slider_crank(setup));
    ASSERT_GE(listed.size(), 12u);
    for (std::size_t row = 0; row < 12; ++row) {
      const reference::Impact& exact = reference::kImpacts[row / 2];
      const std::size_t corner = row % 2;
      EXPECT_EQ(listed[row].contact, static_cast<int>((exact.upper ? 0 : 2) + corner)) << "row " << row;
      EXPECT_NEAR(listed[row].t, exact.t, 0.05 * setup.step) << "row " << row;  // placed inside the step
      EXPECT_NEAR(listed[row].before, exact.approach[corner], 1e-5) << "row " << row;
      EXPECT_NEAR(listed[row].after, -0.4 * exact.approach[corner], 1e-5) << "row " << row;
      EXPECT_NEAR(listed[row].P_N, exact.P_N[corner], 1e-4 * exact.P_N[corner]) << "row " << row;
      EXPECT_NEAR(listed[row].P_T, exact.P_T[corner], 1e-4 * std::abs(exact.P_T[corner])) << "row " << row;
    }
  }
}

// A start that is tilted ever so little: the corners hit in turn, infinitely often within 0.1 µs, and the
// slider stays on the upper surface until t = 0.015 s.
TEST(SliderCrankImpacts, ATiltedStartEndsInAPlasticImpact) {
  for (const double step : {1e-5, 1e-6, 0.0}) {  // 0: chosen
    RunSetup setup;
    if (step > 0) setup.step = step;
    if (step == 0) setup.accuracy = 1e-6;
    setup.tilt = 1e-6;
    setup.end = 0.008;
    setup.every = 1e-4;
    const SliderCrankRun run = run_slider_crank(setup);
    EXPECT_EQ(run.summary.gain.count, 0);
    const std::vector<double> time = run.record.values("/time");
    for (const char* corner : {"upper_back", "upper_front"}) {
      const std::vector<double> gap = run.record.values(std::string("/contact/guide.") + corner + "/gap");
      for (std::size_t i = 0; i < time.size(); ++i) {
        if (time[i] > 0.003) {
          ASSERT_LE(gap[i], 1e-5) << corner << " at t = " << time[i];
        }
      }
    }
  }
}

}  // namespace
}  // namespace freeplay::validation
