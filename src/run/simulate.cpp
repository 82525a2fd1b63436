// SPDX-License-Identifier: Apache-2.0
#include "run/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/index.h"
#include "run/analyse.h"
#include "run/branch_watch.h"
#include "run/channels.h"
#include "run/contact_table.h"
#include "run/events.h"
#include "run/failure.h"
#include "run/headway.h"
#include "run/summary_attributes.h"
#include "run/summary_names.h"
#include "run/warnings.h"

namespace freeplay {

const char* to_string(RunStatus status) {
  switch (status) {
    case RunStatus::complete: return "complete";
    case RunStatus::interrupted: return "interrupted";
    case RunStatus::failed: return "failed";
    case RunStatus::limit: return "limit";
  }
  return "";
}

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The run's loop over steps: records, watches limits, and says why it ended.
class Loop {
 public:
  Loop(const System& system, const Method& method, const Run& run, RecordSink& sink, const RunHooks& hooks)
      : system_(system),
        run_(run),
        sink_(sink),
        hooks_(hooks),
        simulation_(system, method),
        smooth_(is_smooth(method)),
        channels_(system, smooth_, run.record),
        watch_(system, smooth_, run.record, simulation_.stepper().chooses_step(), sink),
        headway_(simulation_.t(), run.end),
        branch_(system, smooth_),
        names_(system) {
    if (lists_contacts(system.info(), run.record)) contacts_.emplace(system, smooth_, kContactTable, sink);
    if (simulation_.dt() > 0 && run.record.every > 0)
      stride_ = std::max(1LL, std::llround(run.record.every / simulation_.dt()));
    if (system.info().stops) stop_at_.emplace(system.info());
    begin_ = simulation_.t();
    note_freedoms(system, summary_, freedoms_);  // now, so that the end is not kept waiting
    if (!hooks.resume.empty()) {
      Archive archive(hooks.resume);
      visit(archive);
    }
    simulation_.stop_when(hooks.stop_now);
    simulation_.stepper().keep_problems(hooks.keeper);
    if (hooks.keeper != nullptr) hooks.keeper->at(simulation_.t());
  }

  RunSummary go() {
    const Clock::time_point start = Clock::now();
    keep(true);
    if (summary_.samples == 0) {
      sample();
      summary_.start = channels_.energies();
      keep(false);
    }
    if (!reached_stop()) {
      if (simulation_.dt() > 0) {
        fixed_steps(start);
      } else {
        chosen_steps(start);
      }
    }
    // a longer run would not have what follows, nor does it go on from within a step
    if (!kept_ && !within_step_) keep(true);
    if (simulation_.t() > last_sample_) sample();  // it was stopped between samples
    if (held_back_) write_first();
    summary_.wall_seconds = hooks_.wall_before + seconds_since(start);
    finish();
    return summary_;
  }

 private:
  void fixed_steps(Clock::time_point start) {
    const double dt = simulation_.dt();
    const auto steps = std::max(1LL, static_cast<long long>(std::ceil((run_.end - begin_) / dt - 1e-9)));
    while (steps_ < steps) {
      const bool last = steps_ + 1 == steps, shorter = last && simulation_.t() + dt > run_.end + 1e-9 * dt;
      if (shorter) keep_for_longer();
      if (!went_well(shorter ? simulation_.step_to(run_.end) : simulation_.step())) return;
      ++steps_;
      const bool regular = steps_ % stride_ == 0;
      if (last && !regular) keep_for_longer();
      if (last || regular) sample();
      if (regular) keep(false);
      if (over_limit() || reached_stop() || interrupted(start, 1024)) return;
    }
  }

  /// The stepper chooses its steps; samples are met exactly.
  void chosen_steps(Clock::time_point start) {
    const double every = run_.record.every;
    while (simulation_.t() < run_.end) {
      const double regular = begin_ + static_cast<double>(targets_) * every;
      const double next = every > 0 ? std::min(regular, run_.end) : run_.end;
      // a sample that falls a rounding before the end is the end
      const double target = run_.end - next <= 1e-12 * run_.end ? run_.end : next;
      if (every > 0 && target != regular && !kept_) keep_for_longer();
      if (!went_well(simulation_.step_to(target))) return;
      ++steps_;
      if (headway_.lost(simulation_.t(), simulation_.stepper().book().compliant.evaluations)) {
        end(RunStatus::failed, describe_no_headway(system_, simulation_.state(), headway_));
        return;
      }
      const bool there = simulation_.t() >= target;
      if (there || every == 0) sample();
      if (there) ++targets_;
      if (there || every == 0) keep(false);
      if (over_limit() || reached_stop() || interrupted(start, 128)) return;
    }
  }

  bool went_well(const StepReport& report) {
    Book& book = simulation_.stepper().book();
    watch_.step(simulation_.state(), book);
    if (contacts_) contacts_->step(simulation_.state(), book);
    names_.note(simulation_, book, summary_);
    if (hooks_.keeper != nullptr) hooks_.keeper->at(simulation_.t());
    if (report.status == StepStatus::ok) {
      if (!branch_.left(simulation_.state())) return true;
      end(RunStatus::failed, branch_.describe(simulation_.state()));
      return false;
    }
    within_step_ = true;
    summary_.step = report.status;
    const bool interrupted = report.status == StepStatus::interrupted;
    end(interrupted ? RunStatus::interrupted : RunStatus::failed, simulation_.describe(report));
    return false;
  }

  /// Everything that the rest of the run depends on.
  void visit(Archive& a) {
    std::vector<double> simulation;
    if (!a.reading()) simulation = simulation_.save();
    a(simulation);
    if (a.reading()) simulation_.load(simulation);
    a(channels_, watch_);
    if (contacts_) a(*contacts_);
    for (Energies* energies : {&summary_.start, &summary_.end})
      a(energies->kinetic, energies->gravity, energies->elastic, energies->contact);
    a(summary_.samples, summary_.numerical, summary_.worst_numerical, summary_.energy_scale);
    a(summary_.steps, summary_.gain, summary_.drift, summary_.drift_at, summary_.compliant,
      summary_.painleve_time, summary_.painleve_contact);
    a(summary_.worst_residual_time, names_);
    a(summary_.worst_contact, summary_.worst_relative_contact, summary_.peak_contact, summary_.gain_contact);
    a(summary_.deepest_start_contact, summary_.forced_contact, summary_.fastest_contact);
    a(summary_.not_passive_element, summary_.peak_force_contact, energy_0_, last_sample_, least_energy_,
      first_, held_back_, steps_, targets_);
    a(headway_, branch_);
  }

  void keep(bool now) {
    if (kept_) return;
    sink_.checkpoint(
        [this] {
          Archive archive;
          visit(archive);
          return archive.take();
        },
        now);
  }

  /// What follows would be otherwise if the run had a later end: one that goes on does so from here.
  void keep_for_longer() {
    keep(true);
    kept_ = true;
  }

  bool interrupted(Clock::time_point start, long long every) {
    if (sink_.failed()) {  // going on would compute what nobody keeps; close() says why
      end(RunStatus::interrupted, fmt::format("stopped at t = {:.9g} s", simulation_.t()));
      return true;
    }
    if (hooks_.stop && hooks_.stop->load(std::memory_order_relaxed)) {
      end(RunStatus::interrupted, fmt::format("stopped at t = {:.9g} s", simulation_.t()));
      return true;
    }
    if (hooks_.progress && steps_ % every == 0)
      hooks_.progress(simulation_.t(), run_.end, seconds_since(start));
    return false;
  }

  void sample() {
    if (contacts_) {
      contacts_->sample(simulation_.state(), simulation_.stepper().book(),
                        simulation_.stepper().sample(simulation_.state()));
    }
    const std::span<const double> row =
        channels_.sample(simulation_.state(), simulation_.stepper(), energy_0_);
    if (summary_.samples == 0) {
      energy_0_ = channels_.energies().total();
      least_energy_ = least_energy();
      first_.assign(row.begin(), row.end());
      held_back_ = true;  // its means are those of the first interval
      fix_first_ledger();
    } else {
      if (held_back_) {
        for (const int column : channels_.mean_columns()) {
          first_[idx(column)] = row[idx(column)];
        }
        write_first();
      }
      sink_.append(row);
      summary_.numerical = channels_.numerical();
      summary_.worst_numerical = std::max(summary_.worst_numerical, std::abs(summary_.numerical));
    }
    ++summary_.samples;
    last_sample_ = simulation_.t();
    summary_.end = channels_.energies();
    const Works& works = simulation_.stepper().book().works;
    double supplied = 0, dissipated = 0;
    for (const double work : {works.drivers, works.applied, works.damping, works.impact, works.friction})
      (work > 0 ? supplied : dissipated) += std::abs(work);
    summary_.energy_scale =
        std::max({summary_.energy_scale, summary_.end.kinetic, supplied, dissipated, least_energy_});
  }

  /// A machine that friction holds at rest has no energy to judge errors by: less than a billionth of what
  /// its loads could do over its own size is nothing.
  double least_energy() const {
    constexpr double kNothing = 1e-9;
    const SystemInfo& info = system_.info();
    Evaluation ev(info);
    const State& state = simulation_.state();
    system_.load(state.features(), ev);
    system_.place(state.t(), state.q(), ev);
    system_.forces(state.t(), state.q(), state.u(), ev);
    double most = 0;
    for (std::size_t i = 0; i < ev.h.size(); ++i) most = std::max(most, std::abs(ev.h[i]) * info.u_size(i));
    return kNothing * most;
  }

  /// The first row was made before the energy at the start was known: its remainder is zero.
  void fix_first_ledger() {
    std::size_t column = 0;
    for (const Channel& channel : channels_.list()) {
      if (channel.path == "/energy/numerical") first_[column] = 0;
      column += idx(channel.width);
    }
  }

  void write_first() {
    sink_.append(first_);
    held_back_ = false;
  }

  bool over_limit() {
    if (hooks_.most_steps > 0 && steps_ >= hooks_.most_steps && simulation_.t() < run_.end) {
      end(RunStatus::limit,
          fmt::format("{} steps, the most that are allowed, led to t = {:.9g} s of {:.9g} s; "
                      "allow more of them, or longer ones",
                      steps_, simulation_.t(), run_.end));
      return true;
    }
    const StepStatistics& statistics = simulation_.stepper().book().statistics;
    if (run_.penetration_max && statistics.worst_penetration > *run_.penetration_max) {
      end(RunStatus::limit,
          fmt::format("contact {} overlaps by {:.3g} m at t = {:.9g} s, more than run.limits.penetration "
                      "= {:.3g} m; {}",
                      summary_.worst_contact, statistics.worst_penetration, simulation_.t(),
                      *run_.penetration_max, smooth_ ? "make the contact stiffer" : "try a smaller step"));
      return true;
    }
    const double scale = summary_.energy_scale;
    if (run_.energy_error_max && std::abs(summary_.numerical) > *run_.energy_error_max * scale) {
      end(RunStatus::limit, fmt::format("the numerical energy error reached {:.3g} J at t = {:.9g} s, more "
                                        "than run.limits.energy_error = {:.3g} "
                                        "of the energy; try {}",
                                        summary_.numerical, simulation_.t(), *run_.energy_error_max,
                                        smooth_ ? "a smaller method.stepper.accuracy"
                                                : "a smaller step or the symmetric stepper"));
      return true;
    }
    return false;
  }

  /// run.stop_when holds at the end of a step.
  bool reached_stop() {
    if (!stop_at_) return false;
    const State& state = simulation_.state();
    system_.place(state.t(), state.q(), *stop_at_);
    if (!system_.stop(state.t(), state.u(), *stop_at_)) return false;
    end(RunStatus::complete,
        fmt::format("run.stop_when ended the run at t = {:.9g} s: {}", simulation_.t(), run_.stop_when));
    return true;
  }

  void end(RunStatus status, std::string message) {
    summary_.status = status;
    summary_.message = std::move(message);
  }

  void finish() {
    simulation_.stepper().finish(simulation_.state());
    watch_.end(simulation_.state(), simulation_.stepper().book());
    const Book& book = simulation_.stepper().book();
    summary_.smooth = smooth_;
    summary_.compliant = book.compliant;
    summary_.t_end = simulation_.t();
    summary_.dt = simulation_.dt();
    summary_.steps = book.statistics;
    summary_.solver = simulation_.stepper().solver_statistics();
    summary_.impacts_listed = watch_.impacts();
    summary_.works = book.works;
    summary_.gain = book.gain;
    summary_.drift = book.drift;
    std::map<std::string, Attribute> attributes = summary_attributes(summary_);
    attributes.merge(freedoms_);
    if (const std::vector<std::string> warnings = summary_warnings(summary_); !warnings.empty())
      attributes["warnings"] = fmt::format("{}", fmt::join(warnings, "\n"));
    std::string status = to_string(summary_.status);
    if (summary_.status == RunStatus::failed || summary_.status == RunStatus::limit)
      status += ": " + summary_.message;
    sink_.close(status, attributes);
  }

  const System& system_;
  const Run& run_;
  RecordSink& sink_;
  const RunHooks& hooks_;
  Simulation simulation_;
  const bool smooth_;
  Channels channels_;
  EventWatch watch_;
  Headway headway_;
  BranchWatch branch_;
  SummaryNames names_;
  std::optional<ContactTable> contacts_;  ///< of a pool
  std::optional<Evaluation> stop_at_;     ///< where run.stop_when is looked at, if there is one
  RunSummary summary_;
  std::map<std::string, Attribute> freedoms_;
  long long stride_ = 1;
  double begin_ = 0;
  long long steps_ = 0, targets_ = 1;  ///< steps made, samples that chosen steps go to next
  bool kept_ = false;                  ///< the checkpoint to go on from has been written
  bool within_step_ = false;           ///< the last step was not finished
  double energy_0_ = 0, last_sample_ = 0, least_energy_ = 0;
  std::vector<double> first_;
  bool held_back_ = false;
};

}  // namespace

RunSummary simulate(const System& system, const Method& method, const Run& run, RecordSink& sink,
                    const RunHooks& hooks) {
  if (!is_dynamic(run)) return analyse(system, run, sink, hooks);
  return Loop(system, method, run, sink, hooks).go();
}

}  // namespace freeplay
