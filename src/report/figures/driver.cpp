// SPDX-License-Identifier: Apache-2.0
// What drivers have to do: force or torque along the driven coordinate, in the rigid world means of the
// time since the last sample; and the power that they put in.
#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostDrivers = 6;

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  const Shown shown = choose(all_names(results, "/driver/", "/effort"), choice, kMostDrivers);
  FigureSpec figure{"driver", "Drivers", "Force or torque along the driven coordinate, and power", 1};
  for (const std::string& name : shown.names) {
    const std::string path = "/driver/" + name + "/effort";
    const std::string unit = unit_of(results, path);
    const bool impulse = unit.ends_with("*s"), turning = unit.starts_with("N*m");
    AxesSpec axes = time_axes(name, with_unit(turning ? (impulse ? "L" : "M") : impulse ? "P" : "F", unit));
    add_over_time(axes, results, path, 0, "", 0);
    if (!axes.series.empty()) figure.axes.push_back(axes);
    const std::string power = "/driver/" + name + "/power";
    AxesSpec watts = time_axes(name + ": power", with_unit("P", unit_of(results, power)));
    add_over_time(watts, results, power, 0, "", 0);
    if (!watts.series.empty()) figure.axes.push_back(watts);
  }
  if (figure.axes.empty()) return {};
  add_note(figure.axes.back(), shown.note("drivers"));
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(driver) = {{"driver", "", "force or torque of drivers over time, and their power", {}},
                           130,
                           "/driver/NAME/effort, of a model with drivers",
                           make};
}  // namespace entry
}  // namespace freeplay
