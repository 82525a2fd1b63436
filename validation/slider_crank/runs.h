// SPDX-License-Identifier: Apache-2.0
// Runs of the slider-crank of Flores2009, section 5, and their distance from the reference.
// For validation/ and tests/, hence everything inline.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "examples/own_system/slider_crank.h"
#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "validation/slider_crank/reference.h"

namespace freeplay::validation {

enum class Coordinates {
  assembled,  ///< three bodies, three revolute joints, nine coordinates
  own,        ///< the paper's θ1, θ2, θ3
};

enum class Reading {
  shipped,  ///< d = 2(b + c)
  literal,  ///< d = 2b + c
};

/// Everything that tells one run from another.
struct RunSetup {
  Reading reading = Reading::shipped;
  Coordinates coordinates = Coordinates::assembled;
  std::string stepper = "symmetric";
  double step = 1e-5;              ///< [s]
  std::optional<double> accuracy;  ///< chosen steps instead
  std::optional<bool> project;     ///< removal of drift; unset: the stepper's default
  double end = 0.1;                ///< [s]
  double every = 0.01;             ///< [s], between samples
  double tilt = 0;                 ///< θ3(0) [rad]
};

struct SliderCrankRun {
  RunSummary summary;
  MemoryRecord record;
};

inline std::unique_ptr<System> make_system(const RunSetup& setup) {
  if (setup.coordinates == Coordinates::own) {
    SliderCrankData data;
    if (setup.reading == Reading::literal) {
      data.d = 2 * data.b + 0.001;
      data.clearance = 0.0005;
    }
    data.theta[2] = setup.tilt;
    return std::make_unique<OwnSliderCrank>(data);
  }
  const std::string file = setup.reading == Reading::shipped ? "model.toml" : "model_literal.toml";
  Model model = read_model(source_folder() + "/validation/slider_crank/" + file);
  for (Body& body : model.bodies) {
    if (body.name == "slider") body.angle = setup.tilt;
  }
  return assemble(model).system;
}

inline SliderCrankRun run_slider_crank(const RunSetup& setup) {
  const std::unique_ptr<System> system = make_system(setup);
  Method method;
  method.stepper = {setup.stepper, {{"step", {setup.step, {}}}}, {}};
  if (setup.accuracy) method.stepper.values["accuracy"] = {*setup.accuracy, {}};
  if (setup.project) method.joint_drift = *setup.project ? "project" : "none";
  Run run;
  run.end = setup.end;
  run.record.every = setup.every;
  MemoryRecord record(record_layout(*system, method, run.record));
  RunSummary summary = simulate(*system, method, run, record);
  return {std::move(summary), std::move(record)};
}

/// Differences from the reference: θ1, θ2 [rad], ω1, ω2 [rad/s], energy [J].
struct Errors {
  std::array<double, 2> theta{};
  std::array<double, 2> omega{};
  double energy = 0;

  double angle() const { return std::max(std::abs(theta[0]), std::abs(theta[1])); }
  double speed() const { return std::max(std::abs(omega[0]), std::abs(omega[1])); }
};

/// Per reference time; the run must have been sampled at those.
inline std::vector<Errors> errors_at(const SliderCrankRun& run, std::span<const reference::Sample> samples) {
  const std::vector<double> time = run.record.values("/time");
  const std::vector<double> energy = run.record.values("/energy/total");
  const std::array<const char*, 2> bodies{"crank", "rod"};
  std::vector<Errors> result(samples.size());
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const auto at = static_cast<std::size_t>(std::min_element(time.begin(), time.end(),
                                                              [&](double a, double b) {
                                                                return std::abs(a - samples[s].t) <
                                                                       std::abs(b - samples[s].t);
                                                              }) -
                                             time.begin());
    // A run that ended early has no sample there: its error is not a number.
    const double missing = std::abs(time[at] - samples[s].t) < 1e-9 ? 0 : std::nan("");
    for (std::size_t b = 0; b < 2; ++b) {
      const std::string body = std::string("/body/") + bodies[b];
      result[s].theta[b] = run.record.values(body + "/angle")[at] - samples[s].theta[b] + missing;
      result[s].omega[b] = run.record.values(body + "/angular_velocity")[at] - samples[s].omega[b] + missing;
    }
    result[s].energy = energy[at] - samples[s].energy + missing;
  }
  return result;
}

/// The largest of each over all times, without sign; NaN stays NaN.
inline Errors worst(const std::vector<Errors>& all) {
  const auto larger = [](double a, double b) { return std::abs(b) <= a ? a : std::abs(b); };
  Errors result;
  for (const Errors& one : all) {
    for (std::size_t b = 0; b < 2; ++b) {
      result.theta[b] = larger(result.theta[b], one.theta[b]);
      result.omega[b] = larger(result.omega[b], one.omega[b]);
    }
    result.energy = larger(result.energy, one.energy);
  }
  return result;
}

/// log of the ratio of errors over log of the ratio of steps.
inline double observed_order(double coarse_error, double fine_error, double coarse_step, double fine_step) {
  return std::log(std::abs(coarse_error / fine_error)) / std::log(coarse_step / fine_step);
}

/// A row of the table /impacts, see docs/result_file.md.
struct ListedImpact {
  double t;
  int contact;  ///< 0 upper_back, 1 upper_front, 2 lower_back, 3 lower_front
  double before, after;
  double P_N, P_T;
};

/// Rows of /impacts whose approach is faster than `fastest_left_out` [m/s].
inline std::vector<ListedImpact> listed_impacts(const SliderCrankRun& run, double fastest_left_out = 0.01) {
  std::vector<ListedImpact> result;
  for (const std::vector<double>& row : run.record.rows("/impacts")) {
    if (row[2] > -fastest_left_out) continue;
    result.push_back({row[0], static_cast<int>(row[1]), row[2], row[3], row[6], row[7]});
  }
  return result;
}

/// The names of the contacts in the order of ListedImpact::contact.
inline constexpr std::array<const char*, 4> kCorners{"upper_back", "upper_front", "lower_back",
                                                     "lower_front"};

}  // namespace freeplay::validation
