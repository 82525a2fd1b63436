// SPDX-License-Identifier: Apache-2.0
// freeplay list: the registered methods with their parameters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "freeplay/friction_law.h"
#include "io/json_text.h"
#include "joints/bearing_keys.h"
#include "model/actuators.h"
#include "model/couplings.h"
#include "model/fields.h"
#include "model/words.h"
#include "registry/formulation_entry.h"
#include "registry/stepper_entry.h"
#include "report/figures/figure.h"
#include "studies/distribution.h"
#include "studies/read_measures.h"
#include "studies/read_study.h"

namespace freeplay {
namespace {

struct ListOptions {
  std::string registry;
  CommonOptions common;
};

/// "a|b" of a choice, the registry of a method.
std::string words_text(const Param& param) {
  return param.registry != nullptr ? param.registry : fmt::format("{}", fmt::join(param.choices, "|"));
}

nlohmann::ordered_json describe_params(const EntryInfo& entry) {
  nlohmann::ordered_json params = nlohmann::ordered_json::array();
  for (const Param& param : entry.params) {
    nlohmann::ordered_json item{
        {"key", param.key}, {"symbol", param.symbol}, {"unit", param.unit}, {"help", param.help}};
    if (param.kind == ParamKind::number && !std::isnan(param.fallback) && !param.optional)
      item["default"] = param.fallback;
    if (param.kind == ParamKind::number && is_ranged(param)) {
      if (std::isfinite(param.low)) item[param.open_low ? "above" : "least"] = param.low;
      if (std::isfinite(param.high)) item["most"] = param.high;
    }
    if (const std::string words = words_text(param); !words.empty()) item["choices"] = words;
    item["required"] = std::isnan(param.fallback) && !param.optional;
    params.push_back(item);
  }
  return params;
}

/// "required", "default 1", "a|b", …, then unit and range.
std::string note_of(const Param& param) {
  const bool required = std::isnan(param.fallback) && !param.optional;
  std::string note =
      param.kind == ParamKind::boolean ? "true or false"
      : param.kind == ParamKind::method
          ? fmt::format("{}; see freeplay list {}", required ? "required" : "optional", param.registry)
      : param.kind == ParamKind::methods
          ? fmt::format("required, a list; see freeplay list {}", param.registry)
      : !param.choices.empty()                             ? words_text(param)
      : required                                           ? "required"
      : param.kind == ParamKind::number && !param.optional ? fmt::format("default {:g}", param.fallback)
                                                           : "optional";
  if (param.unit[0] != '-' && param.unit[0] != '\0') note += fmt::format(", {}", param.unit);
  if (param.kind != ParamKind::number || !is_ranged(param)) return note;
  if (std::isfinite(param.high)) {
    note += param.open_low ? fmt::format(", above {:g} and up to {:g}", param.low, param.high)
                           : fmt::format(", {:g} to {:g}", param.low, param.high);
  } else if (std::isfinite(param.low)) {
    note += fmt::format(", {} {:g}", param.open_low ? "above" : "at least", param.low);
  }
  return note;
}

std::vector<std::string> captured(const Phenomena& of) {
  static constexpr std::pair<const char*, bool Phenomena::*> kWords[] = {
      {"stiction", &Phenomena::stiction},
      {"stribeck", &Phenomena::stribeck},
      {"viscous", &Phenomena::viscous},
      {"presliding", &Phenomena::presliding},
      {"lag", &Phenomena::lag},
      {"hysteresis", &Phenomena::hysteresis},
      {"breakaway", &Phenomena::breakaway},
      {"dwell", &Phenomena::dwell}};
  std::vector<std::string> words;
  for (const auto& [word, member] : kWords) {
    if (of.*member) words.emplace_back(word);
  }
  return words;
}

/// Of friction laws and steppers; nothing of others.
std::vector<std::string> worlds(const RegistryInfo& list, const EntryInfo& entry) {
  if (list.name == "stepper")
    return {is_smooth(*find_entry<StepperEntry>(entry.name)) ? "compliant" : "rigid"};
  if (list.name != "friction") return {};
  if (find_entry<FrictionEntry>(entry.name)->traits.set_valued) return {"rigid", "compliant"};
  return {"compliant"};
}

/// What only methods of its own kind say of themselves.
void print_traits(const RegistryInfo& list, const EntryInfo& entry) {
  const auto line = [](const char* what, const std::string& text) { say("    {:<22}{}\n", what, text); };
  if (list.name == "stepper") line("worlds:", worlds(list, entry).front());
  if (list.name == "friction") {
    const FrictionTraits& law = find_entry<FrictionEntry>(entry.name)->traits;
    const std::vector<std::string> words = captured(law.phenomena);
    line("worlds:", law.set_valued ? "rigid (set-valued), compliant (force)" : "compliant (force)");
    line("set-valued form:", law.set_valued ? "yes" : "no");
    line("states:", *law.states ? law.states : "none");
    line("captures:", words.empty() ? "Coulomb friction only" : fmt::format("{}", fmt::join(words, ", ")));
  }
  if (list.name == "formulation") {
    const FormulationTraits& traits = find_entry<FormulationEntry>(entry.name)->traits;
    line("redundant joints:", traits.redundant.text());
    line("singular positions:", traits.singular.text());
  }
}

void describe_traits(const RegistryInfo& list, const EntryInfo& entry, nlohmann::ordered_json& item) {
  if (const auto words = worlds(list, entry); !words.empty()) item["worlds"] = words;
  if (list.name == "friction") {
    const FrictionTraits& law = find_entry<FrictionEntry>(entry.name)->traits;
    item["set_valued"] = law.set_valued;
    item["states"] = law.states;
    item["phenomena"] = captured(law.phenomena);
  }
  if (list.name == "formulation") {
    const FormulationTraits& traits = find_entry<FormulationEntry>(entry.name)->traits;
    item["redundant"] = traits.redundant.text();
    item["singular"] = traits.singular.text();
  }
}

/// Of a list of joints the dimension of their models; 0 of other lists.
int joint_dimension(const std::string& list) { return list == "joint" ? 2 : list == "spatial_joint" ? 3 : 0; }

/// The keys of `bearing` that a joint looks at; nothing if it cannot rub.
std::vector<std::string> bearing_keys(const std::string& list, const std::string& type) {
  if (joint_dimension(list) == 0) return {};
  for (const RubbingJoint& joint : rubbing_joints(joint_dimension(list))) {
    if (type == joint.type) return joint.keys;
  }
  return {};
}

/// Which joints may rub, and by what keys.
void print_rubbing(int dimension) {
  say("  friction = {{ law = …, … }} in an ideal joint: see freeplay list friction. Joints that can, and "
      "the\n"
      "  keys of their bearing = {{ … }}:\n");
  std::vector<std::string> used;
  for (const RubbingJoint& joint : rubbing_joints(dimension)) {
    say("    {:<22}{}\n", joint.type, fmt::join(joint.keys, ", "));
    used.insert(used.end(), joint.keys.begin(), joint.keys.end());
  }
  say("  bearing\n");
  for (const Field<Bearing>& field : bearing_fields) {
    if (std::find(used.begin(), used.end(), field.param.key) != used.end())
      say("    {:<22}{} ({})\n", field.param.key, field.param.help, note_of(field.param));
  }
}

void print_registry(const RegistryInfo& list) {
  say("{} ({})\n", list.title, list.name);
  if (list.name == "distribution") say("  @ is the unit of what varies\n");
  if (list.name == "driver" || list.name == "limits" || list.name == "actuator")
    say("  @ is the unit of the joint's coordinate: rad (revolute) or m (prismatic)\n");
  for (const EntryInfo* entry : list.entries) {
    const std::string source = *entry->citation ? fmt::format("  [{}]", entry->citation) : "";
    say("  {:<28}{}{}\n", entry->name, entry->help, source);
    print_traits(list, *entry);
    if (entry->planar) say("    {:<22}2 only\n", "dimension:");
    for (const Param& param : entry->params) {
      say("    {:<22}{} ({})\n", param.key, param.help, note_of(param));
    }
  }
  if (joint_dimension(list.name) != 0) print_rubbing(joint_dimension(list.name));
}

/// Kinds that are entries of one table each.
template <class Entries>
RegistryInfo list_of(const char* name, const char* title, const Entries& entries) {
  RegistryInfo list{name, title, {}};
  for (const EntryInfo& entry : entries) list.entries.push_back(&entry);
  return list;
}

/// All lists, those of study files last.
std::vector<RegistryInfo> all_lists() {
  std::vector<RegistryInfo> lists = catalogue();
  lists.push_back(list_of("actuator", "actuators on a coordinate of a joint", actuator_entries()));
  lists.push_back(list_of("coupling", "couplings of two coordinates of joints", coupling_entries()));
  lists.push_back(list_of("limits", "stops of a coordinate of a joint", std::span(&limits_entry, 1)));
  lists.insert(lists.end(), report_catalogue().begin(), report_catalogue().end());
  for (const RegistryInfo& of_studies : {study_plans(), distributions(), measure_kinds()})
    lists.push_back(of_studies);
  return lists;
}

int run(const ListOptions& options) {
  const std::string& registry_name = options.registry;
  const CommonOptions& common = options.common;
  const std::vector<RegistryInfo> lists = all_lists();
  std::vector<std::string> names;
  for (const RegistryInfo& list : lists) {
    if (!list.entries.empty()) names.push_back(list.name);
  }
  nlohmann::ordered_json json;
  bool found = false;
  for (const RegistryInfo& list : lists) {
    if (list.entries.empty() || (!registry_name.empty() && list.name != registry_name)) continue;
    found = true;
    if (!common.json) {
      print_registry(list);
      continue;
    }
    for (const EntryInfo* entry : list.entries) {
      nlohmann::ordered_json item{{"name", entry->name}, {"help", entry->help}, {"source", entry->citation}};
      describe_traits(list, *entry, item);
      if (entry->planar) item["dimensions"] = {2};
      if (joint_dimension(list.name) != 0) item["bearing"] = bearing_keys(list.name, entry->name);
      item["parameters"] = describe_params(*entry);
      json[list.name].push_back(item);
    }
  }
  if (!found) {
    const std::string near = did_you_mean(registry_name, names);
    say_to(stderr, "freeplay: there is no list '{}'; lists are {}{}\n", registry_name, fmt::join(names, ", "),
           near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
    return kUsage;
  }
  if (common.json) say("{}\n", json_text(json));
  return kOk;
}

void add(Options& options, ListOptions& given) {
  options.text("what", given.registry, "one of the lists, such as `joint` or `solver`");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(list) = {"list", "joints, forces, actuators, laws, solvers, … and their parameters", 30,
                          declare<ListOptions, add, run>};

}  // namespace freeplay
