// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "validation/spatial_bodies/free_bodies.h"
#include "validation/spatial_bodies/pendulums.h"
#include "validation/spatial_bodies/rolling_discs.h"
#include "validation/spatial_bodies/sections.h"
#include "validation/spatial_bodies/tops.h"

namespace freeplay::validation {
namespace {

struct OrderCase {
  const char* what;
  double end;  ///< [s]
  int steps;   ///< the fewest; samples fall on steps
  std::function<double(const Assignment& stepper)> error;
};

}  // namespace

void orders(Page& page) {
  page.heading("Order of the steppers with a fixed step");
  page.paragraph(
      "Errors of the motions above at a step, a half and a quarter of it, and the order from the last two: "
      "nutating "
      "top (axis after a period), tumbling free body (angle of precession after a period), point pendulum "
      "(position "
      "after 0.5 s), wobbling disc (centre after 0.5 s).");
  const OrderCase cases[] = {
      {"nutating top", example_top().period(), 320,
       [](const Assignment& stepper) { return nutating_top(1, stepper).precession; }},
      {"free body", free_body(false).period(), 256,
       [](const Assignment& stepper) { return run_free_body(false, 1, stepper).precession; }},
      {"point pendulum", 0.5, 100,
       [](const Assignment& stepper) { return run_point_pendulum(0.5, {stepper}).position; }},
      {"wobbling disc", 0.5, 100,
       [](const Assignment& stepper) { return wobbling_disc(0.5, {stepper}).position; }}};
  std::vector<std::vector<std::string>> rows;
  for (const char* stepper : {"symmetric", "rk4"}) {
    const bool fourth = std::string(stepper) == "rk4";
    for (const OrderCase& one : cases) {
      const double step = one.end / one.steps;
      const double errors[] = {one.error(fixed(stepper, step)), one.error(fixed(stepper, step / 2)),
                               one.error(fixed(stepper, step / 4))};
      const double order = std::log2(errors[1] / errors[2]);
      rows.push_back({fmt::format("`{}`", stepper), one.what, short_number(step), short_number(errors[0]),
                      short_number(errors[1]), short_number(errors[2]), fmt::format("{:.2f}", order)});
      page.at_least(fmt::format("order of {}: {}", stepper, one.what), order, fourth ? 3.9 : 1.95);
      page.at_most(fmt::format("order of {}: {}", stepper, one.what), order, fourth ? 4.3 : 2.05);
    }
  }
  page.table({"stepper", "motion", "step [s]", "error", "half the step", "a quarter", "order"}, rows);
}

}  // namespace freeplay::validation
