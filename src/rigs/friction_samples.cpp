// SPDX-License-Identifier: Apache-2.0
#include "rigs/friction_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "base/units.h"
#include "model/read_value.h"

namespace freeplay {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

bool required(const Param& param) {
  return param.kind == ParamKind::number && std::isnan(param.fallback) && !param.optional;
}

/// The sample as a user would write it: "1e4 1/m".
std::string written(const Param& param) {
  return std::string_view(param.unit) == "-" ? fmt::format("{}", param.sample)
                                             : fmt::format("{} {}", param.sample, param.unit);
}

tree::Table sample_table(const FrictionEntry& entry, const Pairs& assignments) {
  tree::Table table;
  const auto put = [&](const std::string& key, const std::string& text) {
    tree::Node node = tree::parse_assigned_value(text);
    if (tree::Member* member = tree::find_member(table, key)) {
      member->value = std::move(node);
    } else {
      table.push_back({key, {}, std::move(node)});
    }
  };
  for (const Param& param : entry.params) {
    if (!std::isnan(param.sample)) put(param.key, written(param));
  }
  for (const auto& [key, text] : assignments) put(key, text);
  return table;
}

bool declares(const EntryInfo& entry, const std::string& key) {
  return std::any_of(entry.params.begin(), entry.params.end(),
                     [&](const Param& param) { return key == param.key; });
}

/// Keys that the law needs and nobody gave.
std::vector<std::string> missing(const FrictionEntry& entry, const tree::Table& table) {
  std::vector<std::string> keys;
  for (const Param& param : entry.params) {
    if (required(param) && tree::find_member(table, param.key) == nullptr) keys.emplace_back(param.key);
  }
  return keys;
}

/// Assignments whose key no chosen law declares.
void report_strangers(const std::vector<const FrictionEntry*>& chosen, const Pairs& assignments,
                      Diagnostics& problems) {
  std::vector<std::string> keys;
  for (const FrictionEntry* entry : chosen) {
    for (const Param& param : entry->params) {
      if (std::find(keys.begin(), keys.end(), param.key) == keys.end()) keys.emplace_back(param.key);
    }
  }
  for (const auto& [key, text] : assignments) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::string near = did_you_mean(key, keys);
    problems.error(
        {"--set"}, key, "no law chosen here has a parameter of that name",
        (near.empty() ? "" : fmt::format("did you mean \"{}\"? ", near)) + "known here: " + list_words(keys));
  }
}

}  // namespace

std::vector<FrictionSpecimen> friction_specimens(const std::vector<std::string>& names,
                                                 const Pairs& assignments, Diagnostics& problems) {
  std::vector<const FrictionEntry*> chosen;
  for (const FrictionEntry* entry : entries_of<FrictionEntry>()) {
    if (names.empty() || std::find(names.begin(), names.end(), entry->name) != names.end())
      chosen.push_back(entry);
  }
  report_strangers(chosen, assignments, problems);

  std::vector<FrictionSpecimen> specimens;
  for (const FrictionEntry* entry : chosen) {
    Pairs own;
    for (const auto& assignment : assignments) {
      if (declares(*entry, assignment.first)) own.push_back(assignment);
    }
    const tree::Node node{sample_table(*entry, own), {}};
    if (const auto keys = missing(*entry, *node.as<tree::Table>()); !keys.empty()) {
      problems.note(
          {}, entry->name,
          fmt::format("left out: it needs {}, of which there is no demonstration value", list_words(keys)),
          fmt::format("give --set {}=…", keys.front()));
      continue;
    }
    Diagnostics own_problems;
    Reader own_reader("--set", own_problems);
    FrictionSpecimen specimen;
    specimen.entry = entry;
    specimen.values =
        read_choice(own_reader, node, entry->name, registry("friction"), "law", entry->name).values;
    const Parameters given(*entry, specimen.values);
    if (!own_problems.has_errors() && entry->check != nullptr) entry->check(given, entry->name, own_problems);
    for (const Diagnostic& problem : own_problems.all()) problems.add(problem);
    if (own_problems.has_errors()) continue;
    specimen.law = entry->make(given);
    specimens.push_back(std::move(specimen));
  }
  return specimens;
}

}  // namespace freeplay
