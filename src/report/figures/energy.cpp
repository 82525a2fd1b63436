// SPDX-License-Identifier: Apache-2.0
// The energy ledger: what the machine has, and where the rest went; the numerical remainder on its own scale.
#include "report/figures/figure.h"

namespace freeplay {
namespace {

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice&) {
  FigureSpec figure{"energy", "Energy",
                    "Kinetic and potential energy, the works done since the start, and what is left"};
  AxesSpec total;
  total.title = "Energy";
  total.x_label = "t (s)";
  total.y_label = "E (J)";
  total.x_is_time = true;
  for (std::size_t run = 0; run < results.size(); ++run) {
    if (!results[run].has("/energy/total")) continue;
    const int r = static_cast<int>(run);
    total.series.push_back({results.size() > 1 ? results[run].label : "total",
                            {r, "/time"},
                            {r, "/energy/total"},
                            Series::Style::line,
                            r});
  }
  if (total.series.empty()) return {};
  figure.axes.push_back(total);
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(energy) = {{"energy", "", "the energy ledger and its numerical remainder", {}}, 90, make};
}  // namespace entry
}  // namespace freeplay
