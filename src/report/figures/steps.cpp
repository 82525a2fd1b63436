// SPDX-License-Identifier: Apache-2.0
// How the run went: step size, and the work of solvers between samples.
#include "report/figures/parts.h"

namespace freeplay {
namespace {

struct Panel {
  const char* channel;
  const char* title;
  const char* label;
  bool log;
};
constexpr Panel kPanels[] = {{"/steps/step", "Step size", "Δt", true},
                             {"/steps/substeps", "Steps between samples", "steps", false},
                             {"/steps/evaluations", "Evaluations between samples", "evaluations", false},
                             {"/steps/solves", "Contact problems between samples", "problems", false},
                             {"/steps/iterations", "Solver iterations between samples", "iterations", false},
                             {"/steps/worst_residual", "Worst residual so far", "residual", true}};

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice&) {
  FigureSpec figure{"steps", "Steps and solver", "Step size, and what was done between samples", 2};
  for (const Panel& panel : kPanels) {
    if (largest(results, panel.channel) <= 0) continue;
    AxesSpec axes = time_axes(panel.title, with_unit(panel.label, unit_of(results, panel.channel)));
    axes.log_y = panel.log;
    add_over_time(axes, results, panel.channel, 0, "", 0);
    figure.axes.push_back(axes);
  }
  if (figure.axes.empty()) return {};
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(steps) = {{"steps", "", "step size, solver iterations", {}}, 140, "/steps/…", make};
}  // namespace entry
}  // namespace freeplay
