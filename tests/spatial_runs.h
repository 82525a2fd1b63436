// SPDX-License-Identifier: Apache-2.0
// What tests of rigid contact in space share: a ball on a floor, and runs of a stepper without a record.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "stepping/steppers/stepper.h"
#include "tests/own_body.h"

namespace freeplay::spatial_runs {

inline constexpr double kGravity = 9.81, kMass = 0.7, kRadius = 0.05, kMu = 0.25;
inline constexpr Vec3 kDown{0, 0, -kGravity};

inline ContactData laws(double mu, double restitution = 0, double tangential = 0) {
  ContactData data;
  data.mu = mu;
  data.restitutionN = restitution;
  data.restitutionT = tangential;
  return data;
}

inline StepperOptions options_for(const std::string& solver, double accuracy = 0) {
  StepperOptions options;
  options.solver.name = solver;
  if (accuracy > 0) options.stepper.values["accuracy"] = {accuracy, {}};
  return options;
}

struct Outcome {
  State state;
  double rest_time = -1;  ///< when the first contact came to stick, from the book where it knows
  Works works;
  EnergyGain gain;
  SolverStatistics solver;
  StepStatistics statistics;
};

inline Outcome run(const System& system, const std::string& name, double dt, double end,
                   StepperOptions options) {
  options.stepper.name = name;
  options.stepper.values["step"] = {dt, {}};
  const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(system, options);
  Outcome out{system.initial_state(), -1, {}, {}, {}, {}};
  State& state = out.state;
  const auto steps = static_cast<long>(std::lround(end / dt));
  for (long i = 0; stepper->chooses_step() ? state.t() < end * (1 - 1e-12) : i < steps; ++i) {
    const StepReport report = stepper->step(state, stepper->chooses_step() ? end - state.t() : dt);
    EXPECT_EQ(report.status, StepStatus::ok) << state.t();
    if (report.status != StepStatus::ok) break;
    if (out.rest_time < 0 && state.sizes().contacts > 0 && state.mode(0) == ContactMode::stick)
      out.rest_time = std::min(state.t(), stepper->book().mode_time[0]);
    stepper->book().impacts.clear();
  }
  out.works = stepper->book().works;
  out.gain = stepper->book().gain;
  out.solver = stepper->solver_statistics();
  out.statistics = stepper->book().statistics;
  return out;
}

inline Vec3 vector(std::span<const double> values, std::size_t first = 0) {
  return {values[first], values[first + 1], values[first + 2]};
}

inline OwnBody ball(double mu, double restitution = 0, double tangential = 0) {
  const double inertia = 0.4 * kMass * kRadius * kRadius;
  OwnBody body(kMass, {inertia, inertia, inertia}, kDown);
  PlaneContact floor;
  floor.radius = kRadius;
  body.add_contact(floor, laws(mu, restitution, tangential), kRadius);
  body.position = {0, 0, kRadius};
  return body;
}

}  // namespace freeplay::spatial_runs
