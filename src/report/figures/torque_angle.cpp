// SPDX-License-Identifier: Apache-2.0
// What a driver has to do over the coordinate that it drives; turns lie over each other.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostDrivers = 6;

const Driver* driver_of(const Result& result, const std::string& name) {
  if (!result.model) return nullptr;
  for (const Driver& driver : result.model->drivers) {
    if (driver.name == name) return &driver;
  }
  return nullptr;
}

/// The channel of the driven coordinate; "" where it was not recorded.
std::string coordinate_of(const Result& result, const Driver& driver) {
  const std::string at = "/joint/" + driver.joint + "/";
  for (const std::string& name : {driver.coordinate, std::string("angle"), std::string("displacement")}) {
    if (!name.empty() && result.has(at + name)) return at + name;
  }
  return "";
}

/// One curve of a driver; angles in degrees from 0 to 360, broken where a turn ends.
void add_curve(AxesSpec& axes, const Result& result, int run, const std::string& effort,
               const std::string& coordinate, const std::string& label, int colour) {
  const bool turning = result.channel(coordinate)->unit == "rad";
  const std::vector<double> q = result.values(coordinate), M = result.values(effort);
  std::vector<double> x, y, size;
  double turn = 0;
  for (std::size_t i = 0; i < std::min(q.size(), M.size()); ++i) {
    const double here = turning ? std::floor(q[i] / (2 * std::numbers::pi)) : 0;
    if (i > 0 && here != turn) {
      x.push_back(std::numeric_limits<double>::quiet_NaN());
      y.push_back(std::numeric_limits<double>::quiet_NaN());
      size.push_back(0);
    }
    turn = here;
    x.push_back(turning ? 180 / std::numbers::pi * (q[i] - 2 * std::numbers::pi * here) : q[i]);
    y.push_back(M[i]);
    size.push_back(M[i]);
  }
  add_computed(axes, run, x, y, size, label, colour);
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  const Shown shown = choose(all_names(results, "/driver/", "/effort"), choice, kMostDrivers);
  FigureSpec figure{"torque_angle", "Drivers over their coordinate",
                    "Torque or force of drivers over the angle or way that they drive", 1};
  for (const std::string& name : shown.names) {
    AxesSpec axes;
    axes.title = name;
    for (std::size_t r = 0; r < results.size(); ++r) {
      const Result& result = results[r];
      const Driver* driver = driver_of(result, name);
      const std::string effort = drawn_channel(result, "/driver/" + name + "/effort");
      const std::string coordinate = driver == nullptr ? "" : coordinate_of(result, *driver);
      if (coordinate.empty() || !result.has(effort)) continue;
      const std::string unit = result.channel(coordinate)->unit, of_effort = result.channel(effort)->unit;
      if (axes.series.empty()) {
        axes.x_label = unit == "rad" ? driver->joint + " (°)" : with_unit(driver->joint, unit);
        axes.y_label = with_unit(of_effort.starts_with("N*m") ? "M" : "F", of_effort);
      }
      const bool several = results.size() > 1;
      add_curve(axes, result, static_cast<int>(r), effort, coordinate, several ? result.label : "",
                static_cast<int>(several ? r : 0));
    }
    if (!axes.series.empty()) figure.axes.push_back(axes);
  }
  if (figure.axes.empty()) return {};
  add_note(figure.axes.back(), shown.note("drivers"));
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(torque_angle) = {{"torque_angle", "", "torque or force of drivers over what they drive", {}},
                                 131,
                                 "/driver/NAME/effort and the driven joint's coordinate",
                                 make};
}  // namespace entry
}  // namespace freeplay
