// SPDX-License-Identifier: Apache-2.0
#include "run/summary_names.h"

#include "base/index.h"
#include "run/failure.h"

namespace freeplay {

void SummaryNames::note(Simulation& simulation, const Book& book, RunSummary& summary) {
  const State& state = simulation.state();
  const auto renew = [&](double& value, double now, int contact, std::string& name) {
    if (value == now) return;
    value = now;
    name = contact_name(system_, state, contact);
  };
  const StepStatistics& steps = book.statistics;
  renew(summary.steps.worst_penetration, steps.worst_penetration, steps.worst_contact, summary.worst_contact);
  renew(summary.steps.worst_penetration_relative, steps.worst_penetration_relative,
        steps.worst_relative_contact, summary.worst_relative_contact);
  renew(summary.steps.peak_P_N, steps.peak_P_N, steps.peak_contact, summary.peak_contact);
  renew(summary.gain.worst, book.gain.worst, book.gain.worst_contact, summary.gain_contact);
  if (summary.drift.worst != book.drift.worst) {
    summary.drift.worst = book.drift.worst;
    summary.drift_at = drift_name(state, book.drift);
  }
  const CompliantStatistics& compliant = book.compliant;
  CompliantStatistics& known = summary.compliant;
  renew(known.deepest_start, compliant.deepest_start, compliant.deepest_start_contact,
        summary.deepest_start_contact);
  renew(known.forced_depth, compliant.forced_depth, compliant.forced_contact, summary.forced_contact);
  renew(known.fastest, compliant.fastest, compliant.fastest_contact, summary.fastest_contact);
  renew(known.peak_force, compliant.peak_force, compliant.peak_force_contact, summary.peak_force_contact);
  if (compliant.not_passive > 0 && summary.not_passive_element.empty())
    summary.not_passive_element = element_name(state, compliant.not_passive_element);
  const SolverStatistics& solver = simulation.stepper().solver_statistics();
  if (solver.worst_residual > worst_residual_) {
    worst_residual_ = solver.worst_residual;
    summary.worst_residual_time = simulation.t();
  }
  const int painleve = solver.painleve_contact;
  if (painleve >= 0 && summary.painleve_contact.empty()) {
    summary.painleve_contact = contact_name(system_, state, painleve);
    summary.painleve_time = simulation.t();
  }
}

/// A contact or, after them, a joint that rubs.
std::string SummaryNames::element_name(const State& state, int element) const {
  const SystemInfo& info = system_.info();
  const auto contacts = int_size(info.contacts);
  if (element < contacts) return contact_name(system_, state, element);
  const RubbingInfo& rubbing = info.rubbing[idx(element - contacts)];
  return info.joints[idx(rubbing.joint)].name;
}

/// The contact, or else the joint, that the removal of drift is due to.
std::string SummaryNames::drift_name(const State& state, const DriftRemoval& drift) const {
  if (drift.worst_row < 0) return contact_name(system_, state, drift.worst_contact);
  return system_.info().constraints[idx(drift.worst_row)].name;
}

}  // namespace freeplay
