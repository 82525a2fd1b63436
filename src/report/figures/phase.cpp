// SPDX-License-Identifier: Apache-2.0
// Phase portraits: velocity over position and acceleration over velocity, of the coordinate in which a body
// moves most. Those of a periodic motion close; chatter and chaos fill an area.
#include <fmt/format.h>

#include "report/figures/motion_scale.h"
#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostBodies = 4;
constexpr double kTurning = 1e-6;  // of the machine's length, travelled per radian: less, and it only turns
constexpr double kSteady = 1e-9;   // of a velocity: what changes by less has no portrait, only a line

/// The channels of one coordinate.
struct Coordinate {
  std::string position, velocity, acceleration;
  int component = 0;
  std::string q, v, a;  // symbols
};

/// The component of largest travel, or the angle of a body that turns on the spot.
Coordinate coordinate_of(const std::vector<Result>& results, const std::string& body,
                         const MotionScale& scale) {
  const std::string at = "/body/" + body + "/";
  int most = 0;
  double travel = 0;
  for (int k = 0; k < width_of(results, at + "position"); ++k) {
    const double range = extent_of(results, at + "position", k).range();
    if (scale.moves(results, body, "position", k) && range > travel) travel = range, most = k;
  }
  const double turn = extent_of(results, at + "angle", 0).range();
  if (turn > 0 && travel <= kTurning * scale.length * turn)
    return {at + "angle", at + "angular_velocity", at + "angular_acceleration", 0, "φ", "ω", "α"};
  const std::string x = axis_name(most);
  return {at + "position", at + "velocity", at + "acceleration", most, x, "v_{" + x + "}", "a_{" + x + "}"};
}

/// Not by rounding only. A portrait of the velocity alone is one as well: the position may not be recorded.
bool moves(const std::vector<Result>& results, const Coordinate& of, const std::string& body,
           const MotionScale& scale) {
  const bool turns = of.q == "φ";
  const Extent speed = extent_of(results, of.velocity, of.component);
  return scale.moves(results, body, turns ? "angular_velocity" : "velocity", of.component) &&
         speed.range() > kSteady * speed.size() &&
         (!any_has(results, of.position) ||
          scale.moves(results, body, turns ? "angle" : "position", of.component));
}

AxesSpec portrait(const std::vector<Result>& results, const Coordinate& of, const std::string& across,
                  const std::string& up, const std::string& x, const std::string& y) {
  AxesSpec axes;
  const Unit unit = suitable_unit(unit_of(results, across), extent_of(results, across, of.component).size());
  axes.x_label = with_unit(x, unit.name);
  axes.y_label = with_unit(y, unit_of(results, up));
  Source from{0, across, of.component}, to{0, up, of.component};
  from.factor = unit.factor;
  add_over(axes, results, from, to, "", 0);
  return axes;
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  const std::vector<std::string> bodies = all_names(results, "/body/", "/velocity");
  const MotionScale scale = motion_scale(results);
  std::vector<std::string> moving;
  std::vector<double> weights;
  for (const std::string& body : bodies) {
    if (!moves(results, coordinate_of(results, body, scale), body, scale)) continue;
    moving.push_back(body);
    weights.push_back(has_play(results, body) ? 1 : 0);
  }
  const Shown shown = choose(moving, choice, kMostBodies, weights);
  FigureSpec figure{"phase", "Phase portraits",
                    "Velocity over position and acceleration over velocity, of the coordinate in which each "
                    "body moves most",
                    2};
  for (const std::string& body : shown.names) {
    const Coordinate of = coordinate_of(results, body, scale);
    AxesSpec first = portrait(results, of, of.position, of.velocity, of.q, of.v);
    AxesSpec second = portrait(results, of, of.velocity, of.acceleration, of.v, of.a);
    if (!scale.moves(results, body, of.a == "α" ? "angular_acceleration" : "acceleration", of.component))
      second.series.clear();  // a steady motion
    for (AxesSpec* axes : {&first, &second}) {
      axes->title = body;
      if (!axes->series.empty()) figure.axes.push_back(*axes);
    }
  }
  if (figure.axes.empty()) return {};
  figure.axes.back().note = shown.note("bodies");
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(phase) = {
    {"phase", "", "phase portraits of bodies: velocity over position, acceleration over velocity", {}},
    20,
    "/body/NAME/velocity with position or acceleration, of a body that moves",
    make};
}  // namespace entry
}  // namespace freeplay
