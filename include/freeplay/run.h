// SPDX-License-Identifier: Apache-2.0
// A run: the time loop is driven, recorded and watched, and what it reports.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/record.h"
#include "freeplay/simulation.h"
#include "freeplay/statistics.h"
#include "freeplay/system.h"

namespace freeplay {

class ProblemKeeper;

enum class RunStatus { complete, interrupted, failed, limit };

/// Of runs that integrate nothing (docs/analyses.md).
struct AnalysisSummary {
  std::string mode = "dynamics";
  long long iterations = 0;         ///< of Newton's method
  long long pieces = 0;             ///< of time, between samples too
  double worst_pivot = 0;           ///< smallest pivot of D over the largest: how near a dead point came
  double worst_pivot_time = 0;      ///< [s]
  std::string stability;            ///< of statics: "stable", "neutral", "unstable"
  std::string softest;              ///< coordinate that gives way first
  std::vector<double> eigenvalues;  ///< of the reduced stiffness over the mass [1/s²]
  int freedoms = 0;
};

/// What a person wants to know when a run has ended.
struct RunSummary {
  RunStatus status = RunStatus::complete;
  std::string message;               ///< why it ended early, with contact, time, likely cause and remedy
  StepStatus step = StepStatus::ok;  ///< of the step that could not be made, if it ended for that
  double t_end = 0, dt = 0;
  long long samples = 0;
  StepStatistics steps;
  SolverStatistics solver;
  long long impacts_listed = 0;
  Energies start, end;
  Works works;
  double numerical = 0;  ///< E(end) − E(start) − works [J]
  /// What energies are judged by, and parts of which the summary prints: the largest of the kinetic energies of all
  /// samples, the work supplied, the energy dissipated, and a billionth of what the loads could do over the machine's
  /// size [J].
  double energy_scale = 0;
  double worst_numerical = 0;  ///< largest |numerical| of all samples [J]
  EnergyGain gain;
  DriftRemoval drift;
  double wall_seconds = 0;
  /// Names of contacts in `steps` and `gain`, as they were then: a slot of a pool may hold another pair by
  /// now. Empty: there is none.
  std::string worst_contact, worst_relative_contact, peak_contact, gain_contact, painleve_contact;
  std::string drift_at;  ///< a contact or a joint
  bool smooth = false;   ///< a smooth stepper ran it
  CompliantStatistics compliant;
  std::string deepest_start_contact, forced_contact, fastest_contact, peak_force_contact;
  std::string not_passive_element;  ///< CompliantStatistics::not_passive_element
  double painleve_time = 0;         ///< of the first Painlevé case [s]
  double worst_residual_time = 0;   ///< of the worst residual of a contact solve [s]
  AnalysisSummary analysis;
  std::vector<std::string> undetermined;  ///< sentences on reactions that the mechanism does not determine

  /// The part of the simulated time in which events were not placed in time.
  double time_stepped_share() const { return t_end > 0 ? steps.time_stepped_time / t_end : 0; }
};

struct RunHooks {
  const std::atomic<bool>* stop = nullptr;                          ///< the run ends after the step
  const std::atomic<bool>* stop_now = nullptr;                      ///< and within it
  std::function<void(double t, double end, double wall)> progress;  ///< a few times per second
  /// The numbers of a checkpoint to go on from; the sink stands there. Empty: from the start.
  std::span<const double> resume;
  double wall_before = 0;           ///< seconds that the run has taken by then
  long long most_steps = 0;         ///< it ends with RunStatus::limit after so many; 0: there is no limit
  ProblemKeeper* keeper = nullptr;  ///< sees the contact problems that one solver did not solve
};

/// True when the record lists free contacts: there is a pool, and `contacts` is not left out by
/// record.channels.
bool lists_contacts(const SystemInfo& info, const RecordOptions& options);

/// True when the method's stepper is a smooth one: it integrates forces, and records hold forces at the sample
/// where others hold impulses since the last one. Throws std::invalid_argument for a stepper that does not
/// exist.
bool is_smooth(const Method& method);

/// What will be recorded, by names that are fixed: see docs/result_file.md.
RecordLayout record_layout(const System& system, const Method& method, const RecordOptions& options);

/// The same for a run: what its mode has nothing to say about is left out.
RecordLayout record_layout(const System& system, const Method& method, const Run& run);

/// Adds to the attributes the degrees of freedom at the start in words, and to both which reactions the
/// mechanism does not determine there.
void note_freedoms(const System& system, RunSummary& summary, std::map<std::string, Attribute>& attributes);

/// Runs to run.end, or finds the equilibrium, appending to the sink; closes it in every case.
RunSummary simulate(const System& system, const Method& method, const Run& run, RecordSink& sink,
                    const RunHooks& hooks = {});

/// Names for messages and files.
const char* to_string(RunStatus status);

}  // namespace freeplay
