// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_bodies/tops.h"
#include "report/plot.h"
#include "validation/spatial_bodies/runs.h"
#include "validation/spatial_bodies/sections.h"

namespace freeplay::validation {
namespace {

void steady(Page& page) {
  page.heading("Heavy top: steady precession");
  page.paragraph(
      "The top of `examples/heavy_top`, started with a rate Ω of steady precession, for two turns: largest "
      "difference of its axis from the closed form and the error of the angle of precession, relative to "
      "that "
      "angle.");
  std::vector<std::vector<std::string>> rows;
  for (const bool fast : {false, true}) {
    for (const double accuracy : {1e-9, 1e-12}) {
      const TopMotion found = steady_top(fast, tight(accuracy));
      rows.push_back({fmt::format("{:.9f}", example_top().steady(fast)), fmt::format("{:.0e}", accuracy),
                      fmt::format("{}", found.run.summary.steps.steps), short_number(found.axis),
                      short_number(found.precession), short_number(found.energy)});
      if (accuracy > 1e-12) continue;
      const std::string what = fast ? "steady top, fast: " : "steady top, slow: ";
      page.at_most(what + "precession, relative", found.precession, 2e-12);
      page.at_most(what + "axis", found.axis, 1e-11);
      page.at_most(what + "energy, relative", found.energy, 1e-13);
    }
  }
  page.table({"Ω [rad/s]", "accuracy", "steps", "axis", "precession", "energy"}, rows);
}

void nutating(Page& page, const std::string& folder) {
  const space_reference::Top top = example_top();
  page.heading("Heavy top: nutation");
  page.paragraph(fmt::format(
      "Released with spin only. cos θ by Jacobi's sn, period {:.12f} s; the angle of precession by "
      "quadrature. Errors after 0.25, 1 and 10.5 periods.",
      top.period()));
  std::vector<std::vector<std::string>> rows;
  for (const double accuracy : {1e-9, 1e-12}) {
    for (const double periods : {0.25, 1.0, 10.5}) {
      const TopMotion found = nutating_top(periods, tight(accuracy));
      rows.push_back({fmt::format("{:.0e}", accuracy), fmt::format("{:g}", periods),
                      fmt::format("{:.9f}", found.cosine), fmt::format("{:.9f}", found.angle),
                      short_number(found.axis), short_number(found.precession)});
      if (accuracy > 1e-12) continue;
      const std::string what = fmt::format("nutating top, {:g} periods: ", periods);
      page.at_most(what + "cos θ", found.axis, 1e-12);
      page.at_most(what + "precession, relative", found.precession, 1e-11);
    }
  }
  page.table({"accuracy", "periods", "cos θ", "φ [rad]", "error of cos θ", "error of φ, relative"}, rows);

  Axes path;
  path.title = "Path of the top's axis, seen from above";
  path.x_label = "x";
  path.y_label = "y";
  path.equal_aspect = true;
  const ExampleRun run = run_example("heavy_top", {tight(1e-10), until(6 * top.period())});
  const std::vector<double> orientation = run.record.values("/body/top/orientation");
  Series curve{"runge_kutta", {}, {}};
  for (std::size_t i = 0; 4 * i < orientation.size(); ++i) {
    const Vector axis = axis_at(orientation, i, {0, 0, 1});
    curve.x.push_back(axis[0]);
    curve.y.push_back(axis[1]);
  }
  Series exact{"elliptic functions", {}, {}, Series::Style::points};
  for (int i = 0; i <= 48; ++i) {
    const double t = 0.125 * i * top.period(), u = top.cosine(t), phi = top.precession(t);
    exact.x.push_back(std::sqrt(1 - u * u) * std::cos(phi));
    exact.y.push_back(std::sqrt(1 - u * u) * std::sin(phi));
  }
  path.series = {curve, exact};
  Figure figure;
  figure.axes = {path};
  figure.width = 480;
  write_svg(figure, folder + "/top.svg");
  page.picture("Path of the top's axis with its cusps", "top.svg");
}

}  // namespace

void tops(Page& page, const std::string& folder) {
  steady(page);
  nutating(page, folder);
}

}  // namespace freeplay::validation
