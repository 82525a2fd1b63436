// SPDX-License-Identifier: Apache-2.0
// Impacts of the sphere of model.toml. For validation/ and tests/, hence everything inline.
#pragma once

#include <fmt/format.h>

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

struct SphereSetup {
  std::string force = R"({ law = "hertz", stiffness = "3.39e10 N/m^1.5" })";
  std::string stepper = "runge_kutta";
  std::string detection = "event";
  double accuracy = 1e-13;
  double approach = 0.5;  ///< [m/s]
};

struct SphereImpact {
  RunSummary summary;
  std::vector<double> t, depth, force;  ///< from the first to the last sample in contact
  double deepest = 0, largest = 0;      ///< between samples [m], [N]
  double duration = 0;                  ///< [s]
  double restitution = 0;
  double energy = 0;  ///< kinetic energy that is missing afterwards, relative
};

/// The largest value of a smooth curve through samples: of the polynomial through seven of them around the
/// largest one.
inline double largest_between(const std::vector<double>& t, const std::vector<double>& f) {
  if (f.empty()) return std::nan("");
  const auto top = static_cast<std::size_t>(std::max_element(f.begin(), f.end()) - f.begin());
  const std::size_t first = top < 3 ? 0 : top - 3, last = std::min(first + 7, f.size());
  const auto value = [&](double x) {
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) {
      double term = f[i];
      for (std::size_t k = first; k < last; ++k) {
        if (k != i) term *= (x - t[k]) / (t[i] - t[k]);
      }
      sum += term;
    }
    return sum;
  };
  double a = t[top == 0 ? 0 : top - 1], b = t[std::min(top + 1, t.size() - 1)];
  for (int i = 0; i < 60; ++i) {  // ternary search; the top is flat, so that it need not be found to rounding
    const double left = a + (b - a) / 3, right = b - (b - a) / 3;
    if (value(left) < value(right)) {
      a = left;
    } else {
      b = right;
    }
  }
  return std::max(f[top], value(0.5 * (a + b)));
}

inline SphereImpact run_sphere(const SphereSetup& setup) {
  const Model model =
      read_model(source_folder() + "/validation/hertz/model.toml",
                 {{"contact.force", setup.force},
                  {"body.sphere.velocity", fmt::format("[0, {:.17g}]", -setup.approach)},
                  {"method.stepper", fmt::format(R"({{ name = "{}", detection = "{}", accuracy = {} }})",
                                                 setup.stepper, setup.detection, setup.accuracy)},
                  // 1 mm of flight and the impact, twice: the contact is over by then
                  {"run.end", fmt::format("{:.17g}", 2 * (1e-3 / setup.approach + 1e-3))}});
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  SphereImpact impact;
  impact.summary = simulate(*assembly.system, model.method, model.run, record);
  const std::vector<double> t = record.values("/time"),
                            depth = record.values("/contact/sphere/plane/penetration"),
                            force = record.values("/contact/sphere/plane/normal");
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!(depth[i] > 0)) continue;
    impact.t.push_back(t[i]);
    impact.depth.push_back(depth[i]);
    impact.force.push_back(force[i]);
  }
  impact.deepest = largest_between(impact.t, impact.depth);
  impact.largest = largest_between(impact.t, impact.force);
  const auto& impacts = record.rows("/impacts");
  const auto& events = record.rows("/events");
  const bool one = impacts.size() == 1 && events.size() >= 2;
  impact.duration = one ? events.back()[0] - impacts[0][0] : std::nan("");
  impact.restitution = one ? -impacts[0][3] / impacts[0][2] : std::nan("");
  impact.energy = 1 - impact.summary.end.kinetic / impact.summary.start.kinetic;
  return impact;
}

}  // namespace freeplay::validation
