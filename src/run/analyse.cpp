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
    sample_.joint_F.assign(info.rubbing.size(), {});
    sample_.joint_N.assign(info.rubbing.size(), 0);
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
    FREEPLAY_ASSERT(system.info().first_slot < 0);  // assemble() sees to it
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
    touch(found);
    sample();
  }

  /// Which contacts of joints with play touch, and how.
  void touch(const Equilibrium& found) {
    const SystemInfo& info = system_.info();
    known_.values().contact_energy = found.contact_energy;
    Evaluation ev(info);
    system_.load(state_.features(), ev);
    system_.place(state_.t(), state_.q(), ev);
    system_.gaps(state_.t(), state_.q(), ev);
    for (std::size_t i = 0; i < found.F_N.size(); ++i) {
      const double F = found.F_N[i];
      known_.values().F[idx(info.dimension) * i] = F;
      state_.set_mode(to_int(i), F > 0 ? ContactMode::stick : ContactMode::open);
      if (!(F > 0)) continue;
      ++summary_.compliant.started;
      const std::string name = system_.contact_name(to_int(i), state_.features());
      touching_.push_back(fmt::format("{} {:.6g} N", name, F));
      if (F > summary_.compliant.peak_force) {
        summary_.compliant.peak_force = F;
        summary_.peak_force_contact = name;
      }
      if (info.compliant && -ev.gap[i] > summary_.steps.worst_penetration) {
        summary_.steps.worst_penetration = -ev.gap[i];
        summary_.worst_contact = name;
      }
    }
  }

  void follow(Clock::time_point start) {
    DrivenMotion motion(system_);
    const double every = sample_interval(run_);
    const double begin = state_.t();
    DriveReport report = motion.start(state_);
    bool goes_on = report.status == DriveStatus::ok && sample(motion);
    for (long long i = 1; goes_on && state_.t() < run_.end; ++i) {
      const double next = begin + static_cast<double>(i) * every;
      // a sample that falls a rounding before the end is the end
      report = motion.move_to(state_, run_.end - next <= 1e-9 * every ? run_.end : next);
      if (report.status != DriveStatus::ok) break;
      if (!sample(motion)) break;
      goes_on = !interrupted(start, i % 16 == 0);
    }
    if (report.status != DriveStatus::ok) end(RunStatus::failed, report.message);
    AnalysisSummary& analysis = summary_.analysis;
    analysis.iterations = motion.iterations();
    analysis.pieces = motion.pieces();
    analysis.worst_pivot = motion.worst_pivot();
    analysis.worst_pivot_time = motion.worst_pivot_time();
  }

  /// False: no reactions were found, and the run has ended.
  bool sample(DrivenMotion& motion) {
    std::copy(motion.u_dot().begin(), motion.u_dot().end(), known_.values().u_dot.begin());
    if (run_.mode == "inverse_dynamics") {
      if (!motion.reactions(state_, known_.values().lambda)) {
        end(RunStatus::failed, motion.rubs().message());
        return false;
      }
      const DrivenFriction& rubs = motion.rubs();
      std::copy(rubs.forces().begin(), rubs.forces().end(), known_.values().joint_F.begin());
      std::copy(rubs.pressing().begin(), rubs.pressing().end(), known_.values().joint_N.begin());
      for (std::size_t i = 0; i < rubs.forces().size(); ++i) {
        known_.book().rubbing_mode[i] = rubs.sticks(i)        ? ContactMode::stick
                                        : rubs.slides_back(i) ? ContactMode::slip_minus
                                                              : ContactMode::slip_plus;
      }
    }
    sample();
    return true;
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
      if (!touching_.empty()) attributes["touching"] = fmt::format("{}", fmt::join(touching_, ", "));
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
  std::vector<std::string> touching_;  ///< contacts with their forces
};

}  // namespace

std::vector<std::string> left_out(const std::string& mode) {
  if (mode == "dynamics") return {};
  std::vector<std::string> patterns = {"energy/drivers",       "energy/applied",  "energy/damping",
                                       "energy/impact",        "energy/friction", "energy/stabilisation",
                                       "energy/numerical",     "steps/*",         "contact/*/normal_impulse",
                                       "contact/*/normal_peak"};
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
