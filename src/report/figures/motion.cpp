// SPDX-License-Identifier: Apache-2.0
// Position, velocity and acceleration of bodies over time. One result: a column for the centre and one for
// the turn, colours by component. Several: a column per component, colours by result, such as a machine with
// play against its ideal mechanism.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "report/figures/motion_scale.h"
#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostBodies = 6;

struct Kind {
  const char* channels[3];  // of position, velocity, acceleration
  const char* titles[3];
  const char* symbols[3];
};

constexpr Kind kPlace{
    {"position", "velocity", "acceleration"}, {"Position", "Velocity", "Acceleration"}, {"", "v", "a"}};
constexpr Kind kTurn{{"angle", "angular_velocity", "angular_acceleration"},
                     {"Angle", "Angular velocity", "Angular acceleration"},
                     {"φ", "ω", "α"}};
constexpr Kind kTurnInSpace{{"orientation", "angular_velocity", "angular_acceleration"},
                            {"Orientation", "Angular velocity", "Angular acceleration"},
                            {"p", "ω", "α"}};

std::string path(const std::string& body, const char* channel) { return "/body/" + body + "/" + channel; }

/// Name of a number: "x", "v_{x}", "ω"; of Euler parameters "p_{w}".
std::string symbol(const char* base, int component, int width) {
  if (width == 1) return base;
  const std::string axis = width == 4 ? std::string(1, "wxyz"[component]) : axis_name(component);
  return *base ? fmt::format("{}_{{{}}}", base, axis) : axis;
}

/// Components of one channel that are more than rounding.
std::vector<int> moving(const std::vector<Result>& results, const std::string& body, const char* channel,
                        const MotionScale& scale) {
  std::vector<int> components;
  for (int k = 0; k < width_of(results, path(body, channel)); ++k) {
    if (scale.moves(results, body, channel, k)) components.push_back(k);
  }
  return components;
}

/// Components that move at all, judged by the velocity, or the position or acceleration if that was not
/// recorded. What has a velocity but gets nowhere by it trembles by rounding.
std::vector<int> moving(const std::vector<Result>& results, const std::string& body, const Kind& kind,
                        const MotionScale& scale) {
  const char* place = kind.channels[0];
  const bool placed = any_has(results, path(body, place));
  if (placed && moving(results, body, place, scale).empty()) return {};
  for (const int order : {1, 0, 2}) {
    if (!any_has(results, path(body, kind.channels[order]))) continue;
    std::vector<int> components = moving(results, body, kind.channels[order], scale);
    if (placed && width_of(results, path(body, place)) == width_of(results, path(body, kind.channels[order])))
      std::erase_if(components, [&](int k) { return !scale.moves(results, body, place, k); });
    return components;
  }
  return {};
}

AxesSpec panel(const std::vector<Result>& results, const std::string& body, const Kind& kind, int order,
               const std::vector<int>& components) {
  const std::string at = path(body, kind.channels[order]);
  const int width = width_of(results, at);
  double size = 0;
  for (const int k : components) size = std::max(size, extent_of(results, at, k).size());
  const Unit unit = suitable_unit(unit_of(results, at), size);
  const bool one = components.size() == 1;
  AxesSpec axes =
      time_axes(kind.titles[order], with_unit(one ? symbol(kind.symbols[order], components[0], width)
                                              : order == 0 && width < 4 ? "x, y, z"
                                                                        : kind.symbols[order],
                                              unit.name));
  if (!one && order == 0 && width == 2) axes.y_label = with_unit("x, y", unit.name);
  for (const int k : components)
    add_over_time(axes, results, at, k, one ? "" : symbol(kind.symbols[order], k, width), one ? 0 : k,
                  unit.factor);
  return axes;
}

std::vector<int> all_of(int width) {
  std::vector<int> components;
  for (int k = 0; k < width; ++k) components.push_back(k);
  return components;
}

FigureSpec figure_of(const std::vector<Result>& results, const std::string& body, const MotionScale& scale) {
  FigureSpec figure{"motion", fmt::format("Motion of {}", body),
                    "Position, velocity and acceleration over time", 1};
  const bool space = any_has(results, path(body, "orientation"));
  struct Column {
    const Kind* kind;
    std::vector<int> components;
  };
  std::vector<Column> columns;
  const std::vector<int> place = moving(results, body, kPlace, scale);
  const Kind& turn_kind = space ? kTurnInSpace : kTurn;
  const std::vector<int> turn = moving(results, body, turn_kind, scale);
  if (results.size() == 1) {
    if (!place.empty()) columns.push_back({&kPlace, place});
    if (!turn.empty()) columns.push_back({&turn_kind, turn});
  } else {
    for (const int k : place) columns.push_back({&kPlace, {k}});
    for (const int k : turn) {
      if (!space) columns.push_back({&turn_kind, {k}});
    }
  }
  bool gap = false, aligned = true;  // panels stand in columns as long as only the last ones are missing
  for (int order = 0; order < 3; ++order) {
    for (const Column& column : columns) {
      const std::string at = path(body, column.kind->channels[order]);
      const bool euler = column.kind == &kTurnInSpace && order == 0;
      AxesSpec axes = panel(results, body, *column.kind, order,
                            euler ? all_of(width_of(results, at)) : column.components);
      // A steady motion has no acceleration to show.
      if (order == 2 && moving(results, body, column.kind->channels[2], scale).empty()) axes.series.clear();
      if (axes.series.empty()) {
        gap = true;
        continue;
      }
      aligned = aligned && !gap;
      figure.axes.push_back(axes);
    }
  }
  if (!columns.empty() && (aligned || figure.axes.size() % columns.size() == 0))
    figure.columns = int_size(columns);
  return figure;
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> bodies;
  for (const Kind& kind : {kPlace, kTurn}) {
    for (const char* channel : kind.channels) {
      for (const std::string& body : all_names(results, "/body/", std::string("/") + channel)) {
        if (std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
      }
    }
  }
  const MotionScale scale = motion_scale(results);
  std::vector<std::string> moved;
  std::vector<double> weights;
  for (const std::string& body : bodies) {
    if (!is_meant(body, choice) || figure_of(results, body, scale).axes.empty()) continue;
    moved.push_back(body);
    weights.push_back(has_play(results, body) ? 1 : 0);
  }
  Shown shown = choose(moved, choice, kMostBodies, weights);
  if (shown.left_out > 0) shown.left_out = bodies.size() - shown.names.size();
  std::vector<FigureSpec> figures;
  for (const std::string& body : shown.names) figures.push_back(figure_of(results, body, scale));
  if (!figures.empty()) figures.back().axes.back().note = shown.note("bodies");
  return figures;
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(motion) = {
    {"motion", "", "position, velocity and acceleration of bodies over time", {}},
    10,
    "/body/NAME/position, velocity, acceleration or those of its turn, of a body that moves",
    make};
}  // namespace entry
}  // namespace freeplay
