// SPDX-License-Identifier: Apache-2.0
// A pinion with 12 teeth that drives a wheel with 18 against a damper: involute gears with module 3 mm, as polygons.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/kit/parts.h"

namespace freeplay::testing {

/// Flanks and tips of one tooth of an involute gear, counterclockwise.
inline std::vector<std::array<double, 2>> tooth(int n, double middle) {
  const double pitch = 0.0015 * n, base = pitch * std::cos(20 * std::numbers::pi / 180);
  const double tip = pitch + 0.003, root = std::max(pitch - 0.00375, 0.85 * base);
  const auto involute = [](double a) { return std::tan(a) - a; };
  // half of a tooth at the pitch circle, less play
  const double wide =
      0.5 * std::numbers::pi / n - 0.0001 / (4 * pitch) + involute(20 * std::numbers::pi / 180);
  std::vector<std::array<double, 2>> flank{{root, wide}};  // radius, and angle off the middle
  for (int k = 0; k <= 6; ++k) {
    const double r = std::max(base, root) + (tip - std::max(base, root)) * k / 6;
    flank.push_back({r, wide - involute(std::acos(std::min(1.0, base / r)))});
  }
  std::vector<std::array<double, 2>> points;
  for (const auto& [r, off] : flank)
    points.push_back({r * std::cos(middle - off), r * std::sin(middle - off)});
  std::reverse(flank.begin(), flank.end());
  for (const auto& [r, off] : flank)
    points.push_back({r * std::cos(middle + off), r * std::sin(middle + off)});
  return points;
}

/// A gear as one polygon, or as one convex polygon per tooth.
inline std::string gear_text(const std::string& body, int n, double turn, bool whole) {
  std::string text;
  const auto begin = [&](const std::string& name) {
    text += shape_text(body, "polygon") + fmt::format("name = \"{}\"\npoints = [", name);
  };
  if (whole) begin(body);
  for (int k = 0; k < n; ++k) {
    if (!whole) begin(fmt::format("{}{}", body, k));
    for (const auto& p : tooth(n, turn + 2 * std::numbers::pi * k / n))
      text += fmt::format("[{:.17g}, {:.17g}], ", p[0], p[1]);
    if (!whole) text += "]\n";
  }
  return text + (whole ? "]\n" : "");
}

inline std::string gears_text(bool whole) {
  return "freeplay = 1\n" + body_text("pinion", 0.3, "6e-5") + "angular_velocity = 44\n" +
         body_text("wheel", 0.6, "3e-4") + "position = [0.045, 0]\nangular_velocity = -29.333\n" +
         joint_text("shaft1", "revolute", "ground", "pinion", "[[0, 0], [0, 0]]") +
         joint_text("shaft2", "revolute", "ground", "wheel", "[[0.045, 0], [0, 0]]") + R"([[force]]
name = "motor"
type = "torque"
body = "pinion"
torque = 2
[[force]]
name = "load"
type = "torsion_spring_damper"
bodies = ["ground", "wheel"]
damping = 0.1
)" + gear_text("pinion", 12, 0, whole) +
         gear_text("wheel", 18, std::numbers::pi + std::numbers::pi / 18, whole) + R"([contact]
impact = { law = "newton", restitution = 0.5 }
friction = { law = "coulomb", mu = 0.05 }
[method]
stepper = { name = "symmetric", step = "20 us" }
[run]
end = 0.1
record = { every = "1 ms" }
)";
}

}  // namespace freeplay::testing
