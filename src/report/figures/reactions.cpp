// SPDX-License-Identifier: Apache-2.0
// Reactions of ideal joints over time: forces and moments, in the rigid world means of the time since the last
// sample.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostJoints = 6;
constexpr double kRounding = 1e-9;  // of the largest reaction of the kind

/// One number of a reaction.
struct Part {
  std::string path, symbol;
  int component = 0;
  bool turning = false;
};

std::vector<Part> parts_of(const std::vector<Result>& results, const std::string& joint) {
  std::vector<Part> parts;
  const std::string at = "/joint/" + joint + "/";
  for (const auto& [channel, symbol] :
       {std::array{"reaction_x", "x"}, std::array{"reaction_y", "y"}, std::array{"reaction_normal", "normal"},
        std::array{"reaction_distance", "along the rod"}, std::array{"reaction_moment", "moment"}}) {
    if (any_has(results, at + channel))
      parts.push_back({at + channel, symbol, 0, std::string(symbol) == "moment"});
  }
  for (const auto& [channel, turning] : {std::pair{"force", false}, std::pair{"moment", true}}) {
    for (int k = 0; k < width_of(results, at + channel); ++k)
      parts.push_back({at + channel, axis_name(k), k, turning});
  }
  return parts;
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> joints;
  double most[2] = {0, 0};
  for (const Result& result : results) {
    for (const Channel& channel : result.record.layout.channels) {
      if (!channel.path.starts_with("/joint/")) continue;
      const std::size_t slash = channel.path.rfind('/');
      const std::string joint = channel.path.substr(7, slash - 7);
      if (std::find(joints.begin(), joints.end(), joint) == joints.end()) joints.push_back(joint);
    }
  }
  std::vector<std::string> loaded;
  std::vector<double> weights;
  for (const std::string& joint : joints) {
    double load = 0;
    for (const Part& part : parts_of(results, joint)) {
      const double size = extent_of(results, part.path, part.component).size();
      most[part.turning] = std::max(most[part.turning], size);
      load = std::max(load, size);
    }
    if (load > 0) loaded.push_back(joint), weights.push_back(load);
  }
  const bool several = results.size() > 1;
  const Shown shown = choose(loaded, choice, several ? 3 : kMostJoints, weights);
  FigureSpec figure{"reactions", "Joint reactions",
                    "On the second body of each joint; in the rigid world means of each sample", 2};
  for (const std::string& joint : shown.names) {
    for (const bool turning : {false, true}) {
      const std::size_t before = figure.axes.size();
      int colour = -1;
      for (const Part& part : parts_of(results, joint)) {
        if (part.turning != turning) continue;
        ++colour;
        if (extent_of(results, part.path, part.component).size() <= kRounding * most[turning]) continue;
        const std::string unit = unit_of(results, part.path);
        const bool impulse = unit.find("*s") != std::string::npos;
        const char* symbol = turning ? (impulse ? "L" : "M") : impulse ? "P" : "F";
        if (figure.axes.size() == before || several) {
          figure.axes.push_back(time_axes(several ? fmt::format("{}: {}", joint, part.symbol) : joint,
                                          with_unit(symbol, unit)));
        }
        add_over_time(figure.axes.back(), results, part.path, part.component, part.symbol, colour);
      }
    }
  }
  if (figure.axes.empty()) return {};
  if (figure.axes.size() == 1) figure.columns = 1;
  add_note(figure.axes.back(), shown.note("joints"));
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(reactions) = {
    {"reactions", "", "reactions of ideal joints over time", {}},
    120,
    "/joint/NAME/reaction_… (force and moment in space), of an ideal joint that is loaded",
    make};
}  // namespace entry
}  // namespace freeplay
