// SPDX-License-Identifier: Apache-2.0
// Loops: friction over slip of contacts and of rubbing joints, and the normal force of compliant contacts
// over their penetration, whose area is what an impact costs.
#include <fmt/format.h>

#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostPanels = 6;

/// One possible panel.
struct Loop {
  std::string name, title, x, y, x_symbol, y_symbol;
  int component = 0;
  double weight = 0;
};

/// Of the samples of a rigid contact, the share in which it is closed. One that is open most of the time has
/// no loop, only a line at zero.
bool mostly_closed(const std::vector<Result>& results, const std::string& path) {
  std::size_t closed = 0, all = 0;
  for (const Result& result : results) {
    for (const double value : result.values(path)) closed += value > 0 ? 1U : 0U, ++all;
  }
  return 2 * closed > all;
}

void add(std::vector<Loop>& loops, const std::vector<Result>& results, Loop loop) {
  loop.weight = extent_of(results, loop.y, loop.component).size();
  if (loop.weight > 0 && extent_of(results, loop.x, loop.component).range() > 0) loops.push_back(loop);
}

std::vector<Loop> all_loops(const std::vector<Result>& results) {
  std::vector<Loop> loops;
  for (const std::string& name : all_names(results, "/contact/", "/slip")) {
    const std::string at = "/contact/" + name + "/";
    const int width = width_of(results, at + "slip");
    // impulses, or their means, say little of a contact that only bounces
    const bool impulses = unit_of(results, at + "normal") != "N" || any_has(results, at + "normal_mean");
    if (impulses && !mostly_closed(results, at + "normal")) continue;
    for (int k = 0; k < width; ++k) {
      add(loops, results,
          {name, fmt::format("{}: friction{}", name, width > 1 ? fmt::format(" {}", k + 1) : ""), at + "slip",
           at + "tangential", "v_{T}", "T", k});
    }
  }
  for (const std::string& name : all_names(results, "/joint/", "/slip")) {
    const std::string at = "/joint/" + name + "/";
    for (int k = 0; k < width_of(results, at + "slip"); ++k)
      add(loops, results, {name, name + ": friction", at + "slip", at + "friction", "v_{T}", "T", k});
  }
  for (const std::string& name : all_names(results, "/contact/", "/penetration")) {
    const std::string at = "/contact/" + name + "/";
    add(loops, results, {name, name + ": normal force", at + "penetration", at + "normal", "δ", "N"});
  }
  return loops;
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  const std::vector<Loop> loops = all_loops(results);
  FigureSpec figure{"loops", "Force loops", "Friction over slip, and normal force over penetration", 2};
  std::size_t meant = 0;
  for (const Loop& loop : loops) {
    if (!is_meant(loop.name, choice)) continue;
    ++meant;
    if (figure.axes.size() >= kMostPanels && choice.only.empty()) continue;
    const std::string unit = unit_of(results, loop.y);
    const Unit across =
        suitable_unit(unit_of(results, loop.x), extent_of(results, loop.x, loop.component).size());
    AxesSpec axes;
    axes.title = loop.title;
    axes.x_label = with_unit(loop.x_symbol, across.name);
    const bool force = unit.find("*s") == std::string::npos;
    axes.y_label = with_unit(fmt::format("{}_{{{}}}", force ? "F" : "P", loop.y_symbol), unit);
    Source x{0, loop.x, loop.component}, y{0, loop.y, loop.component};
    x.factor = across.factor;
    add_over(axes, results, x, y, "", 0, force ? Series::Style::line : Series::Style::points);
    figure.axes.push_back(axes);
  }
  if (figure.axes.empty()) return {};
  if (figure.axes.size() == 1) figure.columns = 1;
  figure.axes.back().note =
      Shown{std::vector<std::string>(figure.axes.size()), meant - figure.axes.size()}.note("loops");
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(loops) = {{"loops", "", "friction over slip, normal force over penetration", {}},
                          100,
                          "/contact/NAME/slip with tangential, /joint/NAME/slip with friction, or "
                          "/contact/NAME/penetration with normal",
                          make};
}  // namespace entry
}  // namespace freeplay
