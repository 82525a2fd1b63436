// SPDX-License-Identifier: Apache-2.0
// Runs of the slider on a rod of Chaturvedi2023, section 3; the models are those of
// examples/prismatic_clearance.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "validation/prismatic_clearance/reference.h"

namespace freeplay::validation::prismatic {

/// One way to compute; the label is used in tables.
struct Variant {
  std::string label;
  Choice stepper;
};

inline Choice fixed(const std::string& name, double step) { return {name, {{"step", {step, {}}}}, {}}; }

inline Choice adaptive(double accuracy) { return {"symmetric", {{"accuracy", {accuracy, {}}}}, {}}; }

inline Choice gauss(const std::string& algorithm, double step_min, double step_max) {
  return {"gauss_optimisation",
          {{"algorithm", {algorithm, {}}}, {"step_min", {step_min, {}}}, {"step_max", {step_max, {}}}},
          {}};
}

inline std::unique_ptr<System> make_system(int number) {
  return assemble(read_model(source_folder() + "/examples/prismatic_clearance/case" + std::to_string(number) +
                             ".toml"))
      .system;
}

/// A recorded run, every step a sample unless said otherwise.
struct CaseRun {
  RunSummary summary;
  std::vector<double> time, step, x, y, tilt, vx, vy, gap_left, gap_right, N_left, N_right;  // SI
  std::vector<std::vector<double>> impacts;  // rows of /impacts

  double left(std::size_t i) const { return y[i] - 0.5 * kLength * std::sin(tilt[i]); }
  double right(std::size_t i) const { return y[i] + 0.5 * kLength * std::sin(tilt[i]); }
};

inline CaseRun run_case(int number, const Choice& stepper, double end, double every = 0) {
  const std::unique_ptr<System> system = make_system(number);
  Method method;
  method.stepper = stepper;
  Run run;
  run.end = end;
  run.record.every = every;
  MemoryRecord record(record_layout(*system, method, run.record));
  CaseRun result;
  result.summary = simulate(*system, method, run, record);
  const std::vector<double> position = record.values("/body/slider/position");
  const std::vector<double> velocity = record.values("/body/slider/velocity");
  const std::string right = kReference[static_cast<std::size_t>(number - 1)].right_contact;
  result.time = record.values("/time");
  result.step = record.values("/steps/step");
  result.tilt = record.values("/body/slider/angle");
  result.gap_left = record.values("/contact/bore.upper_back/gap");
  result.gap_right = record.values("/contact/bore." + right + "/gap");
  result.N_left = record.values("/contact/bore.upper_back/normal");
  result.N_right = record.values("/contact/bore." + right + "/normal");
  for (std::size_t i = 0; i < result.time.size(); ++i) {
    result.x.push_back(position[2 * i]);
    result.y.push_back(position[2 * i + 1]);
    result.vx.push_back(velocity[2 * i]);
    result.vy.push_back(velocity[2 * i + 1]);
    const double interval = i == 0 ? 1 : result.time[i] - result.time[i - 1];
    result.N_left[i] /= interval;  // impulses since the last sample become mean forces
    result.N_right[i] /= interval;
  }
  result.impacts = record.rows("/impacts");
  return result;
}

/// The first hit of the left end, which lands first in every case: as listed in /impacts, or where its gap is
/// first zero (linear between samples), whichever is earlier; NaN if never.
inline double first_contact(const CaseRun& run) {
  constexpr double kTouching = 1e-9 * kClearance;
  double first = std::nan("");
  for (std::size_t i = 1; i < run.time.size(); ++i) {
    if (run.gap_left[i] > kTouching) continue;
    const double before = run.gap_left[i - 1], after = run.gap_left[i];
    const double part = before > after ? std::min(1.0, before / (before - after)) : 1;
    first = run.time[i - 1] + part * (run.time[i] - run.time[i - 1]);
    break;
  }
  for (const std::vector<double>& hit : run.impacts) {
    if (hit[1] == 0 && !(hit[0] >= first)) first = hit[0];
  }
  return first;
}

}  // namespace freeplay::validation::prismatic
