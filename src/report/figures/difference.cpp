// SPDX-License-Identifier: Apache-2.0
// What play changes: the distance of each body from where the same machine without play has it.
#include <algorithm>

#include "report/deviation.h"
#include "report/figures/parts.h"
#include "report/findings.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostBodies = 6;

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  FigureSpec figure{"difference", "Difference from the ideal machine",
                    "Distance of bodies from where they are without play", 1};
  for (std::size_t r = 0; r < results.size(); ++r) {
    const Result* ideal = ideal_twin(results, results[r]);
    if (ideal == nullptr) continue;
    const std::vector<std::string> bodies = results[r].names("/body/", "/position");
    std::vector<Deviation> tracks;
    std::vector<double> weights;
    double most = 0;
    for (const std::string& body : bodies) {
      tracks.push_back(deviation_of(results[r], *ideal, body));
      const std::vector<double>& distance = tracks.back().distance;
      weights.push_back(distance.empty() ? 0 : *std::max_element(distance.begin(), distance.end()));
      most = std::max(most, weights.back());
    }
    const Shown shown = choose(bodies, choice, kMostBodies, weights);
    const Unit unit = suitable_unit("m", most);
    AxesSpec axes = time_axes(results.size() > 2 ? results[r].label : "", with_unit("|Δr|", unit.name));
    int colour = 0;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (!shown.has(bodies[b]) || !(weights[b] > 0)) continue;
      add_computed(axes, static_cast<int>(r), tracks[b].time, tracks[b].distance, tracks[b].distance,
                   bodies[b], colour++);
      axes.series.back().y.factor = unit.factor;
    }
    if (axes.series.empty()) continue;
    add_note(axes, shown.note("bodies"));
    figure.axes.push_back(axes);
  }
  if (figure.axes.empty()) return {};
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(difference) = {
    {"difference", "", "distance of bodies from where they are without play", {}},
    15,
    "/body/NAME/position, of a run together with that of the ideal machine (freeplay run --ideal)",
    make};
}  // namespace entry
}  // namespace freeplay
