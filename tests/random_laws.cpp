// SPDX-License-Identifier: Apache-2.0
#include "tests/random_laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "freeplay/contact_law.h"
#include "freeplay/diagnostics.h"
#include "rigs/friction_samples.h"

namespace freeplay::testing {
namespace {

bool has(const EntryInfo& entry, const char* key) {
  return std::any_of(entry.params.begin(), entry.params.end(),
                     [&](const Param& param) { return std::string(param.key) == key; });
}

/// A value as a model file has it.
std::string text_of(const Value& value) {
  if (const auto* number = std::get_if<double>(&value.data)) return fmt::format("{}", *number);
  if (const auto* list = std::get_if<std::vector<double>>(&value.data))
    return fmt::format("[{}]", fmt::join(*list, ", "));
  if (const auto* word = std::get_if<std::string>(&value.data)) return fmt::format("\"{}\"", *word);
  return "";
}

}  // namespace

double Dice::power(double low, double high) { return std::pow(10, uniform(low, high)); }

LawText random_friction(Dice& dice, bool set_valued) {
  Diagnostics problems;
  static const std::vector<FrictionSpecimen> all = friction_specimens({}, {}, problems);
  std::vector<const FrictionSpecimen*> laws;
  for (const FrictionSpecimen& law : all) {
    if (!set_valued || law.entry->traits.set_valued) laws.push_back(&law);
  }
  const FrictionSpecimen& law = *laws[dice.below(laws.size())];
  LawText out{law.entry->name, fmt::format("{{ law = \"{}\"", law.entry->name)};
  for (const auto& [key, value] : law.values) {
    if (const std::string is = text_of(value); !is.empty()) out.text += fmt::format(", {} = {}", key, is);
  }
  out.text += " }";
  return out;
}

LawText random_force(Dice& dice, double size) {
  std::vector<const ContactForceEntry*> laws;
  for (const ContactForceEntry* entry : entries_of<ContactForceEntry>()) {
    if (has(*entry, "stiffness") && has(*entry, "exponent")) laws.push_back(entry);
  }
  const ContactForceEntry& law = *laws[dice.below(laws.size())];
  const double young = dice.power(8, 11.3);
  LawText out{law.name,
              fmt::format("{{ law = \"{}\", stiffness = {}", law.name, 0.73 * young * std::sqrt(size))};
  if (has(law, "restitution")) out.text += fmt::format(", restitution = {}", dice.uniform(0.2, 0.95));
  out.text += " }";
  return out;
}

}  // namespace freeplay::testing
