// SPDX-License-Identifier: Apache-2.0
#include "system/contact_laws.h"

#include <fmt/format.h>

#include <cmath>

#include "laws/impact/impact_law.h"
#include "system/stepper_checks.h"

namespace freeplay {
namespace {

constexpr double kDoubtfulRestitution = 0.05;  // of what was asked: a law that misses by more is named

}  // namespace

const Choice* ContactLaws::pick(const std::optional<ContactSettings>& own,
                                std::optional<Choice> ContactSettings::*part) const {
  if (own && ((*own).*part)) return &*((*own).*part);
  return (model_.contact.*part) ? &*(model_.contact.*part) : nullptr;
}

void ContactLaws::unknown_word(const Choice& choice, const std::string& key, const char* registry_name) {
  const std::vector<std::string> names = registry(registry_name).names();
  const std::string near = did_you_mean(choice.name, names);
  problems_.error(
      choice.where, key,
      fmt::format("unknown {} '{}'; known are {}", registry_name, choice.name, fmt::join(names, ", ")),
      near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

void ContactLaws::check_world(const std::optional<ContactSettings>& own, const std::string& key) {
  if (!own || !own->world || *own->world == model_.contact.world.value_or("rigid")) return;
  error_once(own->where, key + ".contact.world",
             fmt::format("this contact is {}, but the model's world is {}: all contacts share one world",
                         *own->world, model_.contact.world.value_or("rigid")),
             "write world in [contact] only", problems_);
}

ContactData ContactLaws::laws(const std::optional<ContactSettings>& own, const Where& where,
                              const std::string& key, const std::string& what) {
  ContactData data;
  check_world(own, key);
  if (!is_compliant(model_)) rigid(own, where, key, what, data);
  if (problems_.has_errors()) return data;
  const Choice* friction_choice = pick(own, &ContactSettings::friction);
  if (friction_choice) friction(*friction_choice, data);
  if (!is_compliant(model_)) {
    refuse_laws(model_, data, pick(own, &ContactSettings::impact), friction_choice, problems_);
  }
  return data;
}

void ContactLaws::rigid(const std::optional<ContactSettings>& own, const Where& where, const std::string& key,
                        const std::string& what, ContactData& data) {
  const Choice* impact = pick(own, &ContactSettings::impact);
  if (!impact) {
    problems_.error(where, key, what + " an impact law",
                    "add to [contact]: impact = { law = \"newton\", restitution = 0.5 }");
    return;
  }
  const ImpactEntry* entry = find_entry<ImpactEntry>(impact->name);
  if (!entry) return unknown_word(*impact, "contact.impact.law", "impact");
  require_parameters(*entry, impact->values, impact->where, "contact.impact", problems_);
  if (problems_.has_errors()) return;
  const auto law = entry->make(Parameters(*entry, impact->values));
  data.impact = law->kind();
  data.restitutionN = law->restitutionN();
  data.restitutionT = law->restitutionT();
  check_impact_law(model_, *impact, problems_);
}

void ContactLaws::friction(const Choice& choice, ContactData& data) {
  const FrictionEntry* entry = find_entry<FrictionEntry>(choice.name);
  if (!entry) return unknown_word(choice, "contact.friction.law", "friction");
  require_parameters(*entry, choice.values, choice.where, "contact.friction", problems_);
  if (problems_.has_errors()) return;
  const Parameters given(*entry, choice.values);
  if (entry->check) entry->check(given, "contact.friction", problems_);
  if (problems_.has_errors()) return;
  std::unique_ptr<FrictionLaw> law = entry->make(given);
  data.mu = law->mu();
  if (!is_compliant(model_)) {
    if (!law->set_valued()) {
      error_once(choice.where, "contact.friction.law",
                 fmt::format("'{}' has no set-valued form, which rigid contact needs", choice.name),
                 "use coulomb", problems_);
    }
    return;
  }
  data.friction = law.get();
  owned_.friction.push_back(std::move(law));
}

const ContactLaw* ContactLaws::force(const std::optional<ContactSettings>& own,
                                     const ContactGeometry& geometry, const std::string& contact,
                                     const Where& where, const std::string& key) {
  if (!is_compliant(model_)) return nullptr;
  const Choice* choice = pick(own, &ContactSettings::force);
  if (!choice) {
    problems_.error(where, key, "the world is compliant, but there is no contact force law",
                    "add to [contact]: force = { law = \"exact\", restitution = 0.8, young = \"207 GPa\", "
                    "poisson = 0.3 }");
    return nullptr;
  }
  const ContactForceEntry* entry = find_entry<ContactForceEntry>(choice->name);
  if (!entry) {
    unknown_word(*choice, "contact.force.law", "contact_force");
    return nullptr;
  }
  require_parameters(*entry, choice->values, choice->where, "contact.force", problems_);
  if (problems_.has_errors()) return nullptr;
  std::unique_ptr<ContactLaw> law = entry->make(Parameters(*entry, choice->values, choice->where), geometry,
                                                contact, "contact.force", problems_);
  if (!law) return nullptr;
  law->name = choice->name;
  warn_of_restitution(*choice, *law);
  owned_.force.push_back(std::move(law));
  return owned_.force.back().get();
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
