// SPDX-License-Identifier: Apache-2.0
// Runs of examples/spatial_slider_crank_friction.
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

namespace freeplay::validation {

/// Marques2015, Table 4.1; stiffness and damping of the bristles per unit of a normal force of 10 N.
struct GuideFriction {
  const char* name;
  const char* friction;  ///< "": none
  bool bristles;
};
inline constexpr GuideFriction kGuideFrictions[] = {
    {"frictionless", "", false},
    {"coulomb", R"({ law = "coulomb", mu = 0.1 })", false},
    {"stribeck", R"({ law = "stribeck", mu = 0.1, mu_static = 0.2, stribeck_velocity = 0.001 })", false},
    {"dahl", R"({ law = "dahl", mu = 0.1, sigma0 = 1e4 })", true},
    {"lugre",
     R"({ law = "lugre", mu = 0.1, mu_static = 0.2, stribeck_velocity = 0.001, sigma0 = 1e4, sigma1 = 31.6 })",
     true}};

struct GuideRun {
  RunSummary summary;
  std::vector<double> t, y, v, a;  ///< of the slider along the guide
  std::vector<double> energy;      ///< mechanical [J]
  std::vector<double> pressing;    ///< of the guide [N]; empty without friction
  double largest_rise() const {    ///< of the energy between samples [J]
    double rise = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < energy.size(); ++i) rise = std::max(rise, energy[i] - energy[i - 1]);
    return rise;
  }
};

inline constexpr const char* kSlab = R"({ height = "10 mm", width = "10 mm" })";
inline constexpr const char* kCube = R"({ height = "10 mm", width = "10 mm", length = "10 mm" })";

inline std::string bdf(double accuracy) {
  return fmt::format(R"({{ name = "bdf", accuracy = {} }})", accuracy);
}

inline GuideRun run_guide(const GuideFriction& rubs, const std::string& bearing, const std::string& scheme,
                          const std::string& stepper, const std::vector<Assignment>& more = {}) {
  const std::string example = *rubs.friction ? "spatial_slider_crank_friction" : "spatial_slider_crank";
  std::vector<Assignment> changes{{"method.stepper", stepper}, {"run.record.every", "1e-3"}};
  if (*rubs.friction) {
    changes.emplace_back("joint.guide.friction", rubs.friction);
    changes.emplace_back("joint.guide.bearing", bearing);
    changes.emplace_back("method.joints.friction", scheme);
  }
  changes.insert(changes.end(), more.begin(), more.end());
  const Model model = read_model(source_folder() + "/examples/" + example + "/model.toml", changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  GuideRun run;
  run.summary = simulate(*assembly.system, model.method, model.run, record);
  run.t = record.values("/time");
  run.energy = record.values("/energy/total");
  if (*rubs.friction) run.pressing = record.values("/joint/guide/pressing");
  const std::vector<double> position = record.values("/body/slider/position"),
                            velocity = record.values("/body/slider/velocity"),
                            acceleration = record.values("/body/slider/acceleration");
  for (std::size_t i = 0; i < run.t.size(); ++i) {
    run.y.push_back(position[3 * i + 1]);
    run.v.push_back(velocity[3 * i + 1]);
    run.a.push_back(acceleration[3 * i + 1]);
  }
  return run;
}

/// Largest difference of y [m] over all samples; NaN when a run was not completed.
inline double difference(const GuideRun& a, const GuideRun& b) {
  if (a.summary.status != RunStatus::complete || b.summary.status != RunStatus::complete ||
      a.t.size() != b.t.size())
    return std::numeric_limits<double>::quiet_NaN();
  double worst = 0;
  for (std::size_t i = 0; i < a.t.size(); ++i) worst = std::max(worst, std::abs(a.y[i] - b.y[i]));
  return worst;
}

}  // namespace freeplay::validation
