// SPDX-License-Identifier: Apache-2.0
#include "studies/reduction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace freeplay {
namespace {

using What = Measure::What;

Measure measure_of(What what, double level = 0) {
  Measure measure;
  measure.source = "/a";
  measure.what = what;
  measure.level = level;
  return measure;
}

/// Of a function between 0 and 1 s, in 10 000 samples.
double reduced(const Measure& measure, const std::function<double(double)>& of) {
  Reduction reduction(measure);
  for (int i = 0; i <= 10000; ++i) reduction.add(i * 1e-4, of(i * 1e-4));
  return reduction.result();
}

double wave(double t) { return std::sin(4 * std::numbers::pi * t) + 0.5; }  // two periods in a second

TEST(Reduction, MeasuresOfAWaveAreThoseOfTheFormula) {
  EXPECT_NEAR(reduced(measure_of(What::peak), wave), 1.5, 1e-6);
  EXPECT_NEAR(reduced(measure_of(What::least), wave), -0.5, 1e-6);
  EXPECT_NEAR(reduced(measure_of(What::mean), wave), 0.5, 1e-6);
  EXPECT_NEAR(reduced(measure_of(What::rms), wave), std::sqrt(0.5 + 0.25), 1e-6);
  EXPECT_NEAR(reduced(measure_of(What::final), wave), 0.5, 1e-12);
  EXPECT_NEAR(reduced(measure_of(What::crossings, 0.5 + 0.5), wave), 2, 0);
  EXPECT_NEAR(reduced(measure_of(What::crossing, 1), wave), 1.0 / 24, 1e-7);   // sin = ½ at 30°
  EXPECT_NEAR(reduced(measure_of(What::time_above, 1), wave), 1.0 / 3, 1e-6);  // from 30° to 150°, twice
  Measure down = measure_of(What::crossing, 1);
  down.direction = Measure::Direction::down;
  EXPECT_NEAR(reduced(down, wave), 5.0 / 24, 1e-7);
  down.direction = Measure::Direction::either;
  down.what = What::crossings;
  EXPECT_EQ(reduced(down, wave), 4);
}

TEST(Reduction, PercentilesOfARampAreItsPlaces) {
  Measure percentile = measure_of(What::percentile);
  percentile.percent = 95;
  EXPECT_NEAR(reduced(percentile, [](double t) { return -t; }), -0.05, 1e-12);
  percentile.absolute = true;
  EXPECT_NEAR(reduced(percentile, [](double t) { return -t; }), 0.95, 1e-12);
}

TEST(Reduction, WhatNeverHappensIsNoNumber) {
  EXPECT_TRUE(std::isnan(reduced(measure_of(What::crossing, 9), wave)));
  EXPECT_EQ(reduced(measure_of(What::crossings, 9), wave), 0);
  const Measure peak = measure_of(What::peak);
  Reduction empty(peak);
  EXPECT_TRUE(std::isnan(empty.result()));
}

TEST(Reduction, ARunThatBeginsAnewForgetsTheLast) {
  const Measure peak = measure_of(What::peak);
  Reduction reduction(peak);
  reduction.add(0, 9);
  reduction.begin();
  reduction.add(0, 1);
  EXPECT_EQ(reduction.result(), 1);
}

RecordLayout layout_of_tests() {
  RecordLayout layout;
  layout.channels = {{"/time", "s", "", 1, {}}, {"/a", "m", "", 1, {}}, {"/b", "m", "", 2, {}}};
  layout.tables = {
      {"/hits", "", {{"time", "s", {}}, {"where", "", {"left", "right"}}, {"impulse", "N*s", {}}}}};
  return layout;
}

TEST(Reduction, TakesWindowsComponentsAndColumns) {
  std::vector<Measure> measures(4, measure_of(What::peak));
  measures[0].from = 1;
  measures[0].to = 2;
  measures[1].source = "/b";
  measures[1].component = "y";
  measures[2].source = "/b";
  measures[2].component = "size";
  measures[3] = measure_of(What::sum);
  measures[3].of_table = true;
  measures[3].source = "/hits";
  measures[3].column = "impulse";
  measures[3].from = 1;
  MeasureSink sink(measures, layout_of_tests());
  sink.begin();
  for (int i = 0; i <= 4; ++i) sink.append(std::vector<double>{1.0 * i, 10.0 * i, 3.0 * i, -4.0 * i});
  sink.append_row(0, std::vector<double>{0.5, 1, 100});
  sink.append_row(0, std::vector<double>{1.5, 0, 7});
  sink.append_row(0, std::vector<double>{2.5, 1, 5});
  std::vector<double> results(4);
  sink.results(results);
  EXPECT_EQ(results, (std::vector<double>{20, 0, 20, 12}));
}

TEST(Reduction, WhatIsNotRecordedIsRefused) {
  std::vector<Measure> measures(1, measure_of(What::peak));
  measures[0].source = "/c";
  EXPECT_THROW(MeasureSink(measures, layout_of_tests()), std::out_of_range);
}

}  // namespace
}  // namespace freeplay
