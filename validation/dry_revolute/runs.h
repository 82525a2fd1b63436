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
#include "tests/kit/places.h"

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
  Model model = read_model(source_folder() + "/examples/slider_crank_dry/model.toml",
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

/// Kinetic and potential energy of rod and slider and potential energy of the crank in the ideal mechanism, with the
/// masses of the example [J].
inline double ideal_energy(double t) {
  constexpr double kRodMass = 0.21, kRodInertia = 2.5e-4, kSliderMass = 0.14, kCrankMass = 0.30,
                   kGravity = 9.81;
  const double sine = std::sin(kSpeed * t), cosine = std::cos(kSpeed * t);
  const double along = std::sqrt(kRod * kRod - kCrank * kCrank * sine * sine);  // l cos φ; l sin φ = −r sin θ
  const double turn = -kSpeed * kCrank * cosine / along;                        // φ̇
  const double x = 0.5 * (ideal_velocity(t) - kCrank * kSpeed * sine);          // of the rod's centre
  const double y = 0.5 * kCrank * kSpeed * cosine;
  const double slider = ideal_velocity(t);
  return 0.5 * kRodMass * (x * x + y * y) + 0.5 * kRodInertia * turn * turn +
         0.5 * kSliderMass * slider * slider + 0.5 * (kRodMass + kCrankMass) * kGravity * kCrank * sine;
}

/// What the motor must give for it: M ω is the rate of the energy [N m].
inline double ideal_moment(double t) {
  constexpr double kApart = 1e-7;  // [s]
  return (ideal_energy(t + kApart) - ideal_energy(t - kApart)) / (2 * kApart * kSpeed);
}

/// Part of the second turn in which the journal does not touch.
inline double share_of_flight(const DryRun& run) {
  const std::vector<double> time = run.record.values("/time"),
                            eccentricity = run.record.values("/joint/wrist/eccentricity");
  double flight = 0;
  for (std::size_t i = 1; i < time.size(); ++i) {
    if (time[i - 1] >= kTurn && eccentricity[i] < 1) flight += time[i] - time[i - 1];
  }
  return flight / kTurn;
}

/// Deepest penetration of the first contact over that of both turns.
inline double first_over_deepest(const DryRun& run) {
  double first = 1, deepest = 1;
  bool touched = false, left = false;
  for (const double e : run.record.values("/joint/wrist/eccentricity")) {
    touched = touched || e > 1;
    left = left || (touched && e < 1);
    deepest = std::max(deepest, e);
    if (!left) first = std::max(first, e);
  }
  return (first - 1) / (deepest - 1);
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
