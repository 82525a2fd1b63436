// SPDX-License-Identifier: Apache-2.0
// The energy ledger. One result: what the machine has and what was lost, stacked, so that the top of the
// stack is what was put in: the energy at the start and the work of drivers and of forces. Several: part by
// part. The numerical remainder stands on its own scale.
#include <fmt/format.h>

#include <algorithm>

#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr double kNothing = 1e-9;  // of the largest energy; less is rounding

struct Part {
  const char* channel;
  const char* label;
  double sign;  // −1: booked as negative work
  int colour;
};
constexpr Part kStored[] = {{"/energy/kinetic", "kinetic", 1, 0},
                            {"/energy/gravity", "gravity", 1, 2},
                            {"/energy/elastic", "springs", 1, 5},
                            {"/energy/contact", "contacts", 1, 3}};
constexpr Part kLost[] = {{"/energy/impact", "lost by impact", -1, 1},
                          {"/energy/friction", "lost by friction", -1, 4},
                          {"/energy/damping", "lost in dampers", -1, 7}};

/// The ledger of one result as a stack.
AxesSpec stack(const std::vector<Result>& results) {
  AxesSpec axes = time_axes("", "E (J)");
  const Result& result = results.front();
  double most = 0;
  for (const Part& part : kStored) most = std::max(most, extent_of(results, part.channel, 0).size());
  const auto add = [&](const Part& part, const std::string& label, double offset) {
    const Extent extent = extent_of(results, part.channel, 0);
    if (!result.has(part.channel) || std::max(extent.range(), extent.high + offset) <= kNothing * most)
      return;
    SeriesSpec series{label, {0, "/time"}, {0, part.channel}, Series::Style::area, part.colour};
    series.y.factor = part.sign;
    series.y.offset = offset;
    axes.series.push_back(series);
  };
  // A potential has no zero of its own: it counts from its least value where that would be below zero (and
  // gravity always), so that there is no negative area and parts do not cover each other.
  double lifted = 0;
  for (const Part& part : kStored) {
    const Extent extent = extent_of(results, part.channel, 0);
    const bool gravity = part.channel == std::string("/energy/gravity");
    const double lift = !extent.empty && (gravity || extent.low < -kNothing * most) ? -extent.low : 0;
    const bool named = lift != 0 && extent.range() > kNothing * most;
    add(part, named ? fmt::format("{}, above {} least", part.label, gravity ? "its" : "their") : part.label,
        lift);
    lifted += lift;
  }
  for (const Part& part : kLost) add(part, part.label, 0);
  // Work that forces take away all the time is a loss; what they bring is in the height of the stack.
  if (const Extent applied = extent_of(results, "/energy/applied", 0);
      !applied.empty && applied.high <= kNothing * most)
    add({"/energy/applied", "", -1, 7}, "taken by forces", 0);
  if (axes.series.empty()) return axes;
  if (result.has("/energy/total")) {
    SeriesSpec total{"mechanical energy", {0, "/time"}, {0, "/energy/total"}, Series::Style::line, 6};
    total.y.offset = lifted;
    axes.series.push_back(total);
  }
  axes.note = "The top of the stack is the energy put in.";
  if (lifted != 0) axes.note += " Potentials count from their least value in this run.";
  return axes;
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice&) {
  FigureSpec figure{"energy", "Energy",
                    "What the machine has, what was lost, and what is left over as numerical error", 1};
  if (results.size() == 1) {
    AxesSpec axes = stack(results);
    if (!axes.series.empty()) figure.axes.push_back(axes);
  } else {
    const auto add = [&](const char* channel, const char* title, double sign) {
      if (largest(results, channel) <= 0) return;
      AxesSpec axes = time_axes(title, "E (J)");
      add_over_time(axes, results, channel, 0, "", 0, sign);
      figure.axes.push_back(axes);
    };
    add("/energy/total", "Mechanical energy", 1);
    add("/energy/kinetic", "Kinetic energy", 1);
    add("/energy/drivers", "Work of drivers", 1);
    add("/energy/applied", "Work of applied forces", 1);
    add("/energy/impact", "Lost by impact", -1);
    add("/energy/friction", "Lost by friction", -1);
    add("/energy/damping", "Lost in dampers", -1);
    figure.columns = 2;
  }
  if (largest(results, "/energy/numerical") > 0) {
    AxesSpec axes = time_axes("Numerical remainder", "E (J)");
    add_over_time(axes, results, "/energy/numerical", 0, "", 0);
    figure.axes.push_back(axes);
  }
  if (figure.axes.empty()) return {};
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(energy) = {
    {"energy", "", "the energy ledger and its numerical remainder", {}}, 90, "/energy/…", make};
}  // namespace entry
}  // namespace freeplay
