// SPDX-License-Identifier: Apache-2.0
// Runs of examples/slider_crank_dry and their distance from the ideal mechanism.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"

namespace freeplay::validation {

inline constexpr double kCrank = 0.05, kRod = 0.12;             // [m]
inline constexpr double kSpeed = 5000 * std::numbers::pi / 30;  // [rad/s]
inline constexpr double kTurn = 2 * std::numbers::pi / kSpeed;  // [s]

inline constexpr double kAccuracy = 1e-12;

struct DryRun {
  double clearance;  // [m]; 0: the ideal joint
  RunSummary summary;
  MemoryRecord record;
};

inline DryRun run_dry(double clearance, double turns, double accuracy = kAccuracy) {
  Model model = read_model(std::string(FREEPLAY_SOURCE_DIR) + "/examples/slider_crank_dry/model.toml",
                           {{"joint.wrist.clearance", clearance > 0 ? fmt::format("{}", clearance) : "none"},
                            {"method.stepper.accuracy", fmt::format("{}", accuracy)}});
  model.run.end = turns * kTurn;
  model.run.record.every = clearance > 0 ? 0 : 1e-5;  // without contacts steps are longer than a plot needs
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {clearance, std::move(summary), std::move(record)};
}

/// x of the slider with a rod of another length, and its velocity, at the crank's angle ω t.
inline double ideal_position(double t, double rod = kRod) {
  const double side = kCrank * std::sin(kSpeed * t);
  return kCrank * std::cos(kSpeed * t) + std::sqrt(rod * rod - side * side);
}
inline double ideal_velocity(double t) {
  const double sine = std::sin(kSpeed * t), cosine = std::cos(kSpeed * t);
  const double along = std::sqrt(kRod * kRod - kCrank * kCrank * sine * sine);
  return -kCrank * kSpeed * sine * (1 + kCrank * cosine / along);
}

/// How far the motion is from that of the ideal mechanism.
struct Distance {
  double position = 0;  // largest |x − x_ideal| [m]
  double share = 0;     // largest part of the kinematic bound
  double velocity = 0;  // root mean square of ẋ − ẋ_ideal over that of ẋ_ideal
};

/// With the journal e away from the bearing's centre, the crank pin and the slider are l + c′ apart at most
/// and l − c′ at least, c′ = c + δ: the slider is between the positions of ideal mechanisms with such rods.
inline Distance distance(const DryRun& run) {
  Distance result;
  const std::vector<double> time = run.record.values("/time");
  const std::vector<double> position = run.record.values("/body/slider/position");
  const std::vector<double> velocity = run.record.values("/body/slider/velocity");
  const double play = run.clearance + run.summary.steps.worst_penetration;
  double square = 0, scale = 0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double t = time[i], ideal = ideal_position(t), error = std::abs(position[2 * i] - ideal);
    const double bound =
        std::max(ideal_position(t, kRod + play) - ideal, ideal - ideal_position(t, kRod - play));
    result.position = std::max(result.position, error);
    result.share = std::max(result.share, error / bound);
    if (i == 0) continue;
    const double off = velocity[2 * i] - ideal_velocity(t), step = t - time[i - 1];
    square += step * off * off;
    scale += step * ideal_velocity(t) * ideal_velocity(t);
  }
  result.velocity = std::sqrt(square / scale);
  return result;
}

/// The largest |value| of a channel from a time on.
inline double largest(const DryRun& run, const std::string& channel, double from = 0) {
  const std::vector<double> time = run.record.values("/time"), values = run.record.values(channel);
  double result = 0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (time[i] >= from) result = std::max(result, std::abs(values[i]));
  }
  return result;
}

}  // namespace freeplay::validation
