// SPDX-License-Identifier: Apache-2.0
// How far joints are from being closed, on a logarithmic axis.
#include <array>

#include "report/figures/parts.h"

namespace freeplay {
namespace {

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice&) {
  FigureSpec figure{"violation", "Constraint violation", "How far joints are from being closed", 1};
  for (const auto& [channel, title, symbol] : {std::array{"/steps/violation", "Lengths", "|Φ|"},
                                               std::array{"/steps/violation_angle", "Angles", "|Φ|"}}) {
    if (largest(results, channel) <= 0) continue;
    AxesSpec axes = time_axes(title, with_unit(symbol, unit_of(results, channel)));
    axes.log_y = true;
    add_over_time(axes, results, channel, 0, "", 0);
    figure.axes.push_back(axes);
  }
  if (figure.axes.empty()) return {};
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(violation) = {{"violation", "", "violation of joint constraints over time", {}},
                              110,
                              "/steps/violation or /steps/violation_angle, of a mechanism with ideal joints",
                              make};
}  // namespace entry
}  // namespace freeplay
