// SPDX-License-Identifier: Apache-2.0
// Table of positions or velocities over time.
//   position: natural cubic spline through the points (continuous acceleration), straight lines, or cubics
//             that never overshoot (continuous velocity): a dwell stands still;
//   velocity: straight lines between the points, integrated exactly.
// Before the first time the first value holds, after the last time the last one.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/driver.h"

#include "base/piecewise.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "times", .symbol = "t_i", .unit = "s", .help = "increasing", .kind = ParamKind::numbers},
    {.key = "values",
     .symbol = "s_i",
     .help = "one per time, in SI units (rad or m; rad/s or m/s for velocities)",
     .kind = ParamKind::numbers},
    {.key = "kind",
     .help = "what the values are",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"position", "velocity"}},
    {.key = "interpolation",
     .help = "of positions between the points",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"spline", "linear", "monotone"}},
    FREEPLAY_DRIVER_ABSOLUTE};

class TableMotion final : public Motion {
 public:
  explicit TableMotion(Piecewise path) : path_(std::move(path)) {}
  double position(double t) const override { return path_.value(t); }
  double velocity(double t) const override { return path_.slope(t); }
  double acceleration(double t) const override { return path_.curvature(t); }

 private:
  Piecewise path_;
};

std::unique_ptr<Motion> make(const Parameters& given, const std::string& key, Diagnostics& problems) {
  const std::vector<double>& times = given.numbers("times");
  const std::vector<double>& values = given.numbers("values");
  bool usable = true;
  if (times.size() < 2 || times.size() != values.size()) {
    problems.error(given.where("values"), key + ".values",
                   "expected one value per time and at least two, got " + std::to_string(values.size()) +
                       " values for " + std::to_string(times.size()) + " times");
    usable = false;
  }
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] > times[i - 1]) continue;
    problems.error(given.where("times"), key + ".times",
                   "times must increase; entry " + std::to_string(i + 1) + " does not",
                   "sort the table by time");
    usable = false;
    break;
  }
  if (!usable) return nullptr;
  const std::string joining = given.word("interpolation");
  return std::make_unique<TableMotion>(given.word("kind") == "velocity" ? Piecewise::integral(times, values)
                                       : joining == "spline"   ? Piecewise(times, values, Joining::spline)
                                       : joining == "monotone" ? Piecewise(times, values, Joining::monotone)
                                                               : Piecewise(times, values, Joining::linear));
}

}  // namespace

namespace entry {
FREEPLAY_DRIVER(table) = {{"table", "", "table of positions or velocities", kParams}, make};
}  // namespace entry
}  // namespace freeplay
