// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/plot.h"
#include "validation/prismatic_clearance/prismatic_clearance.h"
#include "validation/prismatic_clearance/runs.h"

namespace freeplay::validation::prismatic {
namespace {

constexpr double kShown = 0.008;  // [s]: what follows is steady

/// The same run in the units of the figures.
struct Curves {
  std::vector<double> t, y, left, right, x, vy, vx, N_left, N_right;
};

Curves curves(int number, const Choice& stepper, double end) {
  const CaseRun run = run_case(number, stepper, end);
  Curves out;
  for (std::size_t i = 0; i < run.time.size(); ++i) {
    out.t.push_back(1e3 * run.time[i]);
    out.y.push_back(1e6 * run.y[i]);
    out.left.push_back(1e6 * run.left(i));
    out.right.push_back(1e6 * run.right(i));
    out.x.push_back(1e6 * run.x[i]);
    out.vy.push_back(1e3 * run.vy[i]);
    out.vx.push_back(1e3 * run.vx[i]);
    out.N_left.push_back(run.N_left[i]);
    out.N_right.push_back(run.N_right[i]);
  }
  return out;
}

Axes axes(const std::string& title, const std::string& y_label) {
  Axes result;
  result.title = title;
  result.x_label = "t (ms)";
  result.y_label = y_label;
  result.x_range = {0, 1e3 * kShown};
  return result;
}

void positions(Figure& figure, const std::string& title, const Curves& c) {
  Axes panel = axes(title, "y (µm)");
  panel.h_lines = {-1e6 * kClearance, 1e6 * kClearance};
  panel.series = {{"left end", c.t, c.left, Series::Style::line, 1},
                  {"right end", c.t, c.right, Series::Style::line, 2},
                  {"centroid", c.t, c.y, Series::Style::dashed, 0}};
  figure.axes.push_back(panel);
}

void compare(Figure& figure, const std::string& title, const std::string& label, const Curves& a,
             const Curves& b, const Curves& c, std::vector<double> Curves::*what) {
  Axes panel = axes(title, label);
  panel.series = {{"gauss_optimisation", a.t, a.*what, Series::Style::line, 1},
                  {"symmetric", b.t, b.*what, Series::Style::line, 0},
                  {"moreau", c.t, c.*what, Series::Style::dashed, 2}};
  figure.axes.push_back(panel);
}

void forces(Figure& figure, const std::string& title, const Curves& c, double top) {
  Axes panel = axes(title, "N (N)");
  panel.y_range = {-0.05 * top, top};
  panel.series = {{"left end", c.t, c.N_left, Series::Style::line, 1},
                  {"right end", c.t, c.N_right, Series::Style::dashed, 2}};
  figure.axes.push_back(panel);
}

}  // namespace

void paper_figures(Page& page, const std::string& folder) {
  page.heading("The paper's Figs. 4 to 12");
  page.paragraph(
      "`gauss_optimisation` with the paper's bounds of the step (`interior_point`), `symmetric` at 10 µs and "
      "`moreau` at 100 µs. Forces are means over a step: the impulse of a hit divided by h, which is why "
      "they depend "
      "on the step while the hits last. x and its velocity are the same in all cases and shown for case 1.");
  const char* files[] = {"fig04_06.svg", "fig07_09.svg", "fig10_12.svg"};
  const char* names[] = {"Figs. 4 to 6, case 1: pulled at the centre",
                         "Figs. 7 to 9, case 2: pulled 0.5 mm off the centre",
                         "Figs. 10 to 12, case 3: pulled 10 mm off the centre, no gravity"};
  for (int number = 1; number <= 3; ++number) {
    const Curves a = curves(number, gauss("interior_point", 1e-4, 1e-3), kShown);
    const Curves b = curves(number, fixed("symmetric", 1e-5), kShown);
    const Curves c = curves(number, fixed("moreau", 1e-4), kShown);
    const int first = 3 * number + 1;
    Figure figure;
    figure.title = names[number - 1];
    figure.columns = 2;
    figure.width = 960;
    positions(figure, fmt::format("Fig. {}: y, gauss_optimisation", first), a);
    positions(figure, fmt::format("Fig. {}: y, symmetric", first), b);
    if (number == 1) {
      compare(figure, "Fig. 4: x", "x (µm)", a, b, c, &Curves::x);
      compare(figure, "Fig. 5: velocity in x", "v_{x} (mm/s)", a, b, c, &Curves::vx);
    }
    compare(figure, fmt::format("Fig. {}: velocity in y", first + 1), "v_{y} (mm/s)", a, b, c, &Curves::vy);
    positions(figure, fmt::format("Fig. {}: y, moreau", first), c);
    forces(figure, fmt::format("Fig. {}: contact forces, gauss_optimisation", first + 2), a, 80);
    forces(figure, fmt::format("Fig. {}: contact forces, symmetric", first + 2), b, 80);
    write_svg(figure, folder + "/" + files[number - 1]);
    page.picture(names[number - 1], files[number - 1]);
  }
}

}  // namespace freeplay::validation::prismatic
