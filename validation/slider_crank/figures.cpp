// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <numbers>
#include <span>

#include "report/plot.h"
#include "validation/slider_crank/runs.h"
#include "validation/slider_crank/slider_crank.h"

namespace freeplay::validation {
namespace {

using std::numbers::pi;

constexpr double kClearance = 1e-3, kCrank = 0.153, kRod = 0.306, kOmega = 150;  // c, l1, l2, ω1(0)

/// What the paper's Figs. 10 and 11 show, sampled every step for two revolutions of the crank.
struct Curves {
  std::vector<double> time, turn;                 // [s], θ1 in revolutions
  std::vector<double> stroke;                     // 0 at the inner, 1 at the outer dead centre
  std::array<std::vector<double>, 4> corner;      // height over the centred position in units of c
  std::vector<double> omega_1, theta_2, omega_2;  // [rad/s], [rad], [rad/s]
  std::vector<double> height, climb;              // slider's y / c, its velocity / (c ω1(0))
};

Curves two_revolutions(const RunSetup& given) {
  RunSetup setup = given;
  setup.end = 0.15;
  setup.every = 0;
  const SliderCrankRun run = run_slider_crank(setup);
  Curves curves;
  curves.turn = run.record.values("/body/crank/angle");
  const auto samples = static_cast<std::size_t>(
      std::upper_bound(curves.turn.begin(), curves.turn.end(), 4 * pi) - curves.turn.begin());
  curves.turn.resize(samples);
  for (double& angle : curves.turn) angle /= 2 * pi;
  const std::vector<double> time = run.record.values("/time");
  const std::vector<double> position = run.record.values("/body/slider/position");
  const std::vector<double> velocity = run.record.values("/body/slider/velocity");
  curves.omega_1 = run.record.values("/body/crank/angular_velocity");
  curves.theta_2 = run.record.values("/body/rod/angle");
  curves.omega_2 = run.record.values("/body/rod/angular_velocity");
  for (std::size_t corner = 0; corner < 4; ++corner) {
    // The upper corners touch at +1, the lower ones at −1.
    const std::vector<double> gap =
        run.record.values(std::string("/contact/guide.") + kCorners[corner] + "/gap");
    const double side = corner < 2 ? 1 : -1;
    for (std::size_t i = 0; i < samples; ++i)
      curves.corner[corner].push_back(side * (1 - gap[i] / kClearance));
  }
  for (std::size_t i = 0; i < samples; ++i) {
    curves.time.push_back(time[i]);
    curves.stroke.push_back((position[2 * i] - (kRod - kCrank)) / (2 * kCrank));
    curves.height.push_back(position[2 * i + 1] / kClearance);
    curves.climb.push_back(velocity[2 * i + 1] / (kClearance * kOmega));
  }
  curves.omega_1.resize(samples);
  curves.theta_2.resize(samples);
  curves.omega_2.resize(samples);
  return curves;
}

struct Labelled {
  std::string label;
  Series::Style style;
  int colour;
  Curves curves;
};

using Pick = std::vector<double> Curves::*;

Axes compare(const std::vector<Labelled>& all, const std::string& title, const std::string& x_label, Pick x,
             const std::string& y_label, Pick y) {
  Axes axes;
  axes.title = title;
  axes.x_label = x_label;
  axes.y_label = y_label;
  for (const Labelled& one : all) {
    axes.series.push_back({one.label, one.curves.*x, one.curves.*y, one.style, one.colour});
  }
  return axes;
}

void figure_10(const std::vector<Labelled>& all, const std::string& folder) {
  Figure figure;
  figure.title = "Motion of the slider's corners in the guide, two revolutions of the crank";
  figure.columns = 2;
  figure.width = 960;
  const char* titles[] = {"Upper back corner", "Upper front corner", "Lower back corner",
                          "Lower front corner"};
  for (std::size_t corner = 0; corner < 4; ++corner) {
    Axes axes;
    axes.title = titles[corner];
    axes.x_label = "position along the stroke";
    axes.y_label = "height / c";
    axes.y_range = {-1.15, 1.15};
    axes.x_range = {-0.02, 1.02};
    axes.h_lines = {corner < 2 ? 1.0 : -1.0};
    for (const Labelled& one : all) {
      axes.series.push_back({one.label, one.curves.stroke, one.curves.corner[corner], one.style, one.colour});
    }
    figure.axes.push_back(axes);
  }
  write_svg(figure, folder + "/fig10.svg");

  Figure over_time;
  over_time.title = "Height of the slider in the guide";
  over_time.width = 960;
  over_time.plot_height = 220;
  over_time.axes.push_back(
      compare(all, "", "revolutions of the crank", &Curves::turn, "height / c", &Curves::height));
  over_time.axes[0].y_range = {-1.15, 1.15};
  over_time.axes[0].h_lines = {-1, 1};
  write_svg(over_time, folder + "/height.svg");
}

void figure_11(const std::vector<Labelled>& all, const std::string& folder) {
  Figure figure;
  figure.title = "Crank, rod and slider, two revolutions of the crank";
  figure.columns = 2;
  figure.width = 960;
  figure.axes = {
      compare(all, "(a) Crank speed", "t (s)", &Curves::time, "ω_{1} (rad/s)", &Curves::omega_1),
      compare(all, "(b) Connecting-rod speed", "t (s)", &Curves::time, "ω_{2} (rad/s)", &Curves::omega_2),
      compare(all, "(c) Connecting-rod portrait", "θ_{2} (rad)", &Curves::theta_2, "ω_{2} (rad/s)",
              &Curves::omega_2),
      compare(all, "(d) Slider portrait", "height / c", &Curves::height, "vertical speed / (c ω_{1}(0))",
              &Curves::climb)};
  figure.axes[3].v_lines = {-1, 1};
  write_svg(figure, folder + "/fig11.svg");
}

/// Of the upper corners, without and with an initial tilt.
void draw_gaps(std::span<const SliderCrankRun, 2> runs, const std::string& folder) {
  Figure figure;
  figure.title = "Gap of the upper corners with and without an initial tilt of 1e-6 rad";
  figure.columns = 2;
  figure.width = 960;
  const char* titles[] = {"θ_{3}(0) = 0: both corners together", "θ_{3}(0) = 10^{-6} rad: in turn"};
  for (std::size_t r = 0; r < 2; ++r) {
    Axes axes;
    axes.title = titles[r];
    axes.x_label = "t (s)";
    axes.y_label = "gap / c";
    axes.x_range = {0.002, 0.012};
    axes.y_range = {-0.02, 0.42};
    axes.h_lines = {0};
    for (std::size_t corner = 0; corner < 2; ++corner) {
      std::vector<double> gap =
          runs[r].record.values(std::string("/contact/guide.") + kCorners[corner] + "/gap");
      for (double& value : gap) value /= kClearance;
      axes.series.push_back({corner == 0 ? "back corner" : "front corner", runs[r].record.values("/time"),
                             gap, corner == 0 ? Series::Style::line : Series::Style::dashed,
                             static_cast<int>(corner)});
    }
    figure.axes.push_back(axes);
  }
  write_svg(figure, folder + "/tilt.svg");
}

}  // namespace

void paper_figures(Page& page, const std::string& folder) {
  RunSetup symmetric, moreau;
  moreau.stepper = "moreau";
  moreau.coordinates = Coordinates::own;
  const std::vector<Labelled> all{
      {"symmetric (default)", Series::Style::line, 0, two_revolutions(symmetric)},
      {"moreau, the paper's scheme", Series::Style::dashed, 1, two_revolutions(moreau)}};
  figure_10(all, folder);
  figure_11(all, folder);
  page.heading("The paper's Figs. 10 and 11, d = 2(b + c), Δt = 1e-5");
  page.table({"two revolutions of the crank", "`symmetric` (default)", "`moreau`, own"},
             {{"completed at t [s]", fmt::format("{:.5f}", all[0].curves.time.back()),
               fmt::format("{:.5f}", all[1].curves.time.back())},
              {"crank speed then [rad/s]", fmt::format("{:.2f}", all[0].curves.omega_1.back()),
               fmt::format("{:.2f}", all[1].curves.omega_1.back())}});
  RunSetup finer;
  finer.step = 1e-6;
  const Curves fine = two_revolutions(finer);
  page.at_most("two revolutions, default: time, change with a tenth of the step [s]",
               std::abs(all[0].curves.time.back() - fine.time.back()), symmetric.step);
  page.at_most("two revolutions, default: crank speed, change with a tenth of the step [rad/s]",
               std::abs(all[0].curves.omega_1.back() - fine.omega_1.back()), 0.02);
  page.at_least("two revolutions: moreau later by [s]", all[1].curves.time.back() - all[0].curves.time.back(),
                2e-4);
  double tilted = 0;  // the corners of a face, against each other
  for (const std::size_t face : {std::size_t{0}, std::size_t{2}}) {
    const std::array<std::vector<double>, 4>& corner = all[0].curves.corner;
    for (std::size_t i = 0; i < corner[face].size(); ++i)
      tilted = std::max(tilted, std::abs(corner[face][i] - corner[face + 1][i]));
  }
  page.at_most("two revolutions, default: height of a corner less that of the other / clearance", tilted,
               1e-9);
  page.picture("Trajectories of the four corners", "fig10.svg");
  page.picture("Height of the slider over crank revolutions", "height.svg");
  page.picture("Crank speed, rod speed, rod portrait, slider portrait", "fig11.svg");
}

void tilted_start(Page& page, const std::string& folder) {
  RunSetup straight;
  straight.end = 0.012;
  straight.every = 0;
  RunSetup tilted = straight;
  tilted.tilt = 1e-6;
  const SliderCrankRun runs[] = {run_slider_crank(straight), run_slider_crank(tilted)};

  page.heading("A start with θ3(0) = 1e-6 rad, d = 2(b + c), Δt = 1e-5");
  page.paragraph(
      "With the printed initial values the slider never tilts: both corners of a face hit together and "
      "return 40 % of "
      "their normal velocity. That branch is isolated. A millionth of a radian makes the corners hit in "
      "turn: each hit spins the light slider (J3 = 2.7e-6 kg m²) onto its other corner. Within 0.1 µs the "
      "hits "
      "end with γ_N = 0 at both corners: an impact that is plastic as a whole, after which the slider stays "
      "on the "
      "upper surface. The table lists the impacts of the first 12 ms with an approach faster than 1 cm/s.");
  std::vector<std::vector<std::string>> rows;
  std::vector<ListedImpact> listed[2];
  for (std::size_t r = 0; r < 2; ++r) listed[r] = listed_impacts(runs[r]);
  for (std::size_t i = 0; i < std::max(listed[0].size(), listed[1].size()); ++i) {
    std::vector<std::string> row{fmt::format("{}", i + 1)};
    for (const std::vector<ListedImpact>& list : listed) {
      if (i >= list.size()) {
        row.insert(row.end(), 4, "");
        continue;
      }
      row.push_back(kCorners[static_cast<std::size_t>(list[i].contact)]);
      row.push_back(fmt::format("{:.9f}", list[i].t));
      row.push_back(fmt::format("{:.4f}", list[i].before));
      row.push_back(fmt::format("{:.4f}", std::abs(list[i].after) < 5e-5 ? 0 : list[i].after));
    }
    rows.push_back(row);
  }
  page.table({"row", "θ3(0) = 0", "t [s]", "γ_N before [m/s]", "after", "θ3(0) = 1e-6", "t [s]",
              "γ_N before [m/s]", "after"},
             rows);
  page.table(
      {"t ≤ 12 ms", "θ3(0) = 0", "θ3(0) = 1e-6"},
      {{"energy lost [J]", fmt::format("{:.4f}", runs[0].summary.start.total() - runs[0].summary.end.total()),
        fmt::format("{:.4f}", runs[1].summary.start.total() - runs[1].summary.end.total())},
       {"ledger remainder [J]", short_number(runs[0].summary.worst_numerical),
        short_number(runs[1].summary.worst_numerical)},
       {"contact gains", fmt::format("{}", runs[0].summary.gain.count),
        fmt::format("{}", runs[1].summary.gain.count)}});

  double largest_gap = 0;
  const std::vector<double> time = runs[1].record.values("/time");
  for (std::size_t corner = 0; corner < 2; ++corner) {
    const std::vector<double> gap =
        runs[1].record.values(std::string("/contact/guide.") + kCorners[corner] + "/gap");
    for (std::size_t i = 0; i < time.size(); ++i) {
      if (time[i] > 0.003) largest_gap = std::max(largest_gap, gap[i] / kClearance);
    }
  }
  page.at_most("θ3(0) = 1e-6: largest gap of the upper corners after the impact / clearance", largest_gap,
               1e-6);
  page.at_least("θ3(0) = 1e-6: hits of the first impact", static_cast<double>(listed[1].size()), 5);
  page.at_most("θ3(0) = 1e-6: from the first to the last hit [µs]",
               1e6 * (listed[1].back().t - listed[1].front().t), 0.1);
  page.at_most("θ3(0) = 1e-6: |γ_N| after the last hit [m/s]", std::abs(listed[1].back().after), 1e-6);
  double returned = 0;
  for (const ListedImpact& one : listed[0])
    returned = std::max(returned, std::abs(one.after / one.before + 0.4));
  page.at_most("θ3(0) = 0: part of the normal velocity that is returned, less 0.4", returned, 1e-9);

  draw_gaps(runs, folder);
  page.picture("Gaps of the upper corners, straight and tilted start", "tilt.svg");
}

}  // namespace freeplay::validation
