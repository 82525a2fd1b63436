// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "report/plot.h"
#include "validation/slider_crank_compliant/runs.h"
#include "validation/slider_crank_compliant/slider_crank_compliant.h"

namespace freeplay::validation {
namespace {

constexpr double kClearance = 1e-3;
constexpr std::array<double, 8> kStiffness = {1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};
constexpr int kLast = 4;  // impacts 2 to 4 are compared

/// What is compared of one stiffness.
struct Late {
  double duration = 0;                   // of the first contact [s]
  std::array<double, kLast + 1> late{};  // impact n after that of the rigid run [s]
  double tilt = 0, numerical = 0;        // largest tilt [rad]; ledger, relative
};

Late compare(const WorldRun& run, const std::vector<WholeImpact>& rigid) {
  Late result;
  const std::vector<WholeImpact> impacts = whole_impacts(run);
  result.duration = first_duration(run);
  for (std::size_t n = 1; n <= kLast; ++n) {
    const bool there = impacts.size() >= n && rigid.size() >= n;
    result.late[n] = there ? impacts[n - 1].t() - rigid[n - 1].t() : std::nan("");
  }
  for (const double angle : run.record.values("/body/slider/angle"))
    result.tilt = std::max(result.tilt, std::abs(angle));
  result.numerical = run.summary.worst_numerical / run.summary.energy_scale;
  return result;
}

Series height(const WorldSetup& setup, const std::string& label, Series::Style style, int colour) {
  const WorldRun run = run_world(setup);
  const std::vector<double> position = run.record.values("/body/slider/position");
  Series series;
  series.label = label;
  series.style = style;
  series.colour = colour;
  series.x = run.record.values("/time");
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    series.x[i] *= 1e3;
    series.y.push_back(position[2 * i + 1] / kClearance);
  }
  return series;
}

void other_methods(Page& page, const std::vector<WholeImpact>& rigid) {
  WorldSetup setup;
  setup.stiffness = 1e12;
  const std::vector<WholeImpact> best = whole_impacts(run_world(setup));
  std::vector<std::vector<std::string>> others;
  for (const auto& [stepper, accuracy] :
       {std::pair{"runge_kutta", 1e-10}, std::pair{"adams", 1e-11}, std::pair{"bdf", 1e-11}}) {
    setup.stepper = stepper;
    setup.accuracy = accuracy;
    const std::vector<WholeImpact> impacts = whole_impacts(run_world(setup));
    std::vector<std::string> row{fmt::format("`{}`, accuracy {:.0e}", stepper, accuracy)};
    for (std::size_t n = 2; n <= kLast; ++n) {
      const double apart = impacts[n - 1].t() - best[n - 1].t();
      row.push_back(signed_number(apart));
      page.at_most(fmt::format("K = 1e12, {}: time of impact {} off, part of what it is late", stepper, n),
                   std::abs(apart) / (best[n - 1].t() - rigid[n - 1].t()), 5e-4);
    }
    others.push_back(row);
  }
  page.paragraph("Other methods and accuracies at K = 1e12, times less those of the table in seconds:");
  page.table({"", "impact 2", "impact 3", "impact 4"}, others);
}

void draw_delays(const std::vector<Late>& all, const std::string& folder) {
  Figure figure;
  figure.title = "Impacts of the compliant slider-crank after those of the rigid one";
  figure.width = 720;
  figure.plot_height = 320;
  Axes axes;
  axes.x_label = "K (N/m^{1.5})";
  axes.y_label = "late by (s)";
  axes.log_x = axes.log_y = true;
  for (std::size_t n = 2; n <= kLast; ++n) {
    Series line;
    line.label = fmt::format("impact {}", n);
    line.colour = static_cast<int>(n) - 2;
    for (std::size_t k = 0; k < all.size(); ++k) {
      line.x.push_back(kStiffness[k]);
      line.y.push_back(all[k].late[n]);
    }
    Series points = line;
    points.style = Series::Style::points;
    axes.series.push_back(line);
    axes.series.push_back(points);
  }
  Series slope;
  slope.label = "K^{−0.4}";
  slope.style = Series::Style::dashed;
  slope.colour = 6;
  for (const double stiffness : kStiffness) {
    slope.x.push_back(stiffness);
    slope.y.push_back(0.4 * all.back().late[2] * std::pow(stiffness / kStiffness.back(), -0.4));
  }
  axes.series.push_back(slope);
  figure.axes.push_back(axes);
  write_svg(figure, folder + "/convergence.svg");
}

}  // namespace

void both_worlds(Page& page, const std::string& folder) {
  page.heading("Beside each other");
  page.paragraph(
      "Height of the slider over the guide's axis in units of the clearance, over most of a revolution of "
      "the "
      "crank. Stiffness 4.8e9 N/m^1.5 is that of the shipped model: steel, edges rounded to 1 mm.");
  Figure figure;
  figure.title = "Height of the slider in its guide, rigid and compliant";
  figure.width = 960;
  figure.plot_height = 220;
  for (const double mu : {0.0, 0.01}) {
    Axes axes;
    axes.title = mu == 0 ? "without friction" : "μ = 0.01";
    axes.x_label = "t (ms)";
    axes.y_label = "height / c";
    axes.h_lines = {-1, 1};
    axes.y_range = {-1.3, 1.3};
    WorldSetup setup;
    setup.mu = mu;
    setup.end = 0.04;
    setup.accuracy = 1e-9;
    axes.series.push_back(height(setup, "rigid", Series::Style::dashed, 6));
    setup.stiffness = 4.8e9;
    axes.series.push_back(height(setup, "K = 4.8·10^{9}", Series::Style::line, 0));
    setup.stiffness = 1e14;
    axes.series.push_back(height(setup, "K = 10^{14}", Series::Style::line, 1));
    figure.axes.push_back(axes);
  }
  write_svg(figure, folder + "/height.svg");
  page.picture("Height of the slider over time, rigid and compliant, without and with friction",
               "height.svg");
}

void growing_stiffness(Page& page, const std::string& folder) {
  page.heading("Without friction: the rigid motion is the limit");
  page.paragraph(
      "How much later than in the rigid run impacts 2 to 4 begin, and how long the first contact lasts. The "
      "exponent p of K^−p is that from one stiffness to the next.");
  const std::vector<WholeImpact> rigid = whole_impacts(run_world({}));
  std::vector<Late> all;
  for (const double stiffness : kStiffness) {
    WorldSetup setup;
    setup.stiffness = stiffness;
    all.push_back(compare(run_world(setup), rigid));
  }
  const auto number = [](double value) { return std::isfinite(value) ? short_number(value) : "–"; };
  std::vector<std::vector<std::string>> rows;
  double largest_tilt = 0, first = 0, ledger = 0;
  double softest = 0;                   // the largest p from 1e9 to 1e10
  std::array<double, kLast + 1> off{};  // |p − 0.4| above 1e12, the largest
  for (std::size_t k = 0; k < all.size(); ++k) {
    // n = 0: of the duration
    const auto exponent = [&](double before, double now, std::size_t n) -> std::string {
      const double p = std::log10(before / now) / std::log10(kStiffness[k] / kStiffness[k - 1]);
      if (!std::isfinite(p)) return "";
      if (k == 1) softest = std::max(softest, p);
      if (kStiffness[k - 1] >= 1e12) off[n] = std::max(off[n], std::abs(p - 0.4));
      return fmt::format("{:.4f}", p);
    };
    std::vector<std::string> row{fmt::format("{:.0e}", kStiffness[k]), number(all[k].duration),
                                 k == 0 ? "" : exponent(all[k - 1].duration, all[k].duration, 0)};
    for (std::size_t n = 2; n <= kLast; ++n) {
      row.push_back(number(all[k].late[n]));
      row.push_back(k == 0 ? "" : exponent(all[k - 1].late[n], all[k].late[n], n));
    }
    row.push_back(fmt::format("{:.3f}", all[k].late[2] / all[k].duration));
    rows.push_back(row);
    largest_tilt = std::max(largest_tilt, all[k].tilt);
    first = std::max(first, std::abs(all[k].late[1]));
    ledger = std::max(ledger, all[k].numerical);
  }
  page.table({"K [N/m^1.5]", "duration [s]", "p", "impact 2 late by [s]", "p", "impact 3 [s]", "p",
              "impact 4 [s]", "p", "impact 2 / duration"},
             rows);
  page.paragraph(
      fmt::format("The first impact is the same in all runs, to {} s, since nothing has touched before. θ3 "
                  "is zero in every step "
                  "of every run, to the last bit.",
                  short_number(first)));
  page.at_most("largest exponent p, from K = 1e9 to 1e10", softest, 0.43);
  page.at_most("impact 2 late by, over the duration of impact 1, K = 1e16, less 0.99",
               std::abs(all.back().late[2] / all.back().duration - 0.99), 0.005);
  page.at_most("duration of the first contact: distance of p from 0.4, from K = 1e12 on", off[0], 0.002);
  for (std::size_t n = 2; n <= kLast; ++n)
    page.at_most(fmt::format("impact {}: distance of p from 0.4, from K = 1e12 on", n), off[n], 0.003);
  page.at_most("without friction: difference of the first impact [s]", first, 1e-14);
  page.at_most("without friction: largest tilt [rad]", largest_tilt, 0);
  page.at_most("without friction: impact 4 late by, K = 1e16 [s]", std::abs(all.back().late[4]), 2e-6);
  page.at_most("without friction: ledger remainder / energy", ledger, 5e-10);

  other_methods(page, rigid);
  draw_delays(all, folder);
  page.picture("Delay of impacts 2 to 4 over the stiffness, logarithmic", "convergence.svg");
}

}  // namespace freeplay::validation
