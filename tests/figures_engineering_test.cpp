// SPDX-License-Identifier: Apache-2.0
// Figures of what was computed from several channels, against the channels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "report/figures/parts.h"
#include "tests/figure_runs.h"

namespace freeplay {
namespace {

using testing::figure_runs;
using testing::make_figure;

// The force in the room is the recorded one; turned back by the angle of the body, the other one is it too.
TEST(EngineeringFigures, BearingForceIsAVectorInTheRoomAndOnTheBody) {
  const std::vector<Result>& runs = figure_runs().journal;
  const std::vector<FigureSpec> figures = make_figure("bearing_force", runs, {{"pivot"}});
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].axes.size(), 2U);
  EXPECT_TRUE(figures[0].axes[0].equal_aspect);
  EXPECT_EQ(figures[0].axes[1].title, "pivot: turning with rocker");
  const auto curve = [&](std::size_t panel) {
    const SeriesSpec& series = figures[0].axes[panel].series.at(0);
    return std::pair{resolve(series.x, runs), resolve(series.y, runs)};
  };
  const auto [x, y] = curve(0);
  const auto [along, across] = curve(1);
  EXPECT_EQ(x, runs[0].values("/contact/pivot.journal/force_mean", 0));
  const std::vector<double> angle = runs[0].values("/body/rocker/angle");
  ASSERT_EQ(along.size(), angle.size());
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    // turned back by the body's angle it is the force in the room again
    const double c = std::cos(angle[i]), s = std::sin(angle[i]), size = std::hypot(x[i], y[i]);
    EXPECT_NEAR(c * along[i] - s * across[i], x[i], 1e-12 * (1 + size));
    EXPECT_NEAR(s * along[i] + c * across[i], y[i], 1e-12 * (1 + size));
    most = std::max(most, size);
  }
  EXPECT_GT(most, 0);
}

// The sum over all directions is the sum over the time, whatever the bins.
TEST(EngineeringFigures, WearSumsToNormalForceTimesWay) {
  const std::vector<Result>& runs = figure_runs().journal;
  const std::vector<FigureSpec> figures = make_figure("wear", runs, {{"crank_pin"}});
  ASSERT_EQ(figures.size(), 1U);
  const SeriesSpec& series = figures[0].axes.at(0).series.at(0);
  const std::vector<double> direction = resolve(series.x, runs), sums = resolve(series.y, runs);
  ASSERT_EQ(sums.size(), 121U);
  EXPECT_EQ(direction.front(), -180);
  EXPECT_EQ(direction.back(), 180);
  const std::vector<double> P = runs[0].values("/contact/crank_pin.journal/normal"),
                            v = runs[0].values("/contact/crank_pin.journal/slip");
  double all = 0;
  for (std::size_t i = 1; i < P.size(); ++i) all += P[i] * 0.5 * (std::abs(v[i - 1]) + std::abs(v[i]));
  EXPECT_GT(all, 0);
  EXPECT_NEAR(std::accumulate(sums.begin(), sums.end() - 1, 0.0), all, 1e-12 * all);
}

TEST(EngineeringFigures, TorqueOverAngleLaysTurnsOverEachOther) {
  std::vector<Result> run;
  run.push_back(testing::run_example("four_bar_play", {{"run.end", "0.6"}, {"run.record.every", "5e-3"}}));
  const std::vector<FigureSpec> figures = make_figure("torque_angle", run);
  ASSERT_EQ(figures.size(), 1U);
  const SeriesSpec& series = figures[0].axes.at(0).series.at(0);
  const std::vector<double> angle = resolve(series.x, run), torque = resolve(series.y, run);
  const std::vector<double> q = run[0].values("/joint/shaft/angle"),
                            M = run[0].values("/driver/motor/effort_mean");
  const auto breaks = std::count_if(angle.begin(), angle.end(), [](double a) { return std::isnan(a); });
  EXPECT_EQ(breaks,
            std::floor(q.back() / (2 * std::numbers::pi)) - std::floor(q.front() / (2 * std::numbers::pi)));
  EXPECT_EQ(angle.size(), q.size() + static_cast<std::size_t>(breaks));
  for (const double a : angle) EXPECT_TRUE(std::isnan(a) || (a >= 0 && a <= 360)) << a;
  EXPECT_EQ(torque.back(), M.back());
  EXPECT_NEAR(std::remainder(angle.back() - q.back() * 180 / std::numbers::pi, 360), 0, 1e-9);
}

TEST(EngineeringFigures, DifferenceIsThatOfTheSummary) {
  const std::vector<Result>& twins = figure_runs().twins;
  const std::vector<FigureSpec> figures = make_figure("difference", twins);
  ASSERT_EQ(figures.size(), 1U);
  double most = 0;
  for (const SeriesSpec& series : figures[0].axes.at(0).series) {
    for (const double d : resolve(series.y, twins)) most = std::max(most, d / series.y.factor);
  }
  const std::vector<double> x = twins[0].values("/body/slider/position", 0),
                            ideal = twins[1].values("/body/slider/position", 0);
  double slider = 0;
  for (std::size_t i = 0; i < x.size(); ++i) slider = std::max(slider, std::abs(x[i] - ideal[i]));
  EXPECT_GE(most, slider);
  EXPECT_GT(most, 0);
  EXPECT_TRUE(make_figure("difference", figure_runs().guide).empty());
}

TEST(EngineeringFigures, LongCurvesKeepTheirPeaks) {
  std::vector<double> x(200000), y(200000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i), y[i] = std::sin(1e-3 * x[i]);
  y[123457] = 50;
  AxesSpec axes;
  add_computed(axes, 0, x, y, y, "", 0);
  const std::vector<double> kept = *axes.series.at(0).y.numbers;
  EXPECT_LE(kept.size(), 16000U);
  EXPECT_GT(kept.size(), 15000U);
  EXPECT_EQ(*std::max_element(kept.begin(), kept.end()), 50);
  const std::vector<double> at = *axes.series.at(0).x.numbers;
  EXPECT_TRUE(std::is_sorted(at.begin(), at.end()));
  AxesSpec few;
  add_computed(few, 0, {1, 2, 3}, {4, 5, 6}, {4, 5, 6}, "", 0);
  EXPECT_EQ(*few.series.at(0).x.numbers, (std::vector<double>{1, 2, 3}));
}

}  // namespace
}  // namespace freeplay
