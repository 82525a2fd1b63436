// SPDX-License-Identifier: Apache-2.0
// Figures of results: what each shows of runs made here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "freeplay/results.h"
#include "report/figures/figure.h"
#include "report/figures/parts.h"
#include "report/window.h"
#include "tests/figure_runs.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::figure_runs;
using testing::labels;
using testing::make_figure;
using Style = Series::Style;

Extent extent_of(const std::vector<double>& values) {
  Extent extent;
  for (const double value : values) extent.add(value);
  return extent;
}

TEST(Figures, MotionHasAColumnForTheCentreAndOneForTheTurn) {
  const std::vector<FigureSpec> figures = make_figure("motion", figure_runs().guide);
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(figures[0].title, "Motion of crank");
  EXPECT_EQ(figures[0].columns, 2);
  ASSERT_EQ(figures[0].axes.size(), 6U);
  EXPECT_EQ(labels(figures[0].axes[0]), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(figures[0].axes[5].y_label, "α (rad/s^{2})");
  // The slider of this run turns by rounding only: its angle is not shown.
  EXPECT_EQ(figures[2].columns, 1);
  EXPECT_EQ(figures[2].axes.size(), 3U);
}

/// A body's motion, recorded at three times.
struct Body3 {
  const char* name;
  std::vector<double> x, angle, v, omega, alpha;
};
Result recorded(const std::vector<Body3>& bodies) {
  Result result;
  const auto put = [&](const std::string& path, const std::string& unit, const std::vector<double>& values) {
    result.record.layout.channels.push_back({path, unit, "", 1, {}});
    result.record.channels[path] = values;
  };
  put("/time", "s", {0, 1, 2});
  for (const Body3& body : bodies) {
    const std::string at = std::string("/body/") + body.name + "/";
    put(at + "position", "m", body.x);
    put(at + "angle", "rad", body.angle);
    put(at + "velocity", "m/s", body.v);
    put(at + "angular_velocity", "rad/s", body.omega);
    put(at + "angular_acceleration", "rad/s^2", body.alpha);
  }
  return result;
}

TEST(Figures, RoundingIsNotDrawnAsMotion) {
  const std::vector<double> none{0, 0, 0}, noise{1e-13, -1e-13, 3e-13}, there{1, 1 + 1e-15, 1};
  // Nothing moves: the largest motion of the machine is rounding itself.
  const std::vector<Result> rest{recorded({{"stone", there, noise, noise, noise, noise}})};
  for (const char* figure : {"motion", "phase", "path"})
    EXPECT_TRUE(make_figure(figure, rest).empty()) << figure;
  // A crank that turns steadily in its place, and a slider whose angle trembles.
  const std::vector<Result> two{recorded({{"crank", noise, {0, 5, 10}, noise, {5, 5, 5}, noise},
                                          {"slider", {0, 2, 1}, noise, {2, 0, -1}, noise, noise}})};
  const std::vector<FigureSpec> figures = make_figure("motion", two);
  ASSERT_EQ(figures.size(), 2U);
  ASSERT_EQ(figures[0].axes.size(), 2U);
  EXPECT_EQ(figures[0].axes[0].title, "Angle");
  EXPECT_EQ(figures[0].axes[1].title, "Angular velocity");
  ASSERT_EQ(figures[1].axes.size(), 2U);
  EXPECT_EQ(figures[1].axes[0].title, "Position");
  EXPECT_EQ(make_figure("phase", two).at(0).axes.at(0).title, "slider");
  EXPECT_EQ(make_figure("phase", two).at(0).axes.size(), 1U);
}

TEST(Figures, ATopThatSpinsAboutItsTipGoesNowhere) {
  const std::vector<Result> top{testing::run_example("heavy_top", {{"run.end", "0.02"}})};
  EXPECT_TRUE(make_figure("path", top).empty());
  for (const FigureSpec& figure : make_figure("motion", top)) {
    for (const AxesSpec& axes : figure.axes) EXPECT_NE(axes.title, "Position");
  }
}

TEST(Figures, ManyBodiesAreNotAllShown) {
  const std::vector<FigureSpec> figures = make_figure("motion", figure_runs().grains);
  ASSERT_EQ(figures.size(), 6U);
  EXPECT_EQ(figures.back().axes.back().note,
            "6 of 500 bodies are shown; others: freeplay plot --only NAME, or the tab Channels of a report");
  EXPECT_NE(figures[1].title, "Motion of disc_2");  // some from everywhere
  EXPECT_EQ(make_figure("motion", figure_runs().grains, {{"disc_10*"}}).size(), 11U);
  EXPECT_TRUE(make_figure("motion", figure_runs().grains, {{"nobody"}}).empty());
}

TEST(Figures, OrbitsLieInTheCircleOfTheClearance) {
  const std::vector<FigureSpec> figures = make_figure("orbit", figure_runs().journal);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].axes.size(), 3U);
  const AxesSpec& axes = figures[0].axes[0];
  EXPECT_EQ(axes.title, "crank_pin");
  EXPECT_TRUE(axes.equal_aspect);
  EXPECT_EQ(axes.x_label, "x (mm)");
  ASSERT_EQ(axes.circles.size(), 1U);
  EXPECT_NEAR(axes.circles[0].r, 0.2, 1e-12);
  EXPECT_EQ(axes.circles[0].label, "clearance 0.2 mm");
  const std::vector<double> x = resolve(axes.series[0].x, figure_runs().journal);
  const std::vector<double> y = resolve(axes.series[0].y, figure_runs().journal);
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::hypot(x[i], y[i]));
  EXPECT_NEAR(most, 0.2, 1e-6);  // it touches
  // Without the model the eccentricity tells the same.
  std::vector<Result> unknown = figure_runs().journal;
  unknown[0].model.reset();
  EXPECT_NEAR(make_figure("orbit", unknown)[0].axes[0].circles.at(0).r, 0.2, 1e-9);
}

TEST(Figures, OrbitsInSpaceHaveTwoEndsAndBoundsAlongTheAxis) {
  const std::vector<FigureSpec> figures = make_figure("orbit", figure_runs().space);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].axes.size(), 2U);
  EXPECT_EQ(labels(figures[0].axes[0]), (std::vector<std::string>{"end A", "end B"}));
  EXPECT_EQ(figures[0].axes[0].circles.size(), 1U);
  ASSERT_EQ(figures[0].axes[1].h_lines.size(), 2U);
  EXPECT_DOUBLE_EQ(figures[0].axes[1].h_lines[0], -figures[0].axes[1].h_lines[1]);
}

TEST(Figures, CornersTouchAtOne) {
  std::vector<Result> two = {
      figure_runs().guide.front(),
      testing::run_example("slider_crank", {{"run.end", "0.02"}, {"joint.guide.clearance", "0.5mm"}})};
  label_results(two);
  const std::vector<FigureSpec> figures = make_figure("corners", two);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].axes.size(), 4U);
  EXPECT_EQ(figures[0].axes[0].title, "guide: upper back");
  EXPECT_EQ(figures[0].axes[0].x_label, "stroke (m)");
  for (const AxesSpec& axes : figures[0].axes) {
    EXPECT_EQ(axes.h_lines, (std::vector<double>{-1, 1}));
    for (const SeriesSpec& series : axes.series) {  // each scaled by its own clearance
      const Extent extent = extent_of(resolve(series.y, two));
      EXPECT_NEAR(extent.high, 1, 1e-9);
      EXPECT_GE(extent.low, -1 - 1e-9);
    }
  }
}

TEST(Figures, ASliderThatSinksOnItsRodIsBelowTheMiddle) {
  const std::vector<Result> rod{testing::run_example("prismatic_clearance", {}, "case1.toml")};
  EXPECT_NEAR(rod[0].values("/body/slider/position", 1).back(), -10e-6, 1e-9);
  const std::vector<FigureSpec> figures = make_figure("corners", rod);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].axes.size(), 4U);
  for (const AxesSpec& axes : figures[0].axes)
    EXPECT_NEAR(resolve(axes.series.at(0).y, rod).back(), -1, 1e-4) << axes.title;
}

TEST(Figures, PenetrationStandsAboveTheStepSize) {
  const std::vector<FigureSpec> figures = make_figure("penetration", figure_runs().compliant);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].axes.size(), 2U);
  EXPECT_EQ(figures[0].axes[0].y_label, "δ (µm)");
  EXPECT_TRUE(figures[0].axes[1].log_y);
  EXPECT_TRUE(make_figure("penetration", figure_runs().guide).empty());
}

// A steel ball is in contact for 0.4 ms, its samples are 5 ms apart: its curve is zero all through, its peaks are not.
TEST(Figures, ContactForceHasAnEnvelopeWhereSamplesAreCoarserThanContacts) {
  std::vector<Result> ball;
  ball.push_back(testing::run_example("falling_ball", {{"run.end", "0.5"}}));
  const std::vector<FigureSpec> figures = make_figure("contact_force", ball);
  ASSERT_EQ(figures.size(), 1U);
  const AxesSpec& axes = figures[0].axes.at(0);
  ASSERT_EQ(axes.series.size(), 2U);
  EXPECT_EQ(axes.series[1].style, Style::dashed);
  const std::vector<double> peaks = resolve(axes.series[1].y, ball);
  EXPECT_NEAR(*std::max_element(peaks.begin(), peaks.end()),
              std::get<double>(ball[0].record.attributes.at("peak_normal_force")), 1e-6);
  EXPECT_NE(axes.note.find("the largest at a sample is 0 N"), std::string::npos) << axes.note;
}

TEST(Figures, ForcesAreMeansInTheRigidWorld) {
  EXPECT_EQ(make_figure("contact_force", figure_runs().guide).at(0).axes[0].y_label, "F_{N} (N)");
  EXPECT_EQ(make_figure("contact_force", figure_runs().guide).at(0).axes[1].y_label, "F_{T} (N)");
  EXPECT_EQ(make_figure("contact_force", figure_runs().compliant).at(0).axes[0].y_label, "F_{N} (N)");
  EXPECT_EQ(
      make_figure("contact_force", figure_runs().guide, {{"guide.upper_*"}}).at(0).axes[0].series.size(), 4U)
      << "each with its part of impacts";
  EXPECT_EQ(make_figure("contact_force", figure_runs().guide, {{"guide"}}).at(0).axes[0].series.size(), 4U)
      << "the lower corners do not touch in this run";
}

TEST(Figures, ModesAreRowsOfWords) {
  const std::vector<FigureSpec> belt = make_figure("modes", figure_runs().belt);
  ASSERT_EQ(belt.size(), 1U);
  ASSERT_EQ(belt[0].timeline.size(), 1U);
  EXPECT_EQ(belt[0].timeline[0].channel, "/joint/surface/mode");
  const std::string svg = to_svg(to_figure(belt[0], figure_runs().belt));
  EXPECT_CONTAINS(svg, "<title>stick</title>");
  EXPECT_CONTAINS(svg, "<title>slip-</title>");
  EXPECT_EQ(make_figure("modes", figure_runs().space).size(),
            2U);  // contacts, and which of a journal's are closed
}

TEST(Figures, ImpactsAreStemsFromTheTable) {
  const std::vector<FigureSpec> figures = make_figure("impacts", figure_runs().guide);
  ASSERT_EQ(figures.size(), 1U);
  std::size_t stems = 0;
  for (const SeriesSpec& series : figures[0].axes[0].series) {
    EXPECT_EQ(series.style, Style::stems);
    stems += resolve(series.y, figure_runs().guide).size();
  }
  EXPECT_EQ(stems, figure_runs().guide[0].record.tables.at("/impacts").size());
}

TEST(Figures, ImpactsThatLastAreDrawnByTheirApproach) {
  const AxesSpec axes = make_figure("impacts", figure_runs().compliant).at(0).axes.at(0);
  EXPECT_EQ(axes.y_label, "approach (m/s)");
  EXPECT_CONTAINS(axes.note, "Impulses are left out");
  for (const SeriesSpec& series : axes.series) {
    EXPECT_EQ(series.y.column, "normal_before");
    EXPECT_GE(extent_of(resolve(series.y, figure_runs().compliant)).low, 0) << series.label;
  }
  // Beside a result of the rigid world both are drawn by what they share.
  std::vector<Result> two = {figure_runs().compliant.front(), figure_runs().guide.front()};
  label_results(two);
  EXPECT_EQ(make_figure("impacts", two).at(0).axes.at(0).y_label, "approach (m/s)");
  EXPECT_EQ(make_figure("impacts", figure_runs().guide).at(0).axes.at(0).y_label, "P_{N} (N s)");
}

TEST(Figures, TheStackOfEnergiesIsTheEnergyPutIn) {
  for (const auto* results : {&figure_runs().guide, &figure_runs().journal, &figure_runs().belt,
                              &figure_runs().compliant, &figure_runs().space}) {
    const std::vector<FigureSpec> figures = make_figure("energy", *results);
    ASSERT_EQ(figures.size(), 1U);
    std::vector<double> sum(results->front().values("/time").size(), 0.0);
    for (const SeriesSpec& series : figures[0].axes[0].series) {
      if (series.style != Style::area) continue;
      const std::vector<double> part = resolve(series.y, *results);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
      EXPECT_GE(extent_of(part).low, -1e-9 * extent_of(sum).size()) << series.label;
    }
    const std::vector<double> drivers = results->front().values("/energy/drivers");
    for (std::size_t i = 0; i < sum.size(); ++i) ASSERT_NEAR(sum[i] - drivers[i], sum[0], 1e-5 * sum[0]) << i;
    EXPECT_EQ(figures[0].axes.back().title, "Numerical remainder");
  }
}

// A spring that carries a constant force beside its stiffness has a potential below zero.
TEST(Figures, PotentialsBelowZeroAreStackedAboveTheirLeast) {
  Result result;
  const auto put = [&](const std::string& path, const std::vector<double>& values) {
    result.record.layout.channels.push_back({path, "J", "", 1, {}});
    result.record.channels[path] = values;
  };
  put("/time", {0, 1, 2});
  put("/energy/kinetic", {0, 2, 1});
  put("/energy/gravity", {-3, -4, -3});
  put("/energy/elastic", {-45, -46, -47});
  put("/energy/friction", {0, 0, -1});
  put("/energy/applied", {0, 1, -1});  // what comes and goes is in the height of the stack
  put("/energy/total", {-48, -48, -49});
  const std::vector<Result> results{result};
  const AxesSpec axes = make_figure("energy", results).at(0).axes.at(0);
  EXPECT_EQ(labels(axes),
            (std::vector<std::string>{"kinetic", "gravity, above its least", "springs, above their least",
                                      "lost by friction", "mechanical energy"}));
  std::vector<double> stored(3, 0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<double> part = resolve(axes.series[i].y, results);
    EXPECT_GE(extent_of(part).low, 0) << axes.series[i].label;
    for (std::size_t k = 0; k < 3; ++k) stored[k] += part[k];
  }
  EXPECT_EQ(resolve(axes.series.back().y, results), stored) << "the line is the top of what is stored";
  EXPECT_CONTAINS(axes.note, "count from their least");
}

TEST(Figures, LoopsOfFrictionAndOfImpacts) {
  EXPECT_EQ(make_figure("loops", figure_runs().belt).at(0).axes.at(0).title, "surface: friction");
  EXPECT_EQ(make_figure("loops", figure_runs().compliant).at(0).axes.at(0).x_label, "δ (µm)");
  EXPECT_TRUE(make_figure("loops", figure_runs().guide).empty()) << "contacts that are open most of the time";
}

TEST(Figures, ReactionsDriversStepsAndPaths) {
  EXPECT_EQ(make_figure("reactions", figure_runs().guide).at(0).axes.size(), 3U);
  EXPECT_EQ(make_figure("driver", figure_runs().belt).at(0).axes.at(0).y_label, "F (N)");
  EXPECT_TRUE(make_figure("driver", figure_runs().guide).empty());
  EXPECT_TRUE(make_figure("steps", figure_runs().guide).at(0).axes.at(0).log_y);
  EXPECT_EQ(make_figure("path", figure_runs().guide).at(0).axes.size(), 1U);
  EXPECT_EQ(make_figure("path", figure_runs().space).at(0).axes.size(), 3U);
  EXPECT_EQ(make_figure("phase", figure_runs().guide).at(0).axes.size(), 6U);
}

TEST(Figures, NamesChosenByPattern) {
  EXPECT_TRUE(is_meant("guide.upper_back", {{"guide"}}));
  EXPECT_TRUE(is_meant("guide.upper_back", {{"guide.*"}}));
  EXPECT_TRUE(is_meant("ball/floor.a0", {{"floor"}}));
  EXPECT_TRUE(is_meant("ball/floor.a0", {{"ball"}}));
  EXPECT_FALSE(is_meant("guide.upper_back", {{"pin"}}));
  EXPECT_TRUE(is_meant("anything", {}));
}

TEST(Figures, AWindowInTimeCutsSamplesAndTables) {
  Result result = figure_runs().guide.front();
  ASSERT_TRUE(cut(result, {0.005, 0.01}));
  const std::vector<double> time = result.values("/time");
  EXPECT_NEAR(time.front(), 0.005, 1e-4);
  EXPECT_NEAR(time.back(), 0.01, 1e-4);
  EXPECT_EQ(result.values("/body/slider/position", 1).size(), time.size());
  EXPECT_EQ(result.record.samples, static_cast<long long>(time.size()));
  const std::vector<double> impacts = result.record.column("/impacts", "time");
  EXPECT_GT(impacts.size(), 0U);
  for (const double t : impacts) {
    EXPECT_GE(t, 0.005);
    EXPECT_LE(t, 0.01);
  }
  EXPECT_FALSE(cut(result, {1, 2}));
}

}  // namespace
}  // namespace freeplay
