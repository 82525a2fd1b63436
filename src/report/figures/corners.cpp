// SPDX-License-Identifier: Apache-2.0
// Corners of sliders in their guides, scaled by the clearance: 0 is the middle, ±1 is contact. Over the
// stroke where the slider moves along an axis of the ground, as Flores, Leine and Glocker draw them, else
// over time.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/figures/parts.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostJoints = 3;

/// A face of the slider: how its contacts begin, the wall's side, and the play towards it.
struct Face {
  const char* name;
  double side;
  const char* play;  // in space
};
constexpr Face kFaces[] = {
    {"upper_", 1, "height"}, {"lower_", -1, "height"}, {"right_", 1, "width"}, {"left_", -1, "width"}};

/// Contacts JOINT.UPPER_… of joints that have walls.
std::vector<std::string> sliders(const std::vector<Result>& results) {
  std::vector<std::string> joints;
  for (const std::string& contact : all_names(results, "/contact/", "/gap")) {
    const std::size_t dot = contact.rfind('.');
    if (dot == std::string::npos || !contact.substr(dot + 1).starts_with(kFaces[0].name)) continue;
    const std::string joint = contact.substr(0, dot);
    if (std::find(joints.begin(), joints.end(), joint) == joints.end()) joints.push_back(joint);
  }
  return joints;
}

/// Is the guide a rod inside the slider? Then the upper corner touches when the slider is down.
bool on_a_rod(const Result& result, const std::string& joint) {
  const Joint* found = joint_of(result, joint);
  if (!found) return false;
  const Values& values = found->play ? found->play->values : found->values;
  const auto guide = values.find("guide");
  const auto* word = guide == values.end() ? nullptr : std::get_if<std::string>(&guide->second.data);
  return word && *word == "inside";
}

/// The slider's position along the guide, where one recorded number is that.
struct Stroke {
  Source x{0, "/time"};
  std::string label = "t (s)";
  bool is_time = true;
};

Stroke stroke_of(const std::vector<Result>& results, const std::string& joint) {
  Stroke stroke;
  const std::string displacement = "/joint/" + joint + "/displacement";
  const Joint* model = joint_of(results.front(), joint);
  std::string path;
  int component = 0;
  if (any_has(results, displacement)) {
    path = displacement;
  } else if (model && model->bodies[0] == "ground") {
    const char* key = model->values.contains("axis") ? "axis" : "world_axis";  // the same on the ground
    const auto given = model->values.find(key);
    const auto* axis = given == model->values.end() ? nullptr : std::get_if<Point>(&given->second.data);
    if (axis && ((*axis)[0] == 0 || (*axis)[1] == 0)) {
      path = "/body/" + model->bodies[1] + "/position";
      component = (*axis)[0] == 0 ? 1 : 0;
    }
  }
  if (path.empty() || !any_has(results, path)) return stroke;
  const Unit unit = suitable_unit("m", extent_of(results, path, component).size());
  stroke.x = {0, path, component};
  stroke.x.factor = unit.factor;
  stroke.label = with_unit("stroke", unit.name);
  stroke.is_time = false;
  return stroke;
}

/// "upper_back_left" → "upper back left"
std::string spoken(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

void add_corners(FigureSpec& figure, const std::vector<Result>& results, const std::string& joint) {
  const Stroke stroke = stroke_of(results, joint);
  std::vector<std::string> contacts;
  for (const std::string& contact : all_names(results, "/contact/" + joint + ".", "/gap"))
    contacts.push_back(contact);
  const bool by_face = contacts.size() > 4;
  for (const Face& face : kFaces) {
    AxesSpec axes;
    int colour = 0;
    for (const std::string& contact : contacts) {
      if (!contact.starts_with(face.name)) continue;
      if (axes.series.empty() || !by_face) {
        axes = {};
        axes.title =
            joint + ": " +
            (by_face ? std::string(face.name, std::string(face.name).size() - 1) + " face" : spoken(contact));
        axes.x_label = stroke.label;
        axes.x_is_time = stroke.is_time;
        axes.y_label = "height / clearance";
        axes.h_lines = {-1, 1};
        colour = 0;
      }
      Source y{0, "/contact/" + joint + "." + contact + "/gap"};
      const std::size_t before = axes.series.size();
      add_over(axes, results, stroke.x, y,
               by_face ? spoken(contact.substr(std::string(face.name).size())) : "", colour++);
      for (std::size_t i = before; i < axes.series.size(); ++i) {  // side (1 − gap/c), each with its own c
        Source& height = axes.series[i].y;
        const Result& result = results[idx(height.run)];
        const auto c = play_of(result, joint, face.play);
        const double side = on_a_rod(result, joint) ? -face.side : face.side;
        height.factor = c ? -side / *c : 0;
        height.offset = side;
      }
      std::erase_if(axes.series, [](const SeriesSpec& series) { return series.y.factor == 0; });
      if (!by_face && !axes.series.empty()) figure.axes.push_back(axes);
    }
    if (by_face && !axes.series.empty()) figure.axes.push_back(axes);
  }
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  const Shown shown = choose(sliders(results), choice, kMostJoints);
  FigureSpec figure{"corners", "Corners of sliders in their guides",
                    "Height of each corner over its middle position, over the clearance: ±1 is contact", 2};
  for (const std::string& joint : shown.names) add_corners(figure, results, joint);
  if (figure.axes.empty()) return {};
  figure.axes.back().note = shown.note("guides");
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(corners) = {
    {"corners", "Flores2009", "corners of sliders in their guides, scaled by the clearance", {}},
    40,
    "/contact/JOINT.upper_…/gap, of a slider with play in a guide, and the model's clearance",
    make};
}  // namespace entry
}  // namespace freeplay
