// SPDX-License-Identifier: Apache-2.0
// Runs of examples/belt_block with any friction law and stepper.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "validation/belt_friction/models.h"
#include "validation/belt_friction/reference.h"

namespace freeplay::validation {

inline const std::string kBeltFile = source_folder() + "/examples/belt_block/model.toml";
inline constexpr double kSampleTimes[] = {5, 10, 15, 20};

struct BeltRun {
  RunSummary summary;
  std::vector<double> t, x, w, w_dot, F;    ///< F: of friction on the block, along w
  std::vector<belt_reference::Turn> turns;  ///< stick and slip as listed, and where w rises through 0.05 m/s

  /// Sample at t, which is one of kSampleTimes.
  std::size_t at(double time) const {
    std::size_t best = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (std::abs(t[i] - time) < std::abs(t[best] - time)) best = i;
    }
    return best;
  }
  /// The listed time of an event of that kind next to a given one; NaN where there is none.
  double next_to(belt_reference::Event what, double time) const {
    double best = std::numeric_limits<double>::quiet_NaN();
    for (const belt_reference::Turn& turn : turns) {
      if (turn.what == what && !(std::abs(turn.t - time) >= std::abs(best - time))) best = turn.t;
    }
    return best;
  }
};

/// Where w grows through a level, on cubics through the samples and their slopes.
inline void list_rises(BeltRun& run, double level = 0.05) {
  for (std::size_t i = 1; i < run.t.size(); ++i) {
    if (!(run.w[i - 1] < level && run.w[i] >= level)) continue;
    const double h = run.t[i] - run.t[i - 1];
    double low = 0, high = 1;
    while (low < 0.5 * (low + high) && 0.5 * (low + high) < high) {
      const double s = 0.5 * (low + high), r = 1 - s;
      const double w = r * r * (1 + 2 * s) * run.w[i - 1] + s * s * (1 + 2 * r) * run.w[i] +
                       h * s * r * (r * run.w_dot[i - 1] - s * run.w_dot[i]);
      (w < level ? low : high) = s;
    }
    run.turns.push_back({belt_reference::Event::rises, run.t[i - 1] + h * high});
  }
}

inline std::string friction_table(const BeltModel& model) {
  return fmt::format("{{ law = \"{}\", {} }}", model.law, model.parameters);
}

/// Samples every 10 ms, or at every step where `every` is zero; `more` changes the model.
inline BeltRun run_belt(const BeltModel& belt, const std::string& stepper, double every = 0.01,
                        const std::vector<Assignment>& more = {}) {
  std::vector<Assignment> changes{{"joint.surface.friction", friction_table(belt)},
                                  {"method.stepper", stepper},
                                  {"run.record.every", fmt::format("{}", every)}};
  changes.insert(changes.end(), more.begin(), more.end());
  const Model model = read_model(kBeltFile, changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  BeltRun run;
  run.summary = simulate(*assembly.system, model.method, model.run, record);
  run.t = record.values("/time");
  run.F = record.values("/joint/surface/friction");
  const std::vector<double> at = record.values("/body/block/position"),
                            acceleration = record.values("/body/block/acceleration"),
                            slip = record.values("/joint/surface/slip");
  for (std::size_t i = 0; i < run.t.size(); ++i) {
    run.x.push_back(at[2 * i]);
    run.w.push_back(-slip[i]);
    run.w_dot.push_back(-acceleration[2 * i]);
  }
  const auto& words = record.layout().tables.back().columns.back().words;
  for (const std::vector<double>& row : record.rows("/joint_events")) {
    const bool sticks = words[static_cast<std::size_t>(row.back())] == "stick";
    run.turns.push_back({sticks ? belt_reference::Event::sticks : belt_reference::Event::slips, row[0]});
  }
  list_rises(run);
  return run;
}

/// Largest difference of x and w at 5, 10, 15 and 20 s; NaN when a run was not completed.
inline double difference(const BeltRun& a, const BeltRun& b) {
  if (a.summary.status != RunStatus::complete || b.summary.status != RunStatus::complete)
    return std::numeric_limits<double>::quiet_NaN();
  double worst = 0;
  for (const double t : kSampleTimes) {
    const std::size_t i = a.at(t), j = b.at(t);
    worst = std::max({worst, std::abs(a.x[i] - b.x[j]), std::abs(a.w[i] - b.w[j])});
  }
  return worst;
}

inline double difference(const BeltRun& run, const belt_reference::Motion& exact) {
  double worst = 0;
  for (const belt_reference::Sample& sample : exact.samples) {
    const std::size_t i = run.at(sample.t);
    worst = std::max({worst, std::abs(run.x[i] - sample.x), std::abs(run.w[i] - sample.w)});
  }
  return run.summary.status == RunStatus::complete ? worst : std::numeric_limits<double>::quiet_NaN();
}

inline const belt_reference::Motion* reference_of(const BeltModel& model) {
  for (const belt_reference::Motion& motion : belt_reference::motions()) {
    if (std::string(motion.law) == model.law) return &motion;
  }
  return nullptr;
}

}  // namespace freeplay::validation
