// SPDX-License-Identifier: Apache-2.0
// Orbits of journals and balls inside the circle of their clearance. A journal in space has one at either
// end, and its play along the axis over time between the bounds of a straight journal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostJoints = 6;

/// A pair of channels, one across the other.
struct Plane {
  std::string x, y, eccentricity;
  std::string x_label, y_label, label;
  int colour = 0;
};

/// The clearance as the model says, or else as eccentricities tell: the distance of the centres over it.
double clearance_of(const Result& result, const std::string& joint, const Plane& plane) {
  if (const auto given = play_of(result, joint, "radial")) return *given;
  const std::string at = "/joint/" + joint + "/";
  double c = 0, most = 0;
  const std::vector<double> x = result.values(at + plane.x), y = result.values(at + plane.y);
  const std::vector<double> e = result.values(at + plane.eccentricity);
  for (std::size_t i = 0; i < std::min({x.size(), y.size(), e.size()}); ++i) {
    if (e[i] > most) most = e[i], c = std::hypot(x[i], y[i]) / e[i];
  }
  return c;
}

class Panels {
 public:
  Panels(const std::vector<Result>& results, const std::string& joint)
      : results_(results), joint_(joint), at_("/joint/" + joint + "/") {}

  /// One panel with the circle and all planes that go into it.
  void add_circle(const std::string& title, const std::vector<Plane>& planes) {
    AxesSpec axes;
    std::vector<double> clearances;
    double size = 0;
    for (const Result& result : results_) {
      clearances.push_back(clearance_of(result, joint_, planes.front()));
      size = std::max(size, clearances.back());
    }
    for (const Plane& plane : planes) size = std::max(size, largest(results_, at_ + plane.x));
    const Unit unit = suitable_unit("m", size);
    axes.title = title;
    axes.x_label = with_unit(planes.front().x_label, unit.name);
    axes.y_label = with_unit(planes.front().y_label, unit.name);
    axes.equal_aspect = true;
    for (const Plane& plane : planes) {
      Source x{0, at_ + plane.x}, y{0, at_ + plane.y};
      x.factor = y.factor = unit.factor;
      add_over(axes, results_, x, y, plane.label, plane.colour);
    }
    if (axes.series.empty()) return;
    for (const double c : clearances) {
      const std::string label = fmt::format("clearance {:.3g} {}", c * unit.factor, unit.name);
      if (c > 0 && std::none_of(axes.circles.begin(), axes.circles.end(),
                                [&](const Circle& other) { return other.label == label; }))
        axes.circles.push_back({0, 0, c * unit.factor, label});
    }
    all.push_back(axes);
  }

  void add_axial() {
    if (!any_has(results_, at_ + "axial")) return;
    std::optional<double> play;
    if (const Joint* joint = joint_of(results_.front(), joint_);
        joint && joint->play && joint->play->values.contains("axial"))
      play = play_of(results_.front(), joint_, "axial");
    const Unit unit = suitable_unit("m", std::max(play.value_or(0), largest(results_, at_ + "axial")));
    AxesSpec axes = time_axes(joint_ + ": along the axis", with_unit("z", unit.name));
    add_over_time(axes, results_, at_ + "axial", 0, "", 0, unit.factor);
    if (play) axes.h_lines = {-0.5 * *play * unit.factor, 0.5 * *play * unit.factor};
    all.push_back(axes);
  }

  std::vector<AxesSpec> all{};

 private:
  const std::vector<Result>& results_;
  std::string joint_, at_;
};

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> joints = all_names(results, "/joint/", "/orbit_x");
  for (const std::string& name : all_names(results, "/joint/", "/orbit_a_x")) joints.push_back(name);
  std::vector<double> weights;
  for (const std::string& joint : joints)
    weights.push_back(largest(results, "/joint/" + joint + "/eccentricity"));
  const Shown shown = choose(joints, choice, kMostJoints, weights);
  FigureSpec figure{"orbit", "Orbits of journals", "Journal centres inside the circle of their clearance", 2};
  for (const std::string& joint : shown.names) {
    const std::string at = "/joint/" + joint + "/";
    Panels panels(results, joint);
    if (any_has(results, at + "orbit_a_x")) {
      const Plane a{"orbit_a_x", "orbit_a_y", "eccentricity_a", "x", "y", "end A", 0};
      const Plane b{"orbit_b_x", "orbit_b_y", "eccentricity_b", "x", "y", "end B", 1};
      if (results.size() == 1) {
        panels.add_circle(joint, {a, b});
      } else {
        panels.add_circle(joint + ": end A", {a});
        panels.add_circle(joint + ": end B", {b});
      }
      panels.add_axial();
    } else {
      panels.add_circle(joint, {{"orbit_x", "orbit_y", "eccentricity", "x", "y", ""}});
      if (any_has(results, at + "orbit_z"))
        panels.add_circle(joint, {{"orbit_x", "orbit_z", "eccentricity", "x", "z", ""}});
    }
    figure.axes.insert(figure.axes.end(), panels.all.begin(), panels.all.end());
  }
  if (figure.axes.empty()) return {};
  if (figure.axes.size() == 1) figure.columns = 1;
  figure.axes.back().note = shown.note("joints");
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(orbit) = {
    {"orbit", "", "journal centres inside the circle of their clearance", {}},
    30,
    "/joint/NAME/orbit_x and orbit_y (orbit_a_x, … in space), of a joint with radial play",
    make};
}  // namespace entry
}  // namespace freeplay
