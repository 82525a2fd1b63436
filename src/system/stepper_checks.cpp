// SPDX-License-Identifier: Apache-2.0
#include "system/stepper_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "freeplay/given_parameters.h"
#include "laws/impact/impact_law.h"
#include "model/words.h"
#include "registry/stepper_entry.h"

namespace freeplay {
namespace {

/// Given, or with a default.
bool has_value(const EntryInfo& entry, const Parameters& given, const std::string& key) {
  return given.given(key) || std::any_of(entry.params.begin(), entry.params.end(), [&](const Param& param) {
           return key == param.key && !std::isnan(param.fallback);
         });
}

bool declares(const EntryInfo& entry, const std::string& key) {
  return std::any_of(entry.params.begin(), entry.params.end(),
                     [&](const Param& param) { return key == param.key; });
}

}  // namespace

void error_once(const Where& where, const std::string& key, const std::string& message,
                const std::string& hint, Diagnostics& problems) {
  for (const Diagnostic& known : problems.all()) {
    if (known.key == key && known.where.line == where.line && known.where.column == where.column) return;
  }
  problems.error(where, key, message, hint);
}

std::vector<std::string> steppers_of(bool smooth) {
  std::vector<std::string> names;
  for (const StepperEntry* entry : entries_of<StepperEntry>()) {
    if (is_smooth(*entry) == smooth) names.emplace_back(entry->name);
  }
  return names;
}

void refuse_laws(const Model& model, const ContactData& laws, const Choice* impact, const Choice* friction,
                 Diagnostics& problems) {
  const std::string& stepper = model.method.stepper.name;
  const StepperEntry* entry = find_entry<StepperEntry>(stepper);
  if (entry == nullptr || !entry->traits.inelastic) return;
  if (impact != nullptr && (laws.restitutionN != 0 || laws.restitutionT != 0)) {
    error_once(
        impact->where, "contact.impact",
        fmt::format("the stepper {} has no restitution: its impacts are inelastic by construction", stepper),
        "set restitution = 0 (and tangential = 0), or use the stepper symmetric", problems);
  }
  if (friction != nullptr && laws.friction != nullptr) {
    error_once(
        friction->where, "contact.friction",
        fmt::format("the stepper {} has friction with a constant mu only, and that of '{}' depends on slip",
                    stepper, friction->name),
        "use the law coulomb, or the stepper symmetric", problems);
  }
}

void check_stick(const Model& model, const Choice& friction, const std::string& key, Diagnostics& problems) {
  const auto stick = friction.values.find("stick");
  const StepperEntry* stepper = find_entry<StepperEntry>(model.method.stepper.name);
  if (stick == friction.values.end() || stepper == nullptr || !is_dynamic(model.run)) return;
  if (std::get<std::string>(stick->second.data) != "none") return;
  if (!is_smooth(*stepper)) {
    error_once(stick->second.where, key + ".stick",
               fmt::format("it is for smooth motion; with {} stick is part of the problem that is solved",
                           stepper->name),
               "leave stick out, or use the stepper rk4", problems);
  } else if (!declares(*stepper, "step")) {
    error_once(
        stick->second.where, key + ".stick",
        fmt::format("where friction jumps at rest and stick is not located, {} would shorten its steps "
                    "without end",
                    stepper->name),
        "use the stepper rk4, whose steps have a given length, or leave stick out", problems);
  }
}

namespace {

/// Steppers of the rigid world solve joints and contacts together, with impulses: a formulation that the user
/// chose would have no effect.
void check_formulation(const Model& model, const StepperEntry& stepper, Diagnostics& problems) {
  if (model.method.joint_friction && !is_smooth(stepper)) {
    problems.error(
        model.method.joint_friction_where, "method.joints.friction",
        fmt::format("it belongs to smooth steppers; {} solves the friction of joints and contacts "
                    "together",
                    stepper.name),
        fmt::format("leave it out, or use a smooth stepper: {}", fmt::join(steppers_of(true), ", ")));
  }
  if (!model.method.formulation) return;
  const Choice& formulation = *model.method.formulation;
  const RegistryInfo& formulations = registry("formulation");
  if (const EntryInfo* entry = formulations.find(formulation.name)) {
    require_parameters(*entry, formulation.values, formulation.where, "method.formulation", problems);
  } else {
    problems.error(formulation.where, "method.formulation.name",
                   fmt::format("there is no formulation '{}'", formulation.name),
                   fmt::format("formulations: {}", fmt::join(formulations.names(), ", ")));
  }
  if (is_smooth(stepper)) return;
  const std::vector<std::string> smooth = steppers_of(true);
  problems.error(
      formulation.where, "method.formulation",
      fmt::format("a formulation belongs to smooth steppers; {} solves joints and contacts together",
                  stepper.name),
      fmt::format(
          "leave formulation out; what is done about drift is said by joints = {{ drift = … }}{}",
          smooth.empty() ? "" : fmt::format("; or use a smooth stepper: {}", fmt::join(smooth, ", "))));
}

/// Of these entries, those that serve models of dimension 3.
template <class Entry, class Keep>
std::vector<std::string> spatial_entries(std::span<const Entry* const> entries, Keep&& keep) {
  std::vector<std::string> names;
  for (const Entry* entry : entries) {
    if (!entry->planar && keep(*entry)) names.emplace_back(entry->name);
  }
  return names;
}

/// Rigid contacts need impacts, compliant ones an integrator. Without contacts both will do.
void check_world(const Model& model, const SystemInfo& info, const StepperEntry& stepper,
                 Diagnostics& problems) {
  const bool shapes = std::any_of(model.shapes.begin(), model.shapes.end(), touches);
  if ((info.contacts.empty() && !shapes) || is_smooth(stepper) == is_compliant(model)) return;
  const auto can = [&](const StepperEntry& other) { return is_smooth(other) == is_compliant(model); };
  problems.error(
      model.method.stepper.where, "method.stepper",
      fmt::format("{} cannot step {} contacts", stepper.name, is_compliant(model) ? "compliant" : "rigid"),
      fmt::format("steppers that can: {}; or write world = \"{}\" in [contact]",
                  fmt::join(model.dimension == 3 ? spatial_entries(entries_of<StepperEntry>(), can)
                                                 : steppers_of(is_compliant(model)),
                            ", "),
                  is_compliant(model) ? "rigid" : "compliant"));
}

/// What is for the plane only, and the friction pyramid, which is for space only.
void check_dimension(const Model& model, const StepperEntry& stepper, Diagnostics& problems) {
  if (model.dimension == 3 && stepper.planar) {
    problems.error(model.method.stepper.where, "method.stepper",
                   fmt::format("{} steps planar models (dimension = 2) only", stepper.name),
                   fmt::format("in space: {}", fmt::join(spatial_entries(entries_of<StepperEntry>(),
                                                                         [&](const StepperEntry& other) {
                                                                           return is_smooth(other) ==
                                                                                  is_smooth(stepper);
                                                                         }),
                                                         ", ")));
  }
  const Choice& solver = model.method.solver;
  const EntryInfo* entry = registry("solver").find(solver.name);
  if (entry == nullptr || is_smooth(stepper)) return;
  if (model.dimension == 3 && entry->planar) {
    problems.error(solver.where, "method.solver",
                   fmt::format("{} solves planar contact problems (dimension = 2) only", entry->name),
                   solvers_in_space());
  }
  const auto accept = solver.values.find("accept"), aim = solver.values.find("tolerance");
  if (accept != solver.values.end() && aim != solver.values.end() &&
      std::get<double>(accept->second.data) < std::get<double>(aim->second.data)) {
    problems.error(
        accept->second.where, "method.solver.accept",
        "less is accepted than is aimed at: accept must not be below tolerance",
        "tolerance is the residual to aim at, accept the largest that is taken where the aim is missed");
  }
  const auto facets = solver.values.find("facets");
  if (facets == solver.values.end()) return;
  if (model.dimension == 2) {
    problems.error(facets->second.where, "method.solver.facets",
                   "in the plane friction has two directions: there is no pyramid", "leave facets out");
  } else if (std::fmod(std::get<double>(facets->second.data), 2) != 0) {
    problems.error(facets->second.where, "method.solver.facets",
                   "the friction pyramid needs an even number of sides", "8 or 16");
  }
}

}  // namespace

std::string solvers_in_space() {
  const std::span<const EntryInfo* const> all(registry("solver").entries);
  const auto has_pyramid = [](const EntryInfo& solver) { return declares(solver, "facets"); };
  const auto has_cone = [&](const EntryInfo& solver) { return !has_pyramid(solver); };
  return fmt::format("solvers with the friction cone in space: {}; with a friction pyramid: {}",
                     fmt::join(spatial_entries(all, has_cone), ", "),
                     fmt::join(spatial_entries(all, has_pyramid), ", "));
}

namespace {

/// Friction in ideal joints with a stepper that acts by impulses.
void check_rubbing(const Model& model, const SystemInfo& info, const StepperEntry& stepper,
                   Diagnostics& problems) {
  if (is_smooth(stepper) || !is_dynamic(model.run)) return;
  for (const RubbingInfo& rubbing : info.rubbing) {
    const Joint& joint = model.joints[idx(rubbing.joint)];
    const std::string key = fmt::format("joint.{}.friction", joint.name);
    if (stepper.traits.inelastic) {
      problems.error(joint.friction->where, key,
                     fmt::format("the stepper {} has no friction in ideal joints", stepper.name),
                     "leave friction out, or use the stepper symmetric");
    } else if (rubbing.d > 2) {
      problems.error(joint.friction->where, key,
                     fmt::format("the ball of a {} joint slips in three directions, which {} cannot solve",
                                 joint.type, stepper.name),
                     fmt::format("use a smooth stepper: {}", fmt::join(steppers_of(true), ", ")));
    }
  }
}

/// A start that does not fit the joints is for those who leave it to a formulation.
void check_initial(const Model& model, const StepperEntry& stepper, Diagnostics& problems) {
  if (model.run.initial == "as_given" && is_dynamic(model.run) && !is_smooth(stepper)) {
    problems.error(
        model.where, "run.initial",
        fmt::format("{} keeps joints by impulses, which take a start that does not fit for an impact",
                    stepper.name),
        fmt::format("as_given is for smooth steppers, with a formulation: {}",
                    fmt::join(steppers_of(true), ", ")));
  }
}

}  // namespace

void check_stepper(const Model& model, const SystemInfo& info, Diagnostics& problems) {
  const Choice& stepper = model.method.stepper;
  const StepperEntry* entry = find_entry<StepperEntry>(stepper.name);
  if (entry == nullptr) return;
  check_dimension(model, *entry, problems);
  check_world(model, info, *entry, problems);
  check_formulation(model, *entry, problems);
  check_rubbing(model, info, *entry, problems);
  check_initial(model, *entry, problems);
  const Parameters given(*entry, stepper.values);
  const auto where = [&](const char* key) { return given.given(key) ? given.where(key) : stepper.where; };
  if (has_value(*entry, given, "step_min") && has_value(*entry, given, "step_max")) {
    const double least = given.number("step_min"), most = given.number("step_max");
    const char* culprit = given.given("step_max") ? "step_max" : "step_min";
    if (least > most) {
      problems.error(where(culprit), fmt::format("method.stepper.{}", culprit),
                     fmt::format("no step is possible: step_min is {} s{}, step_max is {} s{}", least,
                                 given.given("step_min") ? "" : " (the default)", most,
                                 given.given("step_max") ? "" : " (the default)"),
                     "give bounds with step_min <= step_max");
    } else if (least > model.run.end) {
      problems.error(
          where("step_min"), "method.stepper.step_min",
          fmt::format("the shortest step, {} s, is longer than the run, {} s", least, model.run.end));
    }
  }
  if (!declares(*entry, "angular_row") || !given.flag("angular_row", false)) return;
  const bool guided = std::any_of(info.joints.begin(), info.joints.end(),
                                  [](const JointInfo& joint) { return joint.tilt[0] >= 0; });
  if (!guided) {
    problems.error(where("angular_row"), "method.stepper.angular_row",
                   "no prismatic joint has clearance: there is no tilt to bound", "leave angular_row out");
  } else if (std::any_of(info.contacts.begin(), info.contacts.end(),
                         [](const ContactInfo& contact) { return contact.mu > 0; })) {
    problems.error(where("angular_row"), "method.stepper.angular_row",
                   "its couple belongs to no contact, and no friction goes with it",
                   "leave it out, or set mu = 0");
  }
}

void check_penetration_bound(const Model& model, const SystemInfo& info, Diagnostics& problems) {
  const auto given = model.method.stepper.values.find("penetration_max");
  if (given == model.method.stepper.values.end()) return;
  constexpr double kRoundings = 64;  // a gap is the difference of several coordinates
  const double finest = kRoundings * std::numeric_limits<double>::epsilon() * info.length;
  const double bound = std::get<double>(given->second.data);
  if (bound >= finest) return;
  problems.error(
      given->second.where, "method.stepper.penetration_max",
      fmt::format("{:.3g} m is below the rounding of positions in a machine of {:.3g} m", bound, info.length),
      fmt::format("give at least {:.1e} m, or use detection = \"event\" without it", finest));
}

void check_impact_law(const Model& model, const Choice& impact, Diagnostics& problems) {
  const ImpactEntry* law = find_entry<ImpactEntry>(impact.name);
  if (model.dimension == 3 && law != nullptr && law->planar) {
    const auto any = [](const EntryInfo&) { return true; };
    error_once(impact.where, "contact.impact.law",
               fmt::format("the impact law '{}' is for planar models (dimension = 2)", impact.name),
               fmt::format("in space: {}", fmt::join(spatial_entries(entries_of<ImpactEntry>(), any), ", ")),
               problems);
    return;
  }
  const auto tangential = impact.values.find("tangential");
  if (law != nullptr && law->refuse && tangential != impact.values.end()) {
    ContactData contact;
    contact.restitutionT = std::get<double>(tangential->second.data);
    if (const auto refusal = law->refuse(contact, model.dimension)) {
      error_once(tangential->second.where, "contact.impact.tangential", refusal->message,
                 "leave tangential out, or use the law newton", problems);
      return;
    }
  }
  const StepperEntry* chosen = find_entry<StepperEntry>(model.method.stepper.name);
  const bool rubs = std::any_of(model.joints.begin(), model.joints.end(),
                                [](const Joint& joint) { return joint.friction.has_value(); });
  if (rubs && !is_newton(law) && is_dynamic(model.run) && chosen && !is_smooth(*chosen)) {
    error_once(
        impact.where, "contact.impact.law",
        fmt::format("with friction in ideal joints impacts follow Newton's law, not '{}'", impact.name),
        "law = \"newton\", or leave the friction of joints out", problems);
    return;
  }
  const auto has = [&](const StepperEntry& stepper) {
    return !is_smooth(stepper) && stepper.has_impact_law(impact.name);
  };
  if (!chosen || has(*chosen) || is_smooth(*chosen)) return;  // who cannot step the world is told so
  std::vector<std::string> others;
  for (const StepperEntry* stepper : entries_of<StepperEntry>()) {
    if (has(*stepper)) others.emplace_back(stepper->name);
  }
  problems.error(impact.where, "contact.impact.law",
                 fmt::format("the stepper '{}' does not have the impact law '{}'", chosen->name, impact.name),
                 fmt::format("steppers that have it: {}; or use one of the stepper's own laws: {}",
                             fmt::join(others, ", "), fmt::join(chosen->traits.impact_laws, ", ")));
}

}  // namespace freeplay
