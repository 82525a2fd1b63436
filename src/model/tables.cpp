// SPDX-License-Identifier: Apache-2.0
#include "model/tables.h"

#include <fmt/format.h>

#include <cmath>

#include "base/unit_scale.h"
#include "formula/functions.h"
#include "model/scope.h"

namespace freeplay {
namespace {

/// Ends of a period may differ by rounding of what they were written in.
constexpr double kRounding = 1e-12;

Joining joining_of(const std::string& word) {
  return word == "linear" ? Joining::linear : word == "spline" ? Joining::spline : Joining::monotone;
}

std::optional<TableMistake> period_mistake(const FunctionTable& table) {
  const double way = table.x.back() - table.x.front(), rest = table.period - way;
  if (rest < -kRounding * way) {
    return TableMistake{
        "period",
        fmt::format("must be {:g} at least, which x runs through; found {:g}", way, table.period),
        {}};
  }
  const bool closed = rest <= kRounding * way;
  if (closed && std::abs(table.y.back() - table.y.front()) > kRounding * std::abs(table.y.front())) {
    return TableMistake{
        "y",
        fmt::format("x runs through a whole period, so the last value must be the first; found "
                    "{:g} and {:g}",
                    table.y.front(), table.y.back()),
        "leave the last point out, or make the two equal"};
  }
  if (table.interpolation == "spline" && table.x.size() + (closed ? 0 : 1) < 4)
    return TableMistake{"x", "a periodic spline needs three different points", {}};
  return {};
}

}  // namespace

std::optional<TableMistake> find_mistake(const FunctionTable& table) {
  if (!is_parameter_name(table.name))
    return TableMistake{"name", "a table's name has letters, digits and _ only: formulas call it", {}};
  if (formula::is_reserved(table.name) || table.name == "t") {
    return TableMistake{"name", fmt::format("\"{}\" has a meaning of its own in formulas", table.name),
                        "give the table another name"};
  }
  if (table.x.size() < 2 || table.x.size() != table.y.size()) {
    return TableMistake{
        "y",
        fmt::format("expected one y per x and at least two; found {} for {}", table.y.size(), table.x.size()),
        {}};
  }
  for (std::size_t i = 1; i < table.x.size(); ++i) {
    if (table.x[i] > table.x[i - 1]) continue;
    return TableMistake{"x", fmt::format("x must increase; entry {} does not", i + 1), "sort the table by x"};
  }
  return table.period > 0 ? period_mistake(table) : std::nullopt;
}

std::shared_ptr<const formula::Tables> make_tables(const std::vector<FunctionTable>& tables) {
  auto all = std::make_shared<formula::Tables>();
  for (const FunctionTable& table : tables) {
    const double way = table.x.back() - table.x.front();
    const bool closed = table.period > 0 && table.period <= way * (1 + kRounding);
    formula::TableFunction& to = all->emplace_back(formula::TableFunction{
        table.name,
        Piecewise(table.x, table.y, joining_of(table.interpolation), closed ? way : table.period),
        {},
        {}});
    to.bare_x = table.units[0].empty();
    to.bare_y = table.units[1].empty();
    Scale x, y;
    if (!to.bare_x && parse_unit(table.units[0], x)) to.x = x.dimension;
    if (!to.bare_y && parse_unit(table.units[1], y)) to.y = y.dimension;
  }
  return all;
}

}  // namespace freeplay
