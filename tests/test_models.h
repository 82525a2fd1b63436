// SPDX-License-Identifier: Apache-2.0
// Models and small helpers shared by tests that cross rooms.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "run/simulate.h"

namespace freeplay::testing {

/// A file of the repository.
std::string source_path(const std::string& relative);

/// The shipped slider-crank with changes.
inline Model slider_crank(const std::vector<Assignment>& changes = {}) {
  return read_model(source_path("examples/slider_crank/model.toml"), changes);
}

/// Lengths and gravity × s, masses × s³, inertias × s⁵, times kept: the same motion at another size.
inline Model scaled(Model model, double s) {
  const auto scale = [&](Point& p, double k) { p[0] *= k, p[1] *= k; };
  scale(model.gravity, s);
  for (Body& body : model.bodies) {
    body.mass *= s * s * s;
    body.inertia *= s * s * s * s * s;
    scale(body.position, s);
    scale(body.velocity, s);
  }
  for (Joint& joint : model.joints) {
    for (const char* key : {"clearance", "length", "width"}) {
      const auto found = joint.values.find(key);
      if (found != joint.values.end()) found->second.data = std::get<double>(found->second.data) * s;
    }
    const auto points = joint.values.find("points");
    if (points == joint.values.end()) continue;
    for (Point& p : std::get<std::vector<Point>>(points->second.data)) scale(p, s);
  }
  return model;
}

}  // namespace freeplay::testing
