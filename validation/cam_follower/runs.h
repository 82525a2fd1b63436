// SPDX-License-Identifier: Apache-2.0
// Runs of the cam and follower of Flores2012, section 5, and their distance from the reference.
// For validation/ and tests/, hence everything inline.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "examples/own_system/cam_follower.h"
#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "validation/cam_follower/reference.h"

namespace freeplay::validation {

/// Everything that tells one run from another.
struct CamSetup {
  std::string form = "point";  ///< follower of the assembled model: "point", "flat", "driven"; or "own"
  std::string stepper = "symmetric";
  std::string solver = "lemke";
  bool warm_start = true;          ///< the contacts' modes of the last step are tried first
  double step = 1e-4;              ///< [s]
  std::optional<double> accuracy;  ///< chosen steps instead
  double every = 0.005;            ///< [s], between samples; 0: every step
  double end = 0.3;                ///< [s]
};

struct CamRun {
  RunSummary summary;
  MemoryRecord record;
};

/// The model file, as it is (a pin, the cam a function of time), with a flat face, or with the cam a driven
/// body.
inline Model cam_model(const std::string& form) {
  const std::string folder = source_folder() + "/validation/cam_follower/";
  if (form == "driven") return read_model(folder + "model_driven.toml");
  return read_model(folder + "model.toml", {{"joint.cam.follower", form}});
}

inline CamRun run_cam(const CamSetup& setup) {
  std::unique_ptr<System> system;
  if (setup.form == "own") {
    system = std::make_unique<OwnCamFollower>();
  } else {
    system = assemble(cam_model(setup.form)).system;
  }
  Method method;
  method.stepper = {setup.stepper, {{"step", {setup.step, {}}}}, {}};
  if (setup.accuracy) method.stepper = {setup.stepper, {{"accuracy", {*setup.accuracy, {}}}}, {}};
  method.solver = {setup.solver, {}, {}};
  if (!setup.warm_start) method.solver.values["warm_start"] = {false, {}};
  Run run;
  run.end = setup.end;
  run.record.every = setup.every;
  MemoryRecord record(record_layout(*system, method, run.record));
  RunSummary summary = simulate(*system, method, run, record);
  return {std::move(summary), std::move(record)};
}

/// Height and velocity of the follower, sample by sample.
inline std::vector<double> heights(const CamRun& run, const char* channel = "position") {
  const std::vector<double> both = run.record.values(std::string("/body/follower/") + channel);
  std::vector<double> result;
  for (std::size_t i = 1; i < both.size(); i += 2) result.push_back(both[i]);
  return result;
}

struct CamErrors {
  double y = 0, v = 0;
};

/// The largest differences from the reference's samples; the run was sampled there.
inline CamErrors worst_of_samples(const CamRun& run) {
  const std::vector<double> t = run.record.values("/time"), y = heights(run), v = heights(run, "velocity");
  CamErrors worst;
  std::size_t i = 0;
  for (const cam_reference::Sample& exact : cam_reference::samples) {
    while (i + 1 < t.size() && t[i] < exact.t - 1e-9) ++i;
    if (std::abs(t[i] - exact.t) > 1e-9) return {std::nan(""), std::nan("")};
    worst.y = std::max(worst.y, std::abs(y[i] - exact.y));
    worst.v = std::max(worst.v, std::abs(v[i] - exact.v));
  }
  return worst;
}

/// Impacts of the reference that are more than five steps from every other, and what a run made of them.
struct ImpactErrors {
  int expected = 0, found = 0;
  double t = 0;              ///< [s]
  double late = 0;           ///< the same over what late hits can add up to: see impact_errors() [s]
  double approach = 0;       ///< of γ_N before the impact, relative
  double late_approach = 0;  ///< the same in m/s over what late hits can add up to
  double longest_burst =
      0;  ///< from a drop (the start, of the first lobe) to the last impact of the lobe [s]
};

/// γ_N of an impact of the reference. The reference has it along the lift, as a flat face does; at a pin the
/// cam's normal is inclined by the pressure angle, tan ψ = (ds/dφ)/ρ, with ρ = y and ds/dφ = ṡ/ω, ṡ = ẏ − γ_N.
inline double exact_approach(const cam_reference::Impact& exact, const std::string& form) {
  if (form == "own" || form == "flat") return exact.approach;
  constexpr double kSpeed = 20.94;  // [rad/s]
  return exact.approach / std::hypot(1, (exact.v_before - exact.approach) / kSpeed / exact.y);
}

/// A first-order scheme finds a hit up to a step late, by δ, and inside the cam. The flight that follows
/// begins (1 + ε)|γ_N| δ too low and comes back with ε|γ_N|, hence earlier by (1 + ε)/ε δ: the k-th hit of a
/// lobe may be off by 1 + (k − 1)(1 + ε)/ε steps. Meanwhile γ_N grows by the acceleration of the fall, which is
/// that of spring and weight and of the cam that comes up.
inline ImpactErrors impact_errors(const CamRun& run, const CamSetup& setup) {
  std::vector<double> times;
  for (const cam_reference::Impact& impact : cam_reference::impacts) times.push_back(impact.t);
  for (const double t : cam_reference::closes) times.push_back(t);
  const std::vector<std::vector<double>> rows = run.record.rows("/impacts");
  ImpactErrors errors;
  int lobe = 0, hit = 0;
  for (const cam_reference::Impact& exact : cam_reference::impacts) {
    hit = exact.lobe == lobe ? hit + 1 : 1;
    lobe = exact.lobe;
    const bool alone = std::all_of(times.begin(), times.end(), [&](double t) {
      return t == exact.t || std::abs(t - exact.t) > 5 * setup.step;
    });
    if (!alone) continue;
    ++errors.expected;
    double nearest = 5 * setup.step, approach = 0;
    for (const std::vector<double>& row : rows) {
      if (std::abs(row[0] - exact.t) >= nearest) continue;
      nearest = std::abs(row[0] - exact.t);
      approach = row[2];
    }
    if (approach == 0) continue;
    ++errors.found;
    const double added_up = 1 + (hit - 1) * 1.4 / 0.4, gamma = exact_approach(exact, setup.form);
    errors.t = std::max(errors.t, nearest);
    errors.late = std::max(errors.late, nearest / added_up);
    errors.approach = std::max(errors.approach, std::abs(approach / gamma - 1));
    errors.late_approach = std::max(errors.late_approach, std::abs(approach - gamma) / added_up);
  }
  for (const std::vector<double>& row : rows) {
    double begin = 0;
    for (const double drop : cam_reference::drops) begin = drop < row[0] ? drop : begin;
    errors.longest_burst = std::max(errors.longest_burst, row[0] - begin);
  }
  return errors;
}

/// Share of the time between the end of a lobe's impacts and its drop in which the contact is closed; the run
/// was sampled every step.
inline double closed_share(const CamRun& run, const CamSetup& setup) {
  const std::string contact = setup.form == "point" || setup.form == "driven" ? "cam.tip" : "cam.face";
  const std::vector<double> t = run.record.values("/time"),
                            mode = run.record.values("/contact/" + contact + "/mode");
  int all = 0, closed = 0;
  for (std::size_t lobe = 0; lobe < std::size(cam_reference::closes); ++lobe) {
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (t[i] < cam_reference::closes[lobe] + 5 * setup.step ||
          t[i] > cam_reference::drops[lobe] - setup.step)
        continue;
      ++all;
      closed += mode[i] != 0;
    }
  }
  return static_cast<double>(closed) / all;
}

}  // namespace freeplay::validation
