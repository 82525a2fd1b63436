// SPDX-License-Identifier: Apache-2.0
#include "system/contact_laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "laws/impact/impact_law.h"
#include "registry/stepper_entry.h"
#include "system/stepper_checks.h"

namespace freeplay {
namespace {

constexpr double kDoubtfulRestitution = 0.05;  // of what was asked: a law that misses by more is named

/// Whether μ in rigid stepping is more than one number, at rest and at any slip that machines have.
bool depends_on_slip(const FrictionLaw& law) {
  for (double v = 1e-15; v < 1e6; v *= 10) {
    if (law.mu_at(v) != law.mu_static()) return true;
  }
  return false;
}

/// What rigid stepping needs.
bool has_set(const FrictionLaw& law) { return law.set_valued() && law.proportional(); }

const std::string kFriction = "contact.friction", kForce = "contact.force";

/// Destroys the law of a slot, so that the next one uses its memory: see Recycled.
template <class Law>
void release(std::vector<std::unique_ptr<Law>>& owned, int slot) {
  if (slot >= 0) owned[idx(slot)].reset();
}

/// Puts a law into its slot, a new one at first.
template <class Law>
const Law* keep(std::unique_ptr<Law> law, std::vector<std::unique_ptr<Law>>& owned, int& slot) {
  if (slot < 0) {
    slot = int_size(owned);
    owned.emplace_back();
  }
  owned[idx(slot)] = std::move(law);
  return owned[idx(slot)].get();
}

}  // namespace

std::size_t Errors::count() const {
  return idx(std::count_if(problems_.all().begin(), problems_.all().end(),
                           [](const Diagnostic& problem) { return problem.severity == Severity::error; }));
}

void size_memory(const OwnedLaws& laws, SystemInfo& info) {
  if (!info.compliant && info.rubbing.empty()) return;
  int d = info.dimension - 1, force = 0, friction = 0;
  for (const RubbingInfo& joint : info.rubbing) d = std::max(d, joint.d);
  for (const auto& law : laws.force) force = std::max(force, law->memory());
  for (const auto& law : laws.friction) {
    info.contact_states = std::max(info.contact_states, law->states(d));
    friction = std::max(friction, law->memory(d));
    info.friction_holds = info.friction_holds || law->holds();
    info.friction_guarded = info.friction_guarded || law->guarded();
  }
  const int turn = info.dimension == 3 ? 1 : 0;  // of the tangents: see stepping/compliant_equations.h
  info.contact_memory = ContactMemory::kStart + force + friction + turn;
}

const Choice* ContactLaws::pick(const std::optional<ContactSettings>& own,
                                std::optional<Choice> ContactSettings::*part) const {
  if (own && ((*own).*part)) return &*((*own).*part);
  return (model_.contact.*part) ? &*(model_.contact.*part) : nullptr;
}

template <class Entry>
void ContactLaws::check_choice(const Choice* choice, const std::string& key, const char* registry_name) {
  if (choice == nullptr) return;
  if (const Entry* entry = find_entry<Entry>(choice->name))
    return require_parameters(*entry, choice->values, choice->where, key, problems_);
  const std::vector<std::string> names = registry(registry_name).names();
  const std::string near = did_you_mean(choice->name, names);
  problems_.error(
      choice->where, key + ".law",
      fmt::format("unknown {} '{}'; known are {}", registry_name, choice->name, fmt::join(names, ", ")),
      near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

void ContactLaws::check_world(const std::optional<ContactSettings>& own, const std::string& key) {
  if (!own || !own->world || *own->world == model_.contact.world.value_or("rigid")) return;
  error_once(own->where, key + ".contact.world",
             fmt::format("this contact is {}, but the model's world is {}: all contacts share one world",
                         *own->world, model_.contact.world.value_or("rigid")),
             "write world in [contact] only", problems_);
}

ChosenLaws ContactLaws::choose(const std::optional<ContactSettings>& own, const Where& where,
                               const std::string& key, const std::string& what) {
  ChosenLaws chosen;
  check_world(own, key);
  chosen.friction = pick(own, &ContactSettings::friction);
  check_choice<FrictionEntry>(chosen.friction, kFriction, "friction");
  if (is_compliant(model_)) {
    chosen.force = pick(own, &ContactSettings::force);
    check_choice<ContactForceEntry>(chosen.force, kForce, "contact_force");
    if (!chosen.force) {
      problems_.error(where, key, "the world is compliant, but there is no contact force law",
                      "add to [contact]: force = { law = \"exact\", restitution = 0.8, young = \"207 GPa\", "
                      "poisson = 0.3 }");
    }
    return chosen;
  }
  chosen.impact = pick(own, &ContactSettings::impact);
  check_choice<ImpactEntry>(chosen.impact, "contact.impact", "impact");
  if (!chosen.impact) {
    problems_.error(where, key, what + " an impact law",
                    "add to [contact]: impact = { law = \"newton\", restitution = 0.5 }");
  }
  return chosen;
}

ContactData ContactLaws::make(ChosenLaws& chosen) {
  ContactData data;
  if (chosen.impact) {
    const ImpactEntry& entry = *find_entry<ImpactEntry>(chosen.impact->name);
    const ImpactCoefficients restitution = entry.make(Parameters(entry, chosen.impact->values));
    data.impact = &entry;
    data.restitutionN = restitution.normal;
    data.restitutionT = restitution.tangential;
    check_impact_law(model_, *chosen.impact, problems_);
  }
  if (chosen.friction) friction(chosen, data);
  if (!is_compliant(model_)) refuse_laws(model_, data, chosen.impact, chosen.friction, problems_);
  return data;
}

/// `key` is that of the law's block: "contact.friction".
std::unique_ptr<FrictionLaw> ContactLaws::make_friction(const Choice& choice, const std::string& key) {
  const FrictionEntry& entry = *find_entry<FrictionEntry>(choice.name);
  const Parameters given(entry, choice.values, choice.where);
  const Errors errors(problems_);
  if (entry.check) entry.check(given, key, problems_);
  check_stick(model_, choice, key, problems_);
  return errors.any() ? nullptr : entry.make(given);
}

void ContactLaws::refuse_without_set(const Choice& choice, const std::string& key, const char* what,
                                     const std::string& or_else) {
  std::vector<std::string> others;
  for (const FrictionEntry* entry : entries_of<FrictionEntry>()) {
    if (entry->traits.set_valued) others.emplace_back(entry->name);
  }
  if (find_entry<FrictionEntry>(choice.name)->traits.set_valued) {
    const auto given = choice.values.find("coefficients");
    error_once(
        given != choice.values.end() ? given->second.where : choice.where, key + ".coefficients",
        fmt::format("absolute viscous friction does not know the normal force and has no set-valued form, "
                    "which {} needs",
                    what),
        fmt::format("give viscous per unit of normal force{}", or_else), problems_);
    return;
  }
  error_once(choice.where, key + ".law",
             fmt::format("'{}' has no set-valued form, which {} needs", choice.name, what),
             fmt::format("laws that have one: {}{}", fmt::join(others, ", "), or_else), problems_);
}

const FrictionLaw* ContactLaws::joint_friction(const Choice& choice, const std::string& key, int& slot) {
  const Errors errors(problems_);
  if (slot < 0) check_choice<FrictionEntry>(&choice, key, "friction");
  release(owned_.friction, slot);
  std::unique_ptr<FrictionLaw> law = errors.any() ? nullptr : make_friction(choice, key);
  if (!law) return nullptr;
  const StepperEntry* stepper = find_entry<StepperEntry>(model_.method.stepper.name);
  if (!has_set(*law) && stepper != nullptr && !is_smooth(*stepper) && is_dynamic(model_.run)) {
    refuse_without_set(choice, key, "rigid stepping",
                       fmt::format("; or use a smooth stepper: {}", fmt::join(steppers_of(true), ", ")));
    return nullptr;
  }
  return keep(std::move(law), owned_.friction, slot);
}

void ContactLaws::friction(ChosenLaws& chosen, ContactData& data) {
  release(owned_.friction, chosen.friction_slot);
  std::unique_ptr<FrictionLaw> law = make_friction(*chosen.friction, kFriction);
  if (!law) return;
  data.mu = law->mu();
  if (!is_compliant(model_)) {
    if (!has_set(*law)) return refuse_without_set(*chosen.friction, kFriction, "rigid contact");
    data.mu = law->mu_static();
    if (!depends_on_slip(*law)) return;
  }
  data.friction = keep(std::move(law), owned_.friction, chosen.friction_slot);
}

const ContactLaw* ContactLaws::make_force(const ChosenLaws& chosen, const ContactGeometry& geometry,
                                          const std::string& contact, int& slot) {
  if (!chosen.force) return nullptr;
  const Choice& choice = *chosen.force;
  const ContactForceEntry& entry = *find_entry<ContactForceEntry>(choice.name);
  std::string name;  // that of the law it replaces is used again: it allocates nothing
  if (slot < 0 || owned_.force[idx(slot)] == nullptr) {  // none, or refused the last time
    name = choice.name;
  } else {
    std::swap(name, owned_.force[idx(slot)]->name);
  }
  release(owned_.force, slot);
  std::unique_ptr<ContactLaw> law =
      entry.make(Parameters(entry, choice.values, choice.where), geometry, contact, kForce, problems_);
  if (!law) return nullptr;
  law->name = std::move(name);
  if (slot < 0) warn_of_restitution(choice, *law);
  return keep(std::move(law), owned_.force, slot);
}

void ContactLaws::warn_of_restitution(const Choice& choice, const ContactLaw& law) {
  const std::optional<Restitution> e = law.restitution();
  if (!e || std::abs(e->delivered - e->asked) <= kDoubtfulRestitution * e->asked) return;
  for (const Diagnostic& known : problems_.all()) {  // contacts that share a law share its warning
    if (known.key == "contact.force.restitution" && known.where.line == choice.where.line &&
        known.where.column == choice.where.column)
      return;
  }
  problems_.warning(choice.where, "contact.force.restitution",
                    fmt::format("the law {} does not give the restitution it is asked for: an impact that "
                                "should have {:.4g} has {:.4g}",
                                choice.name, e->asked, e->delivered),
                    "the law exact delivers what it is asked for; freeplay laws restitution compares all");
}

}  // namespace freeplay
