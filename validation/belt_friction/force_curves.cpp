// SPDX-License-Identifier: Apache-2.0
#include "report/plot.h"
#include "validation/belt_friction/belt_friction.h"
#include "validation/belt_friction/runs.h"

namespace freeplay::validation {
namespace {

Axes panel(const std::string& title, const std::string& x_label) {
  Axes axes;
  axes.title = title;
  axes.x_label = x_label;
  axes.y_label = "F (N)";
  return axes;
}

Series curve(const std::vector<double>& x, const std::vector<double>& y) {
  Series series;
  series.x = x;
  series.y = y;
  series.colour = 0;
  return series;
}

}  // namespace

void force_curves(Page& page, const std::string& folder) {
  page.heading("Force over displacement and over velocity");
  page.paragraph(
      "The paper's dynamic models, every step of `bdf` with accuracy 1e-10. Break-away and the end of slip "
      "happen within millimetres per second, so velocities are shown once as a whole and once near rest.");
  Figure displacement, velocity, rest;
  displacement.title = "Friction over displacement";
  velocity.title = "Friction over relative velocity";
  rest.title = "Friction over relative velocity near rest";
  for (Figure* figure : {&displacement, &velocity, &rest}) {
    figure->columns = 3;
    figure->width = 1000;
  }
  for (const BeltModel& model : belt_models()) {
    if (model.group != BeltGroup::dynamic || !model.of_the_paper) continue;
    const BeltRun run = run_belt(model, R"({ name = "bdf", accuracy = 1e-10 })", 0);
    page.at_most(std::string(model.law) + ": run with every step incomplete",
                 run.summary.status == RunStatus::complete ? 0 : 1, 0);
    displacement.axes.push_back(panel(model.law, "x (m)"));
    displacement.axes.back().series.push_back(curve(run.x, run.F));
    velocity.axes.push_back(panel(model.law, "w (m/s)"));
    velocity.axes.back().series.push_back(curve(run.w, run.F));
    rest.axes.push_back(panel(model.law, "w (mm/s)"));
    rest.axes.back().x_range = {-2, 5};
    std::vector<double> slow = run.w;
    for (double& w : slow) w *= 1e3;
    rest.axes.back().series.push_back(curve(slow, run.F));
  }
  write_svg(displacement, folder + "/fig3_23.svg");
  write_svg(velocity, folder + "/fig3_24.svg");
  write_svg(rest, folder + "/fig3_24_detail.svg");
  page.picture(displacement.title, "fig3_23.svg");
  page.picture(velocity.title, "fig3_24.svg");
  page.picture(rest.title, "fig3_24_detail.svg");
}

}  // namespace freeplay::validation
