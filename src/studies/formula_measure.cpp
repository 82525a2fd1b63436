// SPDX-License-Identifier: Apache-2.0
#include "studies/formula_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/unit_scale.h"
#include "model/scope.h"

namespace freeplay {
namespace {

struct Known {
  Measure::Operand operand;
  std::string unit;
};

/// Numbers of words have no meaning in a formula, and units that are none are those of other texts.
std::map<std::string, Known> known_numbers(const Study& study) {
  std::map<std::string, Known> known;
  for (std::size_t i = 0; i < study.variables.size(); ++i) {
    const Variable& variable = study.variables[i];
    if (variable.words.empty()) known[variable.name] = {{true, i, 1}, variable.unit};
  }
  for (std::size_t i = 0; i < study.measures.size(); ++i)
    known[study.measures[i].name] = {{false, i, 1}, study.measures[i].unit};
  for (auto& [name, one] : known) {
    Scale scale;
    if (parse_unit(one.unit, scale))
      one.operand.factor = std::pow(10, scale.decade) * scale.numerator / scale.denominator;
  }
  return known;
}

formula::Amount amount_of(const Known& known) {
  formula::Amount amount;
  amount.value =
      1;  // some number: that a root of it or a division by it has a value is seen when it is known
  Scale scale;
  amount.bare = known.unit.empty() || !parse_unit(known.unit, scale);
  if (!amount.bare) amount.dimension = scale.dimension;
  return amount;
}

/// As what it is computed from has it, as people write it, or as powers of SI units.
std::string unit_of(const formula::Amount& amount, const std::vector<std::string>& units) {
  if (amount.bare) return "-";
  std::vector<std::string> candidates = units;
  for (const char* common :
       {"-", "m", "kg", "s", "rad", "N", "N*m", "W", "m/s", "rad/s", "N*s", "m/s^2", "N/m"})
    candidates.emplace_back(common);
  const auto fits = [&](const std::string& unit) {
    Scale scale;
    const bool is_si = parse_unit(unit, scale) && scale.decade == 0 && scale.numerator == scale.denominator;
    return is_si && scale.dimension == amount.dimension;
  };
  const auto found = std::find_if(candidates.begin(), candidates.end(), fits);
  return found != candidates.end() ? *found : unit_text(amount.dimension).value_or("-");
}

}  // namespace

void read_formula_measure(Reader& reader, const tree::Node& node, const std::string& path, const Study& study,
                          Measure& measure) {
  measure.what = Measure::What::formula;
  const auto* text = node.as<std::string>();
  if (text == nullptr || !formula::is_formula(*text)) {
    reader.error(node.position, path, fmt::format("expected a formula \"= …\"; found {}", kind_name(node)),
                 "it names what varies and measures before it: \"= hit/mass\"");
    return;
  }
  const std::map<std::string, Known> known = known_numbers(study);
  Scope::Named named;
  for (const auto& [name, one] : known) named[name] = amount_of(one);
  const auto read = reader.scope()->of_named(*text, node.position, path, named);
  if (!read) return;
  formula::Mistake none;
  measure.text = read->text;
  measure.formula = formula::Formula::parse(std::string_view(read->text).substr(1), none);
  std::vector<std::string> units;
  for (const std::string& name : measure.formula->names()) {
    measure.operands.push_back(known.at(name).operand);
    units.push_back(known.at(name).unit);
  }
  measure.unit = unit_of(read->amount, units);
}

double formula_value(const Measure& measure, std::span<const double> variables,
                     std::span<const double> measures) {
  std::vector<double> slots;
  for (const Measure::Operand& operand : measure.operands) {
    const double value = (operand.is_variable ? variables : measures)[operand.index];
    if (std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
    slots.push_back(value * operand.factor);
  }
  const double value = measure.formula->value(slots);
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace freeplay
