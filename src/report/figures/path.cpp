// SPDX-License-Identifier: Apache-2.0
// Paths of bodies' centres in the plane, in space seen along the axes.
#include <fmt/format.h>

#include "report/figures/motion_scale.h"
#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostBodies = 6;

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  const std::vector<std::string> all = all_names(results, "/body/", "/position");
  const MotionScale scale = motion_scale(results);
  std::vector<std::string> bodies;
  std::vector<double> weights;
  for (const std::string& body : all) {
    bool moves = false;
    for (int k = 0; k < width_of(results, "/body/" + body + "/position"); ++k)
      moves = moves || scale.moves(results, body, "position", k);
    if (!moves) continue;
    bodies.push_back(body);
    weights.push_back(has_play(results, body) ? 1 : 0);
  }
  const Shown shown = choose(bodies, choice, kMostBodies, weights);
  if (shown.empty()) return {};
  FigureSpec figure{"path", "Paths of bodies", "Where the centres of bodies go", 1};
  const bool space = width_of(results, "/body/" + shown.names.front() + "/position") == 3;
  for (const auto& [x, y] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
    if (y == 2 && !space) continue;
    AxesSpec axes;
    axes.equal_aspect = true;
    Extent size;
    for (const std::string& body : shown.names) {
      for (const int k : {x, y}) size.add(extent_of(results, "/body/" + body + "/position", k).size());
    }
    const Unit unit = suitable_unit("m", size.size());
    axes.x_label = with_unit(axis_name(x), unit.name);
    axes.y_label = with_unit(axis_name(y), unit.name);
    int colour = 0;
    for (const std::string& body : shown.names) {
      Source across{0, "/body/" + body + "/position", x}, up{0, "/body/" + body + "/position", y};
      across.factor = up.factor = unit.factor;
      add_over(axes, results, across, up, body, colour++);
    }
    if (!axes.series.empty()) figure.axes.push_back(axes);
  }
  if (figure.axes.empty()) return {};
  if (figure.axes.size() > 1) figure.columns = 2;
  figure.axes.back().note = shown.note("bodies");
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(path) = {{"path", "", "paths of the centres of bodies", {}},
                         150,
                         "/body/NAME/position, of a body that moves",
                         make};
}  // namespace entry
}  // namespace freeplay
