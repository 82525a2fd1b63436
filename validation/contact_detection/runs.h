// SPDX-License-Identifier: Apache-2.0
// Runs of the falling ball and of the pendulum against a wall, released so that they hit at a chosen part of
// a step. For validation/ and tests/, hence everything inline.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "validation/textbook/runs.h"

namespace freeplay::validation {

inline constexpr double kGravity = 9.81;

/// What is special about the two: how they are released, and what they hit.
struct Impactor {
  const char* example;
  const char* contact;
  double mass, fall;  ///< [kg], time from release to impact as shipped [s]
};

/// Of the pendulum: m, L, J about the pivot.
inline constexpr double kArm = 0.5, kSwingInertia = 1e-3 + 1.0 * kArm * kArm;

/// Time of the pendulum from rest at an angle to its lowest point: √(J/(m g L)) K(sin φ/2) [s].
inline double swing_time(double angle) {
  return std::sqrt(kSwingInertia / (kGravity * kArm)) * std::comp_ellint_1(std::sin(0.5 * angle));
}

inline const Impactor kBall{"falling_ball", "ball/floor", 1, std::sqrt(2 * 0.5 / kGravity)};
inline const Impactor kPendulum{"wall_pendulum", "sphere/wall", 1, swing_time(std::numbers::pi / 3)};

struct ImpactorSetup {
  const Impactor* body = &kBall;
  std::string stepper = "rk4";
  std::string detection = "event";
  double step = 0.02;     ///< fixed, or the longest of a stepper that chooses [s]
  double phase = -1;      ///< part of a step at which the first impact falls, in [0, 1); −1: as shipped
  bool wall = true;       ///< of the pendulum: there is one
  double end = 0;         ///< [s]; 0: twice the time of the fall
  int contact_steps = 0;  ///< of rk4, within one contact; 0: the default
  double accuracy =
      0;  ///< of a stepper that chooses, whose steps are then as long as it likes; 0: the default
  bool every_step = true;  ///< recorded; else only the first and the last
};

struct ImpactorRun {
  RunSummary summary;
  MemoryRecord record;
  double fall = 0;      ///< time of the first impact [s]
  double released = 0;  ///< energy above that of the lowest point, at the start [J]
  double lowest = 0;    ///< energy of rest (ball: of moving along) at the lowest point [J]

  /// Centripetal acceleration of the pendulum at its lowest point, v²/L [m/s²].
  double centripetal() const { return 2 * released / kSwingInertia * kArm; }
  /// Energy now over the energy released: the height it rises to, over that of the release.
  double rises_to(double energy) const { return (energy - lowest) / released; }
  double rises_to() const { return rises_to(summary.end.total()); }
};

inline ImpactorRun run_impactor(const ImpactorSetup& setup) {
  const Impactor& body = *setup.body;
  const bool ball = &body == &kBall;
  double fall = body.fall;
  if (setup.phase >= 0) fall = (std::round(body.fall / setup.step - setup.phase) + setup.phase) * setup.step;
  const std::string end = fmt::format("{:.17g}", setup.end > 0 ? setup.end : 2 * fall);
  std::vector<Assignment> changes{{"run.record.every", setup.every_step ? "0" : end}, {"run.end", end}};
  std::string steps = fmt::format("{} = {:.17g}", setup.stepper == "rk4" ? "step" : "step_max", setup.step);
  if (setup.contact_steps > 0) steps += fmt::format(", contact_steps = {}", setup.contact_steps);
  if (setup.accuracy > 0) steps = fmt::format("accuracy = {:g}", setup.accuracy);
  changes.emplace_back("method.stepper", fmt::format(R"({{ name = "{}", detection = "{}", {} }})",
                                                     setup.stepper, setup.detection, steps));
  if (ball) {
    changes.emplace_back("body.ball.position",
                         fmt::format("[0, {:.17g}]", 0.1 + 0.5 * kGravity * fall * fall));
  } else {
    double low = 0.1, high = 3;
    while (high - low > 1e-15) {
      const double middle = 0.5 * (low + high);
      if (middle <= low || middle >= high) break;
      (swing_time(middle) < fall ? low : high) = middle;
    }
    changes.emplace_back("body.sphere.angle", fmt::format("{:.17g}", -low));
    if (!setup.wall) changes.emplace_back("shape.wall.point", "[9, 0]");
  }
  ExampleRun run = run_example(body.example, changes);
  const double lowest = ball ? 0.1 * kGravity + 0.5 : -kArm * kGravity;  // m = 1 kg, 1 m/s along the floor
  const double released = run.summary.start.total() - lowest;
  return {std::move(run.summary), std::move(run.record), fall, released, lowest};
}

/// The phases that tables go over: the middles of equal parts.
inline std::vector<double> phases(int count) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) all.push_back((i + 0.5) / count);
  return all;
}

}  // namespace freeplay::validation
