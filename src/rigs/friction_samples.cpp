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

struct Sample {
  const char* law;  ///< "": of every law that needs the key; mu goes to all
  const char* key;
  double value;
  const char* unit;  ///< of `value`, with N for what is per unit of normal force here
};

// Marques2015, Tables 3.1 and 3.2. The paper's coefficients are absolute; those in N/m and N s/m are divided
// by its normal force. Where the paper has no value (slopes of (3.13), (3.14), Armstrong's and Wojewoda's
// times, the number of bristles, journal bearings) the ones here are of the same size.
constexpr Sample kSamples[] = {
    {"", "mu", 0.1, "-"},
    {"", "mu_static", 0.15, "-"},
    {"", "velocity", 1e-3, "m/s"},
    {"", "v0", 1e-3, "m/s"},
    {"", "v1", 2e-3, "m/s"},
    {"", "stribeck_velocity", 1e-3, "m/s"},
    {"", "sigma0", 1e5, "N/m"},
    {"", "sigma1", 316.22776601683796, "N*s/m"},
    {"", "k_b", 5e4, "N/m"},
    {"", "v_d", 1e-3, "m/s"},
    {"", "dwell_time", 2, "s"},
    {"", "fall", 50, "s/m"},
    {"", "rate", 1.4142135623730951, "1/s"},  // √(k/m) of the spring and the block
    {"ambrosio", "v0", 1e-4, "m/s"},
    {"ambrosio", "v1", 1e-3, "m/s"},
    {"coulomb_viscous", "viscous", 0.1, "N*s/m"},
    {"stribeck", "mu_static", 0.15, "-"},
    {"stribeck", "stribeck_velocity", 1e-3, "m/s"},
    {"stribeck", "viscous", 0.1, "N*s/m"},
    {"stribeck_hess_soom", "mu_static", 0.15, "-"},
    {"stribeck_hess_soom", "stribeck_velocity", 1e-3, "m/s"},
    {"stribeck_hess_soom", "viscous", 0.1, "N*s/m"},
    {"karnopp", "mu_static", 0.15, "-"},
    {"switch", "mu_static", 0.15, "-"},
    {"awrejcewicz", "mu_static", 0.15, "-"},
    {"armstrong", "lag", 5e-3, "s"},
    {"armstrong", "mu_static", 0.15, "-"},
    {"armstrong", "stribeck_velocity", 1e-3, "m/s"},
    {"armstrong", "viscous", 0.1, "N*s/m"},
    {"wojewoda", "variation", 0.01, "-"},
    {"wojewoda", "roughness", 0.05, "-"},
    {"wojewoda", "roughness_length", 1e-4, "m"},
    {"wojewoda", "mu_static", 0.15, "-"},
    {"wojewoda", "stribeck_velocity", 1e-3, "m/s"},
    {"lugre", "mu_static", 0.15, "-"},
    {"lugre", "stribeck_velocity", 1e-3, "m/s"},
    {"lugre", "viscous", 0.1, "N*s/m"},
    {"elasto_plastic", "mu_static", 0.15, "-"},
    {"elasto_plastic", "stribeck_velocity", 1e-3, "m/s"},
    {"elasto_plastic", "viscous", 0.1, "N*s/m"},
    {"leuven", "sigma1", 316.22776601683796, "N*s/m"},
    {"leuven", "mu_static", 0.15, "-"},
    {"leuven", "stribeck_velocity", 1e-3, "m/s"},
    {"leuven", "viscous", 0.1, "N*s/m"},
    {"leuven_modified", "sigma1", 316.22776601683796, "N*s/m"},
    {"leuven_modified", "mu_static", 0.15, "-"},
    {"leuven_modified", "stribeck_velocity", 1e-3, "m/s"},
    {"leuven_modified", "viscous", 0.1, "N*s/m"},
    {"generalized_maxwell_slip", "sigma0", 1e5, "N/m"},
    {"generalized_maxwell_slip", "sigma1", 316.22776601683796, "N*s/m"},
    {"generalized_maxwell_slip", "attraction", 2e-3, "m/s"},
    {"generalized_maxwell_slip", "mu_static", 0.15, "-"},
    {"generalized_maxwell_slip", "stribeck_velocity", 1e-3, "m/s"},
    {"generalized_maxwell_slip", "viscous", 0.1, "N*s/m"},
    {"gonthier", "mu_static", 0.15, "-"},
    {"gonthier", "stribeck_velocity", 1e-3, "m/s"},
    {"gonthier", "viscous", 0.1, "N*s/m"},
    {"liang", "mu_static", 0.15, "-"},
    {"liang", "c_b", 80, "N*s/m"},
    {"reset_integrator", "mu_static", 0.15, "-"},
    {"reset_integrator", "sigma1", 316.22776601683796, "N*s/m"},
    {"elasto_plastic", "sigma1", 316.22776601683796, "N*s/m"},
    {"bliman_sorine_1", "f1", 0.1, "-"},  // Dahl's with μ = f₁, σ₀ = f₁/ε_f
    {"bliman_sorine_1", "epsilon_f", 9.81e-6, "m"},
    {"bliman_sorine_2", "f1", 0.2, "-"},
    {"bliman_sorine_2", "f2", 0.1, "-"},
    {"bliman_sorine_2", "epsilon_f", 1e-4, "m"},
    {"bliman_sorine_2", "eta", 0.1, "-"},
    {"bristle", "delta", 1e-5, "m"},
    {"harnoy_friedland", "velocity", 0.05, "m/s"},
    {"harnoy_friedland", "squeeze_time", 1e-4, "s"},
    {"harnoy_friedland", "viscous", 0.1, "N*s/m"},
};

bool required(const Param& param) {
  return param.kind == ParamKind::number && std::isnan(param.fallback) && !param.optional;
}

/// As the law wants it: a coefficient with N in its unit is per unit of normal force here.
std::string written(const Sample& sample, const Param& param) {
  const std::string unit = sample.unit, wanted = param.unit;
  double value = sample.value;
  if (unit.front() == 'N' && wanted.find('N') == std::string::npos) value /= kPaperNormal;
  return wanted == "-" ? fmt::format("{}", value) : fmt::format("{} {}", value, wanted);
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
  for (const auto& [key, text] : friction_sample(entry)) put(key, text);
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

Pairs friction_sample(const FrictionEntry& entry) {
  Pairs values;
  for (const Param& param : entry.params) {
    const Sample* found = nullptr;
    for (const Sample& sample : kSamples) {
      if (std::string_view(sample.key) != param.key) continue;
      const bool general = *sample.law == '\0';
      const bool needed = required(param) || std::string_view(param.key) == "mu";
      if (general ? needed && found == nullptr : std::string_view(sample.law) == entry.name) found = &sample;
    }
    if (found != nullptr) values.emplace_back(param.key, written(*found, param));
  }
  return values;
}

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
