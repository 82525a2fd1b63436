// SPDX-License-Identifier: Apache-2.0
#include "run/warnings.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "base/number_text.h"

namespace freeplay {
namespace {

constexpr double kDoubtfulEnergy = 0.01;  // of the energy: more is not a result
// the same of smooth motion, whose steps are so short that hardly any is lost: more comes from steps that do not fit the motion
constexpr double kDoubtfulSmooth = 0.001;
constexpr double kDoubtfulDrift = 0.001;  // of the energy: what is not a law of mechanics is no small thing
constexpr double kDoubtfulPress = 1;      // of the clearance: a contact softer than its play
constexpr double kDoubtfulPenetration = 0.1;  // of the clearance

void add_compliant_warnings(const RunSummary& summary, std::vector<std::string>& warnings) {
  const CompliantStatistics& compliant = summary.compliant;
  if (compliant.forced > 0) {
    warnings.push_back(fmt::format(
        "{} contacts began deeper than penetration_max, because the step was already as short as step_min or "
        "the gap jumped (a corner that comes round an edge); the deepest by {:.3g} m at {} at t = {:.6g} s; "
        "try a smaller step_min or a larger penetration_max",
        grouped(compliant.forced), compliant.forced_depth, summary.forced_contact, compliant.forced_time));
  }
  if (compliant.too_fast > 0) {
    warnings.push_back(fmt::format(
        "{} impacts were faster than their contact force law is valid for (1e-5 of the speed of sound in the "
        "material); the fastest, {:.3g} m/s at {}, is {:.3g} times the limit of {:.2g} m/s: bodies yield "
        "there",
        grouped(compliant.too_fast), compliant.fastest, summary.fastest_contact,
        compliant.fastest / compliant.fastest_limit, compliant.fastest_limit));
  }
  if (compliant.not_passive > 0) {
    warnings.push_back(
        fmt::format("{} of the contacts and joints with friction slid so fast that the damping of their "
                    "bristles, sigma1, may give "
                    "energy; the first was {} at t = {:.6g} s with a slip of {:.3g} m/s: give a smaller "
                    "sigma1 or more viscous "
                    "friction (lugre: a damping_velocity)",
                    grouped(compliant.not_passive), summary.not_passive_element, compliant.not_passive_time,
                    compliant.not_passive_slip));
  }
}

}  // namespace

const char* size_word(const std::string& contact) {
  return contact.find('/') == std::string::npos ? "clearance" : "size";
}

std::vector<std::string> summary_warnings(const RunSummary& summary) {
  std::vector<std::string> warnings;
  const double scale = summary.energy_scale;
  const double doubtful = (summary.smooth ? kDoubtfulSmooth : kDoubtfulEnergy) * scale;
  if (const double error = std::abs(summary.worst_numerical); error > doubtful) {
    warnings.push_back(fmt::format(
        "the numerical energy error reached {:.2g} % of the energy: {}; try a smaller {}",
        100 * summary.worst_numerical / scale,
        error > kDoubtfulEnergy * scale ? "do not trust these results"
                                        : "an error of the steps, not a law of mechanics",
        summary.smooth && summary.dt == 0 ? "method.stepper.accuracy, or detection = \"event\"" : "step"));
  }
  // of rigid steps the removal of drift says it
  if (summary.smooth && std::abs(summary.works.stabilisation) > doubtful) {
    warnings.push_back(
        fmt::format("keeping the joints together did {:.3g} J of work, {:.2g} % of the energy: an error of "
                    "the formulation, not a law "
                    "of mechanics; do not trust these results; likely cause: bars that came to lie in one "
                    "line, or penalties too soft; "
                    "leave method.formulation out, or try direct_correction",
                    summary.works.stabilisation, 100 * summary.works.stabilisation / scale));
  }
  if (summary.drift.moved > kDoubtfulDrift * scale) {
    warnings.push_back(
        fmt::format("the removal of drift moved {:.3g} J, {:.2g} % of the energy that the run handled: an "
                    "error of the steps, not a "
                    "law of mechanics; the most, {:.3g} J, at {} at t = {:.6g} s; try a smaller step there, "
                    "or look at the shape of "
                    "what touches: corners, or facets too coarse for the motion",
                    summary.drift.moved, 100 * summary.drift.moved / scale, summary.drift.worst,
                    summary.drift_at.empty() ? "(none)" : summary.drift_at, summary.drift.worst_time));
  }
  const long long divided = summary.steps.rejected - (summary.status == RunStatus::failed ? 1 : 0);
  if (!summary.smooth && summary.dt > 0 && divided > 0) {
    warnings.push_back(fmt::format(
        "{} of {} steps could not be made in one and were made in shorter ones: something happens in "
        "them that the step does not resolve; try a smaller step",
        grouped(divided), grouped(summary.steps.steps)));
  }
  if (!summary.smooth && summary.steps.worst_penetration_relative > kDoubtfulPenetration) {
    warnings.push_back(fmt::format(
        "contacts overlap by {:.2g} % of their {}: do not trust these results; try a "
        "smaller step",
        100 * summary.steps.worst_penetration_relative, size_word(summary.worst_relative_contact)));
  }
  const bool joint = size_word(summary.worst_relative_contact) == std::string_view("clearance");
  if (summary.smooth &&
      summary.steps.worst_penetration_relative > (joint ? kDoubtfulPress : kDoubtfulPenetration)) {
    warnings.push_back(fmt::format(
        "{} was pressed in by {:.2g} % of its {}: no contact force law is made for that; check its stiffness "
        "or material, and the loads",
        summary.worst_relative_contact, 100 * summary.steps.worst_penetration_relative,
        size_word(summary.worst_relative_contact)));
  }
  add_compliant_warnings(summary, warnings);
  return warnings;
}

}  // namespace freeplay
