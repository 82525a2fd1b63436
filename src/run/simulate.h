// SPDX-License-Identifier: Apache-2.0
// The time loop and what a run reports.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/system.h"
#include "run/record.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

/// A system on its way through time. The state can be saved, changed and given back between calls.
class Simulation {
 public:
  Simulation(const System& system, const Method& method);

  /// One step; t is the start plus a whole number of steps, free of accumulated rounding.
  StepReport step();
  /// A last, shorter step that ends exactly at t; a stepper that chooses its steps may stop before.
  StepReport step_to(double t);
  /// Steps until t is reached (to within half a step); stops early when a step fails.
  StepReport advance_to(double t);

  const System& system() const { return *system_; }
  double t() const { return state_.t(); }
  /// The fixed step; 0 when the stepper chooses its steps.
  double dt() const { return dt_; }
  const State& state() const { return state_; }
  /// Continues from another state of the same system, counting steps from there.
  void restore(const State& state);
  Stepper& stepper() { return *stepper_; }

 private:
  void note_step(double taken);

  const System* system_;
  State state_;
  std::unique_ptr<Stepper> stepper_;
  double dt_ = 0, start_ = 0;
  long long steps_ = 0;
};

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
  std::string message;  ///< why it ended early, with contact, time, likely cause and remedy
  double t_end = 0, dt = 0;
  long long samples = 0;
  StepStatistics steps;
  SolverStatistics solver;
  long long impacts_listed = 0;
  Energies start, end;
  Works works;
  double numerical = 0;     ///< E(end) − E(start) − works [J]
  double energy_scale = 0;  ///< largest of |E(start)|, the kinetic energies of all samples and a billionth of
                            ///< what the loads could do over the machine's size [J]
  double worst_numerical = 0;  ///< largest |numerical| of all samples [J]
  EnergyGain gain;
  double wall_seconds = 0;
  /// Names of contacts in `steps` and `gain`, as they were then: a slot of a pool may hold another pair by
  /// now. Empty: there is none.
  std::string worst_contact, worst_relative_contact, peak_contact, gain_contact, painleve_contact;
  bool smooth = false;  ///< a smooth stepper ran it
  CompliantStatistics compliant;
  std::string deepest_start_contact, forced_contact, fastest_contact, peak_force_contact;
  double painleve_time = 0;  ///< of the first Painlevé case [s]
  AnalysisSummary analysis;
  std::vector<std::string> undetermined;  ///< sentences on reactions that the mechanism does not determine
};

struct RunHooks {
  const std::atomic<bool>* stop = nullptr;                          ///< set by Ctrl-C
  std::function<void(double t, double end, double wall)> progress;  ///< a few times per second
};

/// True when the record lists free contacts: there is a pool, and `contacts` is not left out by
/// record.channels.
bool lists_contacts(const SystemInfo& info, const RecordOptions& options);

/// What will be recorded, by names that are fixed: see docs/result_file.md.
RecordLayout record_layout(const System& system, const RecordOptions& options);

/// The same for a run: what its mode has nothing to say about is left out.
RecordLayout record_layout(const System& system, const Run& run);

/// Adds to the attributes the degrees of freedom at the start in words, and to both which reactions the
/// mechanism does not determine there.
void note_freedoms(const System& system, RunSummary& summary, std::map<std::string, Attribute>& attributes);

/// Runs to run.end, or finds the equilibrium, appending to the sink; closes it in every case.
RunSummary simulate(const System& system, const Method& method, const Run& run, RecordSink& sink,
                    const RunHooks& hooks = {});

/// Names for messages and files.
const char* to_string(RunStatus status);

}  // namespace freeplay
