// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_bodies/free_bodies.h"

#include "report/plot.h"
#include "validation/spatial_bodies/sections.h"

namespace freeplay::validation {
namespace {

void picture(Page& page, const std::string& folder) {
  const space_reference::FreeBody body = free_body(true);
  Axes axes;
  axes.title = "Angular velocity in the body's axes, start next to the intermediate axis";
  axes.x_label = "t (s)";
  axes.y_label = "Ω (rad/s)";
  const ExampleRun run = run_example("free_body");
  const std::vector<double> t = run.record.values("/time"), e = run.record.values("/body/handle/orientation"),
                            w = run.record.values("/body/handle/angular_velocity");
  for (std::size_t k = 0; k < 3; ++k) {
    Series curve{fmt::format("Ω_{{{}}}", k + 1), t, {}};
    for (std::size_t i = 0; i < t.size(); ++i)
      curve.y.push_back(turned(e.data() + 4 * i, vector_at(w, i), true)[k]);
    axes.series.push_back(curve);
  }
  Series exact{"elliptic functions", {}, {}, Series::Style::points};
  for (int i = 0; i <= 60; ++i) {
    exact.x.push_back(t.back() * i / 60);
    exact.y.push_back(body.omega(exact.x.back())[1]);
  }
  exact.colour = 6;
  axes.series.push_back(exact);
  Figure figure;
  figure.axes = {axes};
  write_svg(figure, folder + "/free_body.svg");
  page.picture("A free body turns over again and again", "free_body.svg");
}

}  // namespace

void free_bodies(Page& page, const std::string& folder) {
  page.heading("Free body");
  page.paragraph(fmt::format(
      "The body of `examples/free_body`, J = (1, 2, 2.7)e-4 kg m². *Tumbling*: Ω(0) = (12, 0, 15) rad/s, "
      "period "
      "{:.9f} s. *Intermediate*: Ω(0) = (0, 20, 0.05) rad/s, period {:.9f} s, in which it turns over twice. "
      "Angular momentum as a vector in the world, energy: the largest change in the run per revolution. Ω "
      "and the "
      "angle of precession about the angular momentum at the end, against Jacobi's functions and quadrature.",
      free_body(false).period(), free_body(true).period()));
  std::vector<std::vector<std::string>> rows;
  for (const bool intermediate : {false, true}) {
    for (const double accuracy : {1e-9, 1e-12, 1e-14}) {
      const FreeMotion found = run_free_body(intermediate, 4.125, tight(accuracy));
      rows.push_back({intermediate ? "intermediate" : "tumbling", fmt::format("{:.0e}", accuracy),
                      fmt::format("{}", found.run.summary.steps.steps),
                      fmt::format("{:.1f}", found.revolutions), short_number(found.momentum),
                      short_number(found.energy), short_number(found.omega), short_number(found.precession)});
      if (accuracy > 1e-14) continue;
      const std::string what = intermediate ? "free body, intermediate axis: " : "free body, tumbling: ";
      page.at_most(what + "angular momentum per revolution", found.momentum, 5e-15);
      page.at_most(what + "energy per revolution", found.energy, 1e-15);
      page.at_most(what + "Ω after 4.125 periods", found.omega, 3e-10);
      page.at_most(what + "precession [rad]", found.precession, 5e-12);
    }
  }
  page.table({"", "accuracy", "steps", "revolutions", "angular momentum", "energy", "Ω", "precession [rad]"},
             rows);
  picture(page, folder);
}

}  // namespace freeplay::validation
