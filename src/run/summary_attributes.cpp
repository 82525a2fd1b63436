// SPDX-License-Identifier: Apache-2.0
#include "run/summary_attributes.h"

namespace freeplay {
namespace {

std::string or_none(const std::string& name) { return name.empty() ? "(none)" : name; }

}  // namespace

std::map<std::string, Attribute> summary_attributes(const RunSummary& summary) {
  const StepStatistics& steps = summary.steps;
  std::map<std::string, Attribute> attributes = {
      {"message", summary.message},
      {"steps", steps.steps},
      {"substeps", steps.substeps},
      {"rejected_steps", steps.rejected},
      {"smallest_step", steps.smallest_step},
      {"largest_step", steps.largest_step},
      {"estimated_error", steps.error},
      {"impact_solves", steps.impacts},
      {"impacts_listed", summary.impacts_listed},
      {"crowded_steps", steps.crowded},
      {"time_stepped_steps", steps.time_stepped},
      {"time_stepped_share", summary.time_stepped_share()},
      {"impacts_without_restitution", steps.without_restitution},
      {"worst_penetration", steps.worst_penetration},
      {"worst_penetration_relative", steps.worst_penetration_relative},
      {"worst_penetration_contact", or_none(summary.worst_relative_contact)},
      {"peak_normal_impulse", steps.peak_P_N},
      {"peak_normal_impulse_contact", or_none(summary.peak_contact)},
      {"contact_solves", summary.solver.solves},
      {"contact_solves_warm", summary.solver.warm},
      {"contact_solves_handed_over", summary.solver.handed_over},
      {"contact_solves_failed", summary.solver.failed},
      {"contact_solves_painleve", summary.solver.painleve},
      {"solvers_that_stood_in", summary.solver.stood_in},
      {"contact_solves_accepted", summary.solver.accepted},
      {"worst_residual", summary.solver.worst_residual},
      {"worst_residual_time", summary.worst_residual_time},
      {"energy_start", summary.start.total()},
      {"energy_end", summary.end.total()},
      {"energy_numerical", summary.numerical},
      {"energy_scale", summary.energy_scale},
      {"drift_removal", summary.works.stabilisation},
      {"drift_removal_moved", summary.drift.moved},
      {"drift_removal_worst", summary.drift.worst},
      {"drift_removal_worst_time", summary.drift.worst_time},
      {"drift_removal_worst_at", or_none(summary.drift_at)},
      {"energy_gains", summary.gain.count},
      {"energy_gained", summary.gain.total},
      {"energy_gain_worst", summary.gain.worst},
      {"energy_gain_worst_time", summary.gain.worst_time},
      {"energy_gain_worst_contact", or_none(summary.gain_contact)},
      {"wall_seconds", summary.wall_seconds}};
  if (summary.smooth) {
    const CompliantStatistics& compliant = summary.compliant;
    attributes["evaluations"] = compliant.evaluations;
    attributes["contacts_started"] = compliant.started;
    attributes["deepest_start"] = compliant.deepest_start_depth;
    attributes["deepest_start_contact"] = or_none(summary.deepest_start_contact);
    attributes["starts_at_step_min"] = compliant.forced;
    attributes["impacts_too_fast"] = compliant.too_fast;
    attributes["friction_not_passive"] = compliant.not_passive;
    attributes["peak_normal_force"] = compliant.peak_force;
    attributes["peak_normal_force_contact"] = or_none(summary.peak_force_contact);
  }
  return attributes;
}

}  // namespace freeplay
