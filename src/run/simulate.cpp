// SPDX-License-Identifier: Apache-2.0
#include "run/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/assert.h"
#include "formulations/dependent_joints.h"
#include "run/analyse.h"
#include "run/channels.h"
#include "run/contact_table.h"
#include "run/events.h"
#include "run/warnings.h"
#include "system/freedom.h"

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

Simulation::Simulation(const System& system, const Method& method)
    : system_(&system), state_(system.initial_state()) {
  const StepperEntry* entry = find_entry<StepperEntry>(method.stepper.name);
  FREEPLAY_ASSERT(entry != nullptr);  // the reader knows the registered words
  StepperOptions options;
  options.stepper = method.stepper;
  options.solver = method.solver;
  if (method.formulation) options.formulation = *method.formulation;
  if (method.joint_drift) options.project = *method.joint_drift == "project";
  if (method.joint_friction) {
    options.joint_friction = *method.joint_friction == "iterated"         ? JointFriction::iterated
                             : *method.joint_friction == "previous_signs" ? JointFriction::previous_signs
                                                                          : JointFriction::implicit;
  }
  stepper_ = entry->make(system, options);
  if (!stepper_->chooses_step()) dt_ = Parameters(*entry, method.stepper.values).number("step");
  start_ = state_.t();
  stepper_->begin(state_);
}

StepReport Simulation::step() {
  const StepReport report = stepper_->step(state_, dt_);
  if (report.status != StepStatus::ok) return report;
  state_.set_t(start_ + static_cast<double>(++steps_) * dt_);
  note_step(dt_);
  return report;
}

StepReport Simulation::step_to(double t) {
  const double before = state_.t();
  const StepReport report = stepper_->step(state_, t - before);
  if (report.status != StepStatus::ok) return report;
  // what is left is rounding of the time, or the part that a stepper with its own steps has still to do
  if (!stepper_->chooses_step() || std::abs(t - state_.t()) <= 1e-13 * std::abs(t)) state_.set_t(t);
  start_ = state_.t();
  steps_ = 0;
  note_step(state_.t() - before);
  return report;
}

void Simulation::note_step(double taken) {
  StepStatistics& statistics = stepper_->book().statistics;
  statistics.last_step = taken;
  if (!(taken > 0)) return;  // an impact on the spot
  statistics.largest_step = std::max(statistics.largest_step, taken);
  statistics.smallest_step = statistics.smallest_step > 0 ? std::min(statistics.smallest_step, taken) : taken;
}

StepReport Simulation::advance_to(double t) {
  StepReport report;
  while (report.status == StepStatus::ok && state_.t() < t - 0.5 * dt_) {
    report = stepper_->chooses_step() ? step_to(t) : step();
  }
  return report;
}

void Simulation::restore(const State& state) {
  state_.restore(state);
  stepper_->begin(state_);
  start_ = state_.t();
  steps_ = 0;
}

RecordLayout record_layout(const System& system, const RecordOptions& options) {
  RecordLayout layout;
  layout.channels = Channels(system, options).list();
  layout.tables = event_tables(system.info());
  if (lists_contacts(system.info(), options)) layout.tables.push_back(contact_table(system.info()));
  if (!system.info().rubbing.empty()) layout.tables.push_back(joint_event_table(system.info()));
  return layout;
}

namespace {

/// Channels of reactions that the mechanism does not determine say so.
void mark_undetermined(const System& system, std::vector<Channel>& channels) {
  const State start = system.initial_state();
  const UndeterminedReactions reactions = undetermined_reactions(system, start);
  if (!reactions.any()) return;
  const bool space = system.info().dimension == 3;
  for (const std::string& name : undetermined_components(system, start, reactions)) {
    const std::size_t dot = name.find('.');
    const std::string joint = "/joint/" + name.substr(0, dot) + "/", word = name.substr(dot + 1);
    for (Channel& channel : channels) {
      const bool meant = space ? channel.path == joint + word.substr(0, word.find('.'))
                               : channel.path == joint + "reaction_" + (word == "angle" ? "moment" : word);
      if (meant) channel.help += fmt::format("; {} is not determined by the mechanism", space ? word : "it");
    }
  }
}

}  // namespace

RecordLayout record_layout(const System& system, const Run& run) {
  RecordLayout layout;
  if (is_dynamic(run)) {
    layout = record_layout(system, run.record);
  } else {
    layout.channels = Channels(system, run.record, left_out(run.mode)).list();
  }
  mark_undetermined(system, layout.channels);
  return layout;
}

void note_freedoms(const System& system, RunSummary& summary, std::map<std::string, Attribute>& attributes) {
  const FreedomCount count = count_freedoms(system, system.initial_state());
  attributes["degrees_of_freedom"] = static_cast<long long>(count.left());
  attributes["freedoms"] = fmt::format("{}", fmt::join(explain(count, system.info()), "\n"));
  if (!count.reactions.any()) return;
  for (const RedundantGroup& group : count.reactions.groups()) summary.undetermined.push_back(group.sentence);
  attributes["undetermined_reactions"] = fmt::format("{}", fmt::join(count.undetermined, " "));
  attributes["redundant_joints"] = fmt::format("{}", fmt::join(summary.undetermined, "\n"));
}

bool lists_contacts(const SystemInfo& info, const RecordOptions& options) {
  const std::vector<std::string>& patterns = options.channels;
  return info.first_slot >= 0 &&
         (patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [](const std::string& pattern) {
            return matches("contacts", pattern);
          }));
}

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string contact_name(const System& system, const State& state, int contact) {
  if (contact < 0 || contact >= static_cast<int>(system.info().contacts.size())) return "(none)";
  return system.contact_name(contact, state.features());
}

/// Of the pair that a slot holds now, or of a fixed contact.
std::string law_name(const System& system, const State& state, int contact) {
  Evaluation ev(system.info());
  system.load(state.features(), ev);
  const ContactLaw* law = ev.contacts[static_cast<std::size_t>(contact)].force;
  return law == nullptr ? "none" : law->name;
}

std::string or_none(const std::string& name) { return name.empty() ? "(none)" : name; }

/// Why a smooth stepper found no step, where rows of joints lose their directions; "" where they do not.
std::string describe_singular(const System& system, const State& state, const Choice& formulation) {
  const EntryInfo* entry = registry("formulation").find(formulation.name);
  if (entry == nullptr || claims(entry->singular, formulation.values)) return "";
  const std::vector<std::string> joints = dependent_joints(system, state.t(), state.q());
  if (joints.empty()) return "";
  std::vector<std::string> others;
  for (const EntryInfo* other : registry("formulation").entries) {
    if (claims(other->singular, {})) others.emplace_back(other->name);
  }
  return fmt::format(
      "the machine is in a singular position at t = {:.9g} s: the constraints of '{}' are no longer "
      "independent "
      "of each other, and the formulation {} does not pass such positions; take one that does: {}",
      state.t(), fmt::join(joints, "', '"), entry->name, fmt::join(others, ", "));
}

std::string describe_failure(const System& system, const State& state, const StepReport& report,
                             double tolerance, const Method& method) {
  const double t = state.t();
  if (system.info().smooth &&
      (report.status == StepStatus::stalled || report.status == StepStatus::not_finite)) {
    const std::string singular = describe_singular(
        system, state, method.formulation ? *method.formulation : StepperOptions{}.formulation);
    if (!singular.empty()) return singular;
  }
  if (report.status == StepStatus::jammed) {
    const RubbingInfo& rubbing = system.info().rubbing[static_cast<std::size_t>(report.culprit)];
    const bool bristles = rubbing.friction != nullptr && rubbing.friction->states(rubbing.d) > 0;
    const bool iterated = method.joint_friction == "iterated";
    return fmt::format(
        "the friction of joint {} has no solution at t = {:.9g} s: its reactions and its friction feed each "
        "other; likely cause: the joint jams (friction, or a lever, that no driving force can overcome){}; "
        "try less friction, {}{}a longer bearing{}",
        system.info().joints[static_cast<std::size_t>(rubbing.joint)].name, t,
        bristles ? ", or its bristles are damped too much (sigma1)" : "", bristles ? "less damping, " : "",
        iterated ? "" : "or ", iterated ? ", or method.joints.friction = \"implicit\"" : "");
  }
  if (report.status == StepStatus::too_many_contacts) {
    return fmt::format(
        "more than {} free contacts at t = {:.9g} s; enlarge [contact] pool = {}, or check that bodies do "
        "not "
        "pile up inside each other",
        report.culprit, t, 2 * report.culprit);
  }
  if (report.status == StepStatus::outside_law) {
    return fmt::format(
        "contact {} reached at t = {:.9g} s the penetration of {:.3g} m, beyond which its contact force law, "
        "{}, "
        "has no force, and no shorter step avoids it; likely cause: a load or an impact that the law is not "
        "made for; take a law without such a limit, such as hertz or exact, or more clearance",
        contact_name(system, state, report.culprit), t, report.residual,
        law_name(system, state, report.culprit));
  }
  if (report.status == StepStatus::stalled && system.info().smooth) {
    const std::string where = report.culprit < 0
                                  ? "no contact is closed"
                                  : "the deepest contact is " + contact_name(system, state, report.culprit);
    return fmt::format(
        "the integrator stalls at t = {:.9g} s: not even a step near rounding keeps its error below the "
        "accuracy "
        "asked; {}; likely cause: a contact or friction far stiffer than the motion, or an accuracy near "
        "rounding; try the stepper bdf, less accuracy, a softer contact or a larger slip velocity in the "
        "friction law",
        t, where);
  }
  if (report.status == StepStatus::stalled) {
    return fmt::format(
        "the accuracy asked cannot be reached at t = {:.9g} s: even the shortest step errs by {:.2g}; likely "
        "cause: a force that jumps, or an accuracy near rounding; ask for less accuracy, or give a fixed "
        "step",
        t, report.residual);
  }
  if (report.status == StepStatus::not_finite) {
    return fmt::format(
        "velocities became infinite or NaN at t = {:.9g} s{}; likely cause: a step too long for a stiff "
        "spring{} or damper; try a smaller method.stepper.step{}",
        t,
        report.culprit < 0 || !system.info().smooth
            ? ""
            : fmt::format(" (the deepest contact is {})", contact_name(system, state, report.culprit)),
        system.info().compliant ? ", contact" : "",
        system.info().compliant ? ", or detection = \"event\"" : "");
  }
  if (report.status == StepStatus::not_assembled) {
    const auto row = static_cast<std::size_t>(report.culprit);
    return fmt::format(
        "the mechanism locks: constraint {} can no longer be met at t = {:.9g} s (off by {:.3g} {}); likely "
        "cause: "
        "a driver that asks for a motion the linkage cannot make, or a step too long; check the lengths, or "
        "try a "
        "smaller step",
        system.info().constraints[row].name, t, report.residual,
        system.info().constraints[row].angle ? "rad" : "m");
  }
  if (report.status == StepStatus::friction_unsettled) {
    return fmt::format(
        "friction of contact {} at t = {:.9g} s does not settle on that of its slip (μ off by {:.2e}); "
        "likely "
        "cause: friction that rises or falls far faster than the step resolves; try a smaller step, or a "
        "larger stribeck_velocity or less viscous friction in the friction law",
        contact_name(system, state, report.culprit), t, report.residual);
  }
  return fmt::format(
      "no solver solved the contact problem at contact {} at t = {:.9g} s (best residual {:.2e}, "
      "tolerance {:.0e}); likely cause: friction that jams the joint, or contacts that exclude each "
      "other; try a smaller step, less friction or a larger clearance",
      contact_name(system, state, report.culprit), t, report.residual, tolerance);
}

/// The run's loop over steps: records, watches limits, and says why it ended.
class Loop {
 public:
  Loop(const System& system, const Method& method, const Run& run, RecordSink& sink, const RunHooks& hooks)
      : system_(system),
        method_(method),
        run_(run),
        sink_(sink),
        hooks_(hooks),
        simulation_(system, method),
        channels_(system, run.record),
        watch_(system, run.record, simulation_.stepper().chooses_step(), sink) {
    if (lists_contacts(system.info(), run.record)) contacts_.emplace(system, kContactTable, sink);
    if (simulation_.dt() > 0 && run.record.every > 0)
      stride_ = std::max(1LL, std::llround(run.record.every / simulation_.dt()));
  }

  RunSummary go() {
    const Clock::time_point start = Clock::now();
    sample();
    summary_.start = channels_.energies();
    if (simulation_.dt() > 0) {
      fixed_steps(start);
    } else {
      chosen_steps(start);
    }
    if (simulation_.t() > last_sample_) sample();  // it was stopped between samples
    if (held_back_) write_first();
    summary_.wall_seconds = seconds_since(start);
    finish();
    return summary_;
  }

 private:
  void fixed_steps(Clock::time_point start) {
    const double dt = simulation_.dt();
    const auto steps =
        std::max(1LL, static_cast<long long>(std::ceil((run_.end - simulation_.t()) / dt - 1e-9)));
    for (long long i = 1; i <= steps; ++i) {
      const bool shorter = i == steps && simulation_.t() + dt > run_.end + 1e-9 * dt;
      if (!went_well(shorter ? simulation_.step_to(run_.end) : simulation_.step())) return;
      if (i % stride_ == 0 || i == steps) sample();
      if (over_limit() || (i % 1024 == 0 && interrupted(start))) return;
    }
  }

  /// The stepper chooses its steps; samples are met exactly.
  void chosen_steps(Clock::time_point start) {
    const double begin = simulation_.t(), every = run_.record.every;
    long long samples = 1;
    for (long long i = 1; simulation_.t() < run_.end; ++i) {
      const double next =
          every > 0 ? std::min(begin + static_cast<double>(samples) * every, run_.end) : run_.end;
      // a sample that falls a rounding before the end is the end
      const double target = run_.end - next <= 1e-12 * run_.end ? run_.end : next;
      if (!went_well(simulation_.step_to(target))) return;
      const bool there = simulation_.t() >= target;
      if (there || every == 0) sample();
      if (there) ++samples;
      if (over_limit() || (i % 128 == 0 && interrupted(start))) return;
    }
  }

  bool went_well(const StepReport& report) {
    Book& book = simulation_.stepper().book();
    watch_.step(simulation_.state(), book);
    if (contacts_) contacts_->step(simulation_.state(), book);
    name_contacts(book);
    if (report.status == StepStatus::ok) return true;
    end(RunStatus::failed, describe_failure(system_, simulation_.state(), report,
                                            simulation_.stepper().solver_statistics().tolerance, method_));
    return false;
  }

  bool interrupted(Clock::time_point start) {
    if (hooks_.stop && hooks_.stop->load(std::memory_order_relaxed)) {
      end(RunStatus::interrupted, fmt::format("stopped at t = {:.9g} s", simulation_.t()));
      return true;
    }
    if (hooks_.progress) hooks_.progress(simulation_.t(), run_.end, seconds_since(start));
    return false;
  }

  /// Names the contacts of new records.
  void name_contacts(const Book& book) {
    const auto renew = [&](double& value, double now, int contact, std::string& name) {
      if (value == now) return;
      value = now;
      name = contact_name(system_, simulation_.state(), contact);
    };
    const StepStatistics& steps = book.statistics;
    renew(summary_.steps.worst_penetration, steps.worst_penetration, steps.worst_contact,
          summary_.worst_contact);
    renew(summary_.steps.worst_penetration_relative, steps.worst_penetration_relative,
          steps.worst_relative_contact, summary_.worst_relative_contact);
    renew(summary_.steps.peak_P_N, steps.peak_P_N, steps.peak_contact, summary_.peak_contact);
    renew(summary_.gain.worst, book.gain.worst, book.gain.worst_contact, summary_.gain_contact);
    const CompliantStatistics& compliant = book.compliant;
    CompliantStatistics& known = summary_.compliant;
    renew(known.deepest_start, compliant.deepest_start, compliant.deepest_start_contact,
          summary_.deepest_start_contact);
    renew(known.forced_depth, compliant.forced_depth, compliant.forced_contact, summary_.forced_contact);
    renew(known.fastest, compliant.fastest, compliant.fastest_contact, summary_.fastest_contact);
    renew(known.peak_force, compliant.peak_force, compliant.peak_force_contact, summary_.peak_force_contact);
    const int painleve = simulation_.stepper().solver_statistics().painleve_contact;
    if (painleve >= 0 && summary_.painleve_contact.empty()) {
      summary_.painleve_contact = contact_name(system_, simulation_.state(), painleve);
      summary_.painleve_time = simulation_.t();
    }
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
      held_back_ = true;  // its mean accelerations are those of the first interval
      fix_first_ledger();
    } else {
      if (held_back_) {
        for (const int column : channels_.acceleration_columns()) {
          first_[static_cast<std::size_t>(column)] = row[static_cast<std::size_t>(column)];
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
    summary_.energy_scale =
        std::max({summary_.energy_scale, std::abs(energy_0_), summary_.end.kinetic, least_energy_});
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
      column += static_cast<std::size_t>(channel.width);
    }
  }

  void write_first() {
    sink_.append(first_);
    held_back_ = false;
  }

  bool over_limit() {
    const StepStatistics& statistics = simulation_.stepper().book().statistics;
    if (run_.penetration_max && statistics.worst_penetration > *run_.penetration_max) {
      end(RunStatus::limit,
          fmt::format("contact {} overlaps by {:.3g} m at t = {:.9g} s, more than run.limits.penetration "
                      "= {:.3g} m; {}",
                      summary_.worst_contact, statistics.worst_penetration, simulation_.t(),
                      *run_.penetration_max,
                      system_.info().smooth ? "make the contact stiffer" : "try a smaller step"));
      return true;
    }
    const double scale = summary_.energy_scale;
    if (run_.energy_error_max && std::abs(summary_.numerical) > *run_.energy_error_max * scale) {
      end(RunStatus::limit, fmt::format("the numerical energy error reached {:.3g} J at t = {:.9g} s, more "
                                        "than run.limits.energy_error = {:.3g} "
                                        "of the energy; try {}",
                                        summary_.numerical, simulation_.t(), *run_.energy_error_max,
                                        system_.info().smooth ? "a smaller method.stepper.accuracy"
                                                              : "a smaller step or the symmetric stepper"));
      return true;
    }
    return false;
  }

  void end(RunStatus status, std::string message) {
    summary_.status = status;
    summary_.message = std::move(message);
  }

  void finish() {
    simulation_.stepper().finish(simulation_.state());
    watch_.end(simulation_.state(), simulation_.stepper().book());
    const Book& book = simulation_.stepper().book();
    summary_.smooth = system_.info().smooth;
    summary_.compliant = book.compliant;
    summary_.t_end = simulation_.t();
    summary_.dt = simulation_.dt();
    summary_.steps = book.statistics;
    summary_.solver = simulation_.stepper().solver_statistics();
    summary_.impacts_listed = watch_.impacts();
    summary_.works = book.works;
    summary_.gain = book.gain;
    const StepStatistics& steps = summary_.steps;
    std::map<std::string, Attribute> attributes = {
        {"message", summary_.message},
        {"steps", steps.steps},
        {"substeps", steps.substeps},
        {"rejected_steps", steps.rejected},
        {"smallest_step", steps.smallest_step},
        {"largest_step", steps.largest_step},
        {"estimated_error", steps.error},
        {"impact_solves", steps.impacts},
        {"impacts_listed", summary_.impacts_listed},
        {"crowded_steps", steps.crowded},
        {"impacts_without_restitution", steps.without_restitution},
        {"worst_penetration", steps.worst_penetration},
        {"worst_penetration_relative", steps.worst_penetration_relative},
        {"worst_penetration_contact", or_none(summary_.worst_relative_contact)},
        {"peak_normal_impulse", steps.peak_P_N},
        {"contact_solves", summary_.solver.solves},
        {"contact_solves_warm", summary_.solver.warm},
        {"contact_solves_handed_over", summary_.solver.handed_over},
        {"contact_solves_failed", summary_.solver.failed},
        {"contact_solves_painleve", summary_.solver.painleve},
        {"solvers_that_stood_in", summary_.solver.stood_in},
        {"worst_residual", summary_.solver.worst_residual},
        {"energy_start", summary_.start.total()},
        {"energy_end", summary_.end.total()},
        {"energy_numerical", summary_.numerical},
        {"energy_gains", summary_.gain.count},
        {"energy_gained", summary_.gain.total},
        {"energy_gain_worst", summary_.gain.worst},
        {"energy_gain_worst_time", summary_.gain.worst_time},
        {"energy_gain_worst_contact", or_none(summary_.gain_contact)},
        {"wall_seconds", summary_.wall_seconds}};
    if (summary_.smooth) {
      const CompliantStatistics& compliant = summary_.compliant;
      attributes["evaluations"] = compliant.evaluations;
      attributes["contacts_started"] = compliant.started;
      attributes["deepest_start"] = compliant.deepest_start_depth;
      attributes["deepest_start_contact"] = or_none(summary_.deepest_start_contact);
      attributes["starts_at_step_min"] = compliant.forced;
      attributes["impacts_too_fast"] = compliant.too_fast;
      attributes["peak_normal_force"] = compliant.peak_force;
    }
    note_freedoms(system_, summary_, attributes);
    if (const std::vector<std::string> warnings = summary_warnings(summary_); !warnings.empty())
      attributes["warnings"] = fmt::format("{}", fmt::join(warnings, "\n"));
    std::string status = to_string(summary_.status);
    if (summary_.status == RunStatus::failed || summary_.status == RunStatus::limit)
      status += ": " + summary_.message;
    sink_.close(status, attributes);
  }

  const System& system_;
  const Method& method_;
  const Run& run_;
  RecordSink& sink_;
  const RunHooks& hooks_;
  Simulation simulation_;
  Channels channels_;
  EventWatch watch_;
  std::optional<ContactTable> contacts_;  ///< of a pool
  RunSummary summary_;
  long long stride_ = 1;
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
