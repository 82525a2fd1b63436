// SPDX-License-Identifier: Apache-2.0
// The force on the journal of a planar bearing as a vector: in directions of the room, which tell what the support has to
// bear, and in directions of the bearing's body, which tell where the bearing is loaded (Norton, Design of Machinery,
// calls both the polar plot of the bearing force).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostJoints = 4;

/// Force on the second body over the samples.
struct Force {
  std::vector<double> x, y, size;

  void measure() {
    size.resize(std::min(x.size(), y.size()));
    for (std::size_t i = 0; i < size.size(); ++i) size[i] = std::hypot(x[i], y[i]);
  }
};

/// Of a joint with a free turn, ideal or with play; empty where it was not recorded in newtons.
Force force_of(const Result& result, const std::string& joint) {
  Force force;
  const std::string loose = drawn_channel(result, "/contact/" + joint + ".journal/force");
  const std::string x = drawn_channel(result, "/joint/" + joint + "/reaction_x"),
                    y = drawn_channel(result, "/joint/" + joint + "/reaction_y");
  const auto in_newtons = [&](const std::string& path) {
    const Channel* channel = result.channel(path);
    return channel != nullptr && channel->unit == "N";
  };
  if (in_newtons(loose) && result.channel(loose)->width == 2) {
    force.x = result.values(loose, 0);
    force.y = result.values(loose, 1);
  } else if (in_newtons(x) && in_newtons(y)) {
    force.x = result.values(x);
    force.y = result.values(y);
  }
  force.measure();
  return force;
}

Force turned_with(const Force& force, const std::vector<double>& angle) {
  Force turned = force;
  for (std::size_t i = 0; i < std::min(force.size.size(), angle.size()); ++i) {
    const double c = std::cos(angle[i]), s = std::sin(angle[i]);
    turned.x[i] = c * force.x[i] + s * force.y[i];
    turned.y[i] = -s * force.x[i] + c * force.y[i];
  }
  return turned;
}

/// The body whose directions are of interest beside the room's: the bearing's, or the journal's in a bearing of the ground.
std::string turning_body(const Result& result, const std::string& joint) {
  const Joint* found = joint_of(result, joint);
  if (found == nullptr) return "";
  return found->bodies[0] == "ground" ? found->bodies[1] : found->bodies[0];
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> joints;
  std::vector<double> weights;
  for (const std::string& joint : all_names(results, "/joint/", "/angle")) {
    double most = 0;
    for (const Result& result : results) {
      const Force force = force_of(result, joint);
      for (const double size : force.size) most = std::max(most, size);
    }
    if (most > 0) joints.push_back(joint), weights.push_back(most);
  }
  const Shown shown = choose(joints, choice, kMostJoints, weights);
  FigureSpec figure{"bearing_force", "Forces in bearings",
                    "Force on the journal as a vector, in directions of the room and of a body", 2};
  for (const std::string& joint : shown.names) {
    AxesSpec room, body;
    room.title = joint + ": in the room";
    for (std::size_t r = 0; r < results.size(); ++r) {
      const Result& result = results[r];
      const Force force = force_of(result, joint);
      if (force.size.empty()) continue;
      const std::string label = results.size() > 1 ? result.label : "";
      const int colour = static_cast<int>(results.size() > 1 ? r : 0), run = static_cast<int>(r);
      add_computed(room, run, force.x, force.y, force.size, label, colour);
      const std::string turning = turning_body(result, joint);
      const std::vector<double> angle = result.values("/body/" + turning + "/angle");
      if (turning.empty() || angle.empty()) continue;
      body.title = fmt::format("{}: turning with {}", joint, turning);
      const Force own = turned_with(force, angle);
      add_computed(body, run, own.x, own.y, own.size, label, colour);
    }
    for (AxesSpec* axes : {&room, &body}) {
      if (axes->series.empty()) continue;
      axes->x_label = with_unit("F_{x}", "N");
      axes->y_label = with_unit("F_{y}", "N");
      axes->equal_aspect = true;
      figure.axes.push_back(*axes);
    }
  }
  if (figure.axes.empty()) return {};
  add_note(figure.axes.back(), shown.note("joints"));
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(bearing_force) = {
    {"bearing_force", "", "force on journals as a vector, in the room and turning with a body", {}},
    35,
    "/joint/NAME/reaction_x and reaction_y, or /contact/NAME.journal/force, of a planar joint that turns",
    make};
}  // namespace entry
}  // namespace freeplay
