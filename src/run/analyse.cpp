// SPDX-License-Identifier: Apache-2.0
#include "run/analyse.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/assert.h"
#include "base/index.h"
#include "run/channels.h"
#include "system/driven_motion.h"
#include "system/equilibrium.h"

namespace freeplay {
namespace {

constexpr double kDefaultSamples = 200;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Hands accelerations and reactions that are known to the recorder, as a smooth stepper does.
class KnownMotion final : public Stepper {
 public:
  explicit KnownMotion(const SystemInfo& info) : book_(info) {
    sample_.u_dot.assign(idx(info.nu), 0);
    sample_.lambda.assign(info.constraints.size(), 0);
    sample_.F.assign(idx(info.dimension) * info.contacts.size(), 0);
  }
  StepReport step(State&, double) override { return {}; }
  void visit(Archive&, const State&) override {}
  void stop_when(const std::atomic<bool>*) override {}
  void take_inputs(const State&) override {}
  const SmoothSample* sample(const State&) override { return &sample_; }
  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return solver_; }
  SmoothSample& values() { return sample_; }

 private:
  Book book_;
  SolverStatistics solver_;
  SmoothSample sample_;
};

class Analysis {
 public:
  Analysis(const System& system, const Run& run, RecordSink& sink, const RunHooks& hooks)
      : system_(system),
        run_(run),
        sink_(sink),
        hooks_(hooks),
        state_(system.initial_state()),
        known_(system.info()),
        channels_(system, true, run.record, left_out(run.mode)) {
    FREEPLAY_ASSERT(system.info().contacts.empty());  // assemble() sees to it
  }

  RunSummary go() {
    const Clock::time_point start = Clock::now();
    summary_.smooth = true;
    summary_.analysis.mode = run_.mode;
    if (run_.mode == "statics") {
      rest();
    } else {
      follow(start);
    }
    summary_.t_end = state_.t();
    summary_.wall_seconds = seconds_since(start);
    close();
    return summary_;
  }

 private:
  void rest() {
    const Equilibrium found = find_equilibrium(system_, state_);
    summary_.analysis.iterations = found.iterations;
    summary_.analysis.freedoms = found.freedoms;
    if (!found.found) {
      end(RunStatus::failed, found.message);
      return;
    }
    summary_.analysis.stability = to_string(found.stability);
    summary_.analysis.softest = found.softest;
    summary_.analysis.eigenvalues = found.eigenvalues;
    known_.values().lambda = found.lambda;
    sample();
  }

  void follow(Clock::time_point start) {
    DrivenMotion motion(system_);
    const double every = sample_interval(run_);
    const double begin = state_.t();
    DriveReport report = motion.start(state_);
    if (report.status == DriveStatus::ok) sample(motion);
    for (long long i = 1; report.status == DriveStatus::ok && state_.t() < run_.end; ++i) {
      const double next = begin + static_cast<double>(i) * every;
      // a sample that falls a rounding before the end is the end
      report = motion.move_to(state_, run_.end - next <= 1e-9 * every ? run_.end : next);
      if (report.status != DriveStatus::ok) break;
      sample(motion);
      if (interrupted(start, i % 16 == 0)) break;
    }
    if (report.status != DriveStatus::ok) end(RunStatus::failed, report.message);
    AnalysisSummary& analysis = summary_.analysis;
    analysis.iterations = motion.iterations();
    analysis.pieces = motion.pieces();
    analysis.worst_pivot = motion.worst_pivot();
    analysis.worst_pivot_time = motion.worst_pivot_time();
  }

  void sample(DrivenMotion& motion) {
    std::copy(motion.u_dot().begin(), motion.u_dot().end(), known_.values().u_dot.begin());
    if (run_.mode == "inverse_dynamics") motion.reactions(state_, known_.values().lambda);
    sample();
  }

  void sample() {
    sink_.append(channels_.sample(state_, known_, 0));
    if (summary_.samples == 0) summary_.start = channels_.energies();
    summary_.end = channels_.energies();
    ++summary_.samples;
  }

  bool interrupted(Clock::time_point start, bool show) {
    if (sink_.failed() || (hooks_.stop && hooks_.stop->load(std::memory_order_relaxed))) {
      end(RunStatus::interrupted, fmt::format("stopped at t = {:.9g} s", state_.t()));
      return true;
    }
    if (show && hooks_.progress) hooks_.progress(state_.t(), run_.end, seconds_since(start));
    return false;
  }

  void end(RunStatus status, std::string message) {
    summary_.status = status;
    summary_.message = std::move(message);
  }

  void close() {
    const AnalysisSummary& analysis = summary_.analysis;
    std::map<std::string, Attribute> attributes = {{"mode", run_.mode},
                                                   {"message", summary_.message},
                                                   {"iterations", analysis.iterations},
                                                   {"energy_start", summary_.start.total()},
                                                   {"energy_end", summary_.end.total()},
                                                   {"wall_seconds", summary_.wall_seconds}};
    if (run_.mode == "statics") {
      attributes["stability"] = analysis.stability;
      attributes["softest_coordinate"] = analysis.softest;
      attributes["eigenvalues"] = fmt::format("{}", fmt::join(analysis.eigenvalues, " "));
    } else {
      attributes["pieces"] = analysis.pieces;
      attributes["worst_pivot"] = analysis.worst_pivot;
      attributes["worst_pivot_time"] = analysis.worst_pivot_time;
    }
    note_freedoms(system_, summary_, attributes);
    if (run_.mode == "kinematics") summary_.undetermined.clear();  // it has no reactions
    std::string status = to_string(summary_.status);
    if (summary_.status == RunStatus::failed) status += ": " + summary_.message;
    sink_.close(status, attributes);
  }

  const System& system_;
  const Run& run_;
  RecordSink& sink_;
  const RunHooks& hooks_;
  State state_;
  KnownMotion known_;
  Channels channels_;
  RunSummary summary_;
};

}  // namespace

std::vector<std::string> left_out(const std::string& mode) {
  if (mode == "dynamics") return {};
  std::vector<std::string> patterns = {"energy/drivers",   "energy/applied",  "energy/damping",
                                       "energy/impact",    "energy/friction", "energy/stabilisation",
                                       "energy/numerical", "steps/*"};
  if (mode == "kinematics")
    patterns.insert(patterns.end(), {"joint/*/reaction_*", "joint/*/force", "joint/*/moment", "driver/*"});
  return patterns;
}

double sample_interval(const Run& run) {
  return run.record.every > 0 ? run.record.every : run.end / kDefaultSamples;
}

RunSummary analyse(const System& system, const Run& run, RecordSink& sink, const RunHooks& hooks) {
  return Analysis(system, run, sink, hooks).go();
}

}  // namespace freeplay
