// SPDX-License-Identifier: Apache-2.0
#include "report/summary.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/index.h"
#include "base/number_text.h"
#include "freeplay/report.h"
#include "io/json_text.h"
#include "report/analysis_text.h"
#include "run/warnings.h"

namespace freeplay {
namespace {

void line(std::string& out, const char* label, const std::string& value) {
  out += fmt::format("  {:<20}{}\n", label, value);
}

void work_line(std::string& out, const char* label, double work, double scale, bool always = false) {
  if (work == 0 && !always) return;
  const std::string share = scale > 0 ? fmt::format("  ({:+.2g} %)", 100 * work / scale) : "";
  out += fmt::format("    {:<18}{:>+14.6g} J{}\n", label, work, share);
}

/// The fixed step, or the range of the chosen ones.
std::string step_text(const RunSummary& summary) {
  if (summary.dt > 0) return fmt::format("{:.3g} s", summary.dt);
  return fmt::format("{:.2g} s to {:.2g} s", summary.steps.smallest_step, summary.steps.largest_step);
}

/// Overlap below rounding is none.
std::string penetration_text(const RunSummary& summary) {
  const StepStatistics& steps = summary.steps;
  if (summary.worst_relative_contact.empty() || steps.worst_penetration_relative < 1e-12) return "none";
  const std::string& contact = summary.worst_relative_contact;
  const std::string relative = fmt::format("{:.2g} % of the {} at {}", 100 * steps.worst_penetration_relative,
                                           size_word(contact), contact);
  return fmt::format("{:.3g} m at {}, {}", steps.worst_penetration, summary.worst_contact, relative);
}

/// How contacts began and pressed.
void compliant_lines(std::string& out, const RunSummary& summary) {
  const CompliantStatistics& compliant = summary.compliant;
  if (!summary.peak_force_contact.empty()) {
    line(out, "peak normal force",
         fmt::format("{:.4g} N at {}", compliant.peak_force, summary.peak_force_contact));
  }
  if (compliant.started == 0) return;
  line(out, "contacts began",
       compliant.deepest_start_depth > 0
           ? fmt::format("{} times, at most {:.3g} m deep at {}", grouped(compliant.started),
                         compliant.deepest_start_depth, summary.deepest_start_contact)
           : fmt::format("{} times, all at the surface", grouped(compliant.started)));
  if (compliant.deepest_start <= 1) return;
  std::vector<std::string> parts;
  for (int k = CompliantStatistics::kAbove; k < CompliantStatistics::kDecades; ++k) {
    const long long count = compliant.start_depths[idx(k)];
    const int power = k - CompliantStatistics::kAbove;
    if (count > 0) parts.push_back(fmt::format("{} up to 1e{}", count, power));
  }
  line(out, "  how deep", fmt::format("{} times penetration_max", fmt::join(parts, ", ")));
}

/// What contacts did, and how their problems were solved.
void contact_lines(std::string& out, const RunSummary& summary) {
  const StepStatistics& steps = summary.steps;
  line(out, "impacts",
       fmt::format("{} ({} rows in the table: one per contact that was hit)", grouped(steps.impacts),
                   grouped(summary.impacts_listed)));
  if (!summary.peak_contact.empty()) {
    line(out, "peak normal impulse", fmt::format("{:.4g} N s at {}", steps.peak_P_N, summary.peak_contact));
  }
  line(out, summary.smooth ? "deepest penetration" : "worst penetration", penetration_text(summary));
  if (summary.smooth) compliant_lines(out, summary);
  if (!summary.smooth)
    line(out, "contact solves",
         fmt::format("{}, worst residual {:.1e}{}", grouped(summary.solver.solves),
                     summary.solver.worst_residual,
                     summary.solver.iterations == 0
                         ? ""
                         : fmt::format(", {} iterations", grouped(summary.solver.iterations))));
  if (summary.solver.accepted > 0) {
    line(out, "accepted",
         fmt::format("{} solves beyond the tolerance of {:.0e}, the worst with {:.1e} at t = {:.6g} s "
                     "(accepted up to "
                     "{:.0e})",
                     grouped(summary.solver.accepted), summary.solver.tolerance,
                     summary.solver.worst_residual, summary.worst_residual_time, summary.solver.accept));
  }
  if (summary.solver.handed_over > 0) {
    line(out, "handed over",
         fmt::format("{} solves to {}", grouped(summary.solver.handed_over), summary.solver.stood_in));
  }
  if (summary.solver.failed > 0) line(out, "unsolved", grouped(summary.solver.failed));
  if (summary.solver.painleve > 0) {
    line(out, "sliding jams",
         fmt::format("{} solves with a Painlevé case, first at {} at t = {:.6g} s (docs/solvers.md)",
                     grouped(summary.solver.painleve), summary.painleve_contact, summary.painleve_time));
  }
  if (steps.without_restitution > 0) {
    line(out, "no restitution",
         fmt::format("in {} impacts whose law had no solution with it", grouped(steps.without_restitution)));
  }
  if (steps.time_stepped > 0) {
    line(out, "closed unplaced",
         fmt::format("the rest of {} steps, {:.2g} % of the time: too many events to place each "
                     "(method.stepper.pieces)",
                     grouped(steps.time_stepped), 100 * summary.time_stepped_share()));
  }
  if (steps.crowded > 0) {
    line(out, "crowded steps",
         fmt::format("{} with more impacts than could be told apart", grouped(steps.crowded)));
  }
}

void energy_lines(std::string& out, const RunSummary& summary) {
  const double start = summary.start.total();
  const double scale = summary.energy_scale;
  out += "  energy\n";
  out += fmt::format("    {:<18}{:>14.6g} J\n", "at the start", start);
  work_line(out, "drivers", summary.works.drivers, scale);
  work_line(out, "applied forces", summary.works.applied, scale);
  work_line(out, "dampers", summary.works.damping, scale);
  work_line(out, summary.smooth ? "contact hysteresis" : "impacts", summary.works.impact, scale);
  work_line(out, "friction", summary.works.friction, scale);
  work_line(out, "drift removal", summary.works.stabilisation, scale);
  work_line(out, "numerical error", summary.numerical, scale, true);
  out += fmt::format("    {:<18}{:>14.6g} J  (kinetic {:.6g}, potential {:.6g})\n", "at the end",
                     summary.end.total(), summary.end.kinetic, summary.end.total() - summary.end.kinetic);
}

}  // namespace

std::string summary_text(const RunSummary& summary, const System& system) {
  if (summary.analysis.mode != "dynamics") return analysis_text(summary);
  std::string out;
  const StepStatistics& steps = summary.steps;
  const double rate = summary.wall_seconds > 0 ? static_cast<double>(steps.steps) / summary.wall_seconds : 0;
  line(out, "simulated",
       fmt::format("{:.9g} s in {} steps of {}, {} samples", summary.t_end, grouped(steps.steps),
                   step_text(summary), grouped(summary.samples)));
  if (steps.error > 0) {
    line(out, "estimated error",
         fmt::format("{:.1e} of the machine's size in all; {} steps tried again", steps.error,
                     grouped(steps.rejected)));
  }
  line(out, "wall time",
       fmt::format("{:.3g} s, {} steps per second", summary.wall_seconds, grouped(std::llround(rate))));
  if (!system.info().contacts.empty()) contact_lines(out, summary);
  energy_lines(out, summary);
  if (summary.gain.count > 0) {
    out += fmt::format(
        "  note: contacts gained energy in {} {}, {:.3g} J in all; the most, {:.3g} J, at {} at t = "
        "{:.6g} s.\n"
        "        Newton's impact law can do that, and so can Poisson's with different restitutions; "
        "\"stronge\" never does (docs/impact_laws.md).\n",
        grouped(summary.gain.count), summary.gain.count == 1 ? "solve" : "solves", summary.gain.total,
        summary.gain.worst, summary.gain_contact, summary.gain.worst_time);
  }
  return out + undetermined_text(summary);
}

std::string summary_json(const RunSummary& summary, const std::string& result_file,
                         const std::string& report) {
  nlohmann::ordered_json json;
  json["status"] = to_string(summary.status);
  if (!summary.message.empty()) json["message"] = summary.message;
  if (!result_file.empty()) json["result"] = result_file;
  if (!report.empty()) json["report"] = report;
  json["t_end"] = summary.t_end;
  if (summary.analysis.mode != "dynamics") {
    json["samples"] = summary.samples;
    json["energy"] = {{"start", summary.start.total()},
                      {"end", summary.end.total()},
                      {"kinetic", summary.end.kinetic},
                      {"potential", summary.end.total() - summary.end.kinetic}};
    add_analysis(summary, json);
    json["wall_seconds"] = summary.wall_seconds;
    return json_text(json);
  }
  json["step"] = summary.dt;
  json["steps"] = summary.steps.steps;
  json["substeps"] = summary.steps.substeps;
  json["samples"] = summary.samples;
  json["rejected_steps"] = summary.steps.rejected;
  json["smallest_step"] = summary.steps.smallest_step;
  json["largest_step"] = summary.steps.largest_step;
  json["estimated_error"] = summary.steps.error;
  json["impacts_listed"] = summary.impacts_listed;
  json["impact_solves"] = summary.steps.impacts;
  json["crowded_steps"] = summary.steps.crowded;
  json["time_stepped_steps"] = summary.steps.time_stepped;
  json["time_stepped_share"] = summary.time_stepped_share();
  json["impacts_without_restitution"] = summary.steps.without_restitution;
  json["peak_normal_impulse"] = summary.steps.peak_P_N;
  json["worst_penetration"] = summary.steps.worst_penetration;
  json["worst_penetration_relative"] = summary.steps.worst_penetration_relative;
  json["worst_penetration_contact"] = summary.worst_relative_contact;
  if (summary.smooth) {
    const CompliantStatistics& compliant = summary.compliant;
    json["contacts_started"] = compliant.started;
    json["deepest_start"] = compliant.deepest_start_depth;
    json["deepest_start_contact"] = summary.deepest_start_contact;
    json["start_depths"] = compliant.start_depths;
    json["starts_at_step_min"] = compliant.forced;
    json["impacts_too_fast"] = compliant.too_fast;
    json["friction_not_passive"] = compliant.not_passive;
    json["peak_normal_force"] = compliant.peak_force;
    json["evaluations"] = compliant.evaluations;
  }
  json["contact_solves"] = summary.solver.solves;
  json["contact_iterations"] = summary.solver.iterations;
  json["contact_solves_warm"] = summary.solver.warm;
  json["contact_solves_handed_over"] = summary.solver.handed_over;
  json["contact_solves_failed"] = summary.solver.failed;
  json["contact_solves_painleve"] = summary.solver.painleve;
  json["contact_solves_accepted"] = summary.solver.accepted;
  json["worst_residual"] = summary.solver.worst_residual;
  json["worst_residual_time"] = summary.worst_residual_time;
  json["energy"] = {
      {"start", summary.start.total()},     {"end", summary.end.total()},
      {"kinetic", summary.end.kinetic},     {"potential", summary.end.total() - summary.end.kinetic},
      {"drivers", summary.works.drivers},   {"applied", summary.works.applied},
      {"damping", summary.works.damping},   {"impact", summary.works.impact},
      {"friction", summary.works.friction}, {"stabilisation", summary.works.stabilisation},
      {"numerical", summary.numerical},     {"worst_numerical", summary.worst_numerical},
      {"gains", summary.gain.count},        {"gained", summary.gain.total},
      {"scale", summary.energy_scale},      {"drift_moved", summary.drift.moved}};
  add_analysis(summary, json);
  json["wall_seconds"] = summary.wall_seconds;
  return json_text(json);
}

}  // namespace freeplay
