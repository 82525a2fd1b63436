// SPDX-License-Identifier: Apache-2.0
// Runs of examples/slider_crank in both worlds, and their impacts.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay::validation {

inline constexpr double kRestitution = 0.4;

/// Everything that tells one run from another.
struct WorldSetup {
  double stiffness = 0;  ///< K of both worlds' corners [N/m^1.5]; 0: rigid
  double mu = 0;         ///< 0: no friction
  double tilt = 0;       ///< θ3(0) [rad]
  double end = 9.2e-3;   ///< [s]
  double every = 0;      ///< [s], between samples; 0: every step
  double accuracy = 1e-12;
  std::string stepper;  ///< empty: the one that is the default of its world
};

struct WorldRun {
  RunSummary summary;
  MemoryRecord record;
};

inline WorldRun run_world(const WorldSetup& setup) {
  Model model = read_model(source_folder() + "/examples/slider_crank/model.toml");
  for (Body& body : model.bodies) {
    if (body.name == "slider") body.angle = setup.tilt;
  }
  const bool rigid = setup.stiffness == 0;
  model.contact.world = rigid ? "rigid" : "compliant";
  model.contact.force =
      Choice{"exact", {{"restitution", {kRestitution, {}}}, {"stiffness", {setup.stiffness, {}}}}, {}};
  if (rigid) model.contact.force.reset();
  if (setup.mu == 0) {
    model.contact.friction.reset();
  } else {
    model.contact.friction->values["mu"].data = setup.mu;
  }
  const std::string stepper = !setup.stepper.empty() ? setup.stepper : rigid ? "symmetric" : "runge_kutta";
  model.method.stepper = {stepper, {{"accuracy", {setup.accuracy, {}}}}, {}};
  if (!rigid) model.method.stepper.values["detection"] = {std::string("event"), {}};
  model.run.end = setup.end;
  model.run.record.every = setup.every;
  model.run.record.impact_threshold = 0;
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {std::move(summary), std::move(record)};
}

/// One corner that hits, a row of /impacts. Its time is that at which the contact begins.
struct CornerHit {
  double t;
  int corner;  ///< 0 upper_back, 1 upper_front, 2 lower_back, 3 lower_front
  double before, after;
};

/// An impact of the slider: hits of its corners that are close together in time.
struct WholeImpact {
  std::vector<CornerHit> hits;
  double t() const { return hits.front().t; }
};

inline std::vector<WholeImpact> whole_impacts(const WorldRun& run) {
  constexpr double kApart = 2e-4;  // [s]; flights between the first impacts last milliseconds
  std::vector<CornerHit> hits;
  for (const std::vector<double>& row : run.record.rows("/impacts"))
    hits.push_back({row[0], static_cast<int>(row[1]), row[2], row[3]});
  std::stable_sort(hits.begin(), hits.end(),
                   [](const CornerHit& a, const CornerHit& b) { return a.t < b.t; });
  std::vector<WholeImpact> impacts;
  for (const CornerHit& hit : hits) {
    if (impacts.empty() || hit.t - impacts.back().hits.back().t > kApart) impacts.emplace_back();
    impacts.back().hits.push_back(hit);
  }
  return impacts;
}

/// How long the first impact lasts [s]: from its first contact until no upper corner touches.
inline double first_duration(const WorldRun& run) {
  const double start = whole_impacts(run).front().t();
  double end = std::nan("");
  for (const std::vector<double>& row : run.record.rows("/events")) {
    const bool opens = row[3] == 0;
    if (opens && row[0] > start && !(end < row[0])) end = row[0];
  }
  return end - start;
}

/// The value of a channel at the sample nearest to t.
inline double value_at(const WorldRun& run, const std::string& channel, double t) {
  const std::vector<double> time = run.record.values("/time"), values = run.record.values(channel);
  const auto after = static_cast<std::size_t>(std::lower_bound(time.begin(), time.end(), t) - time.begin());
  return values[std::min(after, values.size() - 1)];
}

}  // namespace freeplay::validation
