// SPDX-License-Identifier: Apache-2.0
#include "studies/own_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/unit_scale.h"
#include "model/read_value.h"
#include "model/tree.h"

namespace freeplay {
namespace {

constexpr Param kFunction{
    .key = "function", .help = "of the program that makes the study", .kind = ParamKind::text};
constexpr Param kUnit{
    .key = "unit", .help = "of what the function gives", .kind = ParamKind::text, .optional = true};
constexpr Param kPattern{.key = "channels", .help = "that the function is given", .kind = ParamKind::text};

void read_channels(Block& block, const RecordLayout& layout, Measure& measure) {
  const tree::Node* node = block.take(kPattern.key);
  if (node == nullptr) return;
  Reader& reader = block.reader();
  const std::string at = block.path_of(kPattern.key);
  const auto* items = node->as<tree::List>();
  if (items == nullptr || items->empty()) {
    reader.error(node->position, at, fmt::format("expected a list of channels; found {}", kind_name(*node)),
                 "leave it out for all of them");
    return;
  }
  std::vector<std::string> names;
  for (const Channel& channel : layout.channels) names.push_back(channel.path.substr(1));
  for (const Table& table : layout.tables) names.push_back(table.path.substr(1));  // that of free contacts
  for (const tree::Node& item : *items) {
    const auto value = read_value(reader, item, at, kPattern, "");
    if (!value) continue;
    std::string pattern = std::get<std::string>(value->data);
    if (pattern.starts_with("/")) pattern.erase(0, 1);
    if (std::none_of(names.begin(), names.end(), [&](const auto& name) { return matches(name, pattern); }))
      reader.error(item.position, at, fmt::format("the model records no channel \"{}\"", pattern),
                   reader.suggest_from(pattern, names, "recorded: "));
    measure.channels.push_back(std::move(pattern));
  }
}

}  // namespace

void read_own_measure(Block& block, const tree::Node& node, const RecordLayout& layout,
                      const KnownFunctions& known, Measure& measure) {
  Reader& reader = block.reader();
  measure.what = Measure::What::own;
  if (const auto value = read_value(reader, node, block.path_of(kFunction.key), kFunction, ""))
    measure.function = std::get<std::string>(value->data);
  if (const auto found = known.functions.find(measure.function); found != known.functions.end()) {
    measure.own = found->second;
  } else if (!known.are_some && !measure.function.empty()) {
    std::vector<std::string> names;
    for (const auto& [name, function] : known.functions) names.push_back(name);
    reader.error(node.position, block.path_of(kFunction.key),
                 fmt::format("no function is called \"{}\" here", measure.function),
                 names.empty() ? "functions are given by programs that make studies: in Python fp.Study, in "
                                 "C++ PreparedStudy"
                               : reader.suggest_from(measure.function, names, "given: "));
  }
  read_channels(block, layout, measure);
  const tree::Node* unit = block.take(kUnit.key);
  measure.unit = "-";
  if (unit == nullptr) return;
  if (const auto value = read_value(reader, *unit, block.path_of(kUnit.key), kUnit, ""))
    measure.unit = std::get<std::string>(value->data);
  Scale scale;
  if (measure.unit != "-" && !parse_unit(measure.unit, scale))
    reader.error(unit->position, block.path_of(kUnit.key), fmt::format("\"{}\" is no unit", measure.unit),
                 "write it like \"N/m\", or \"-\" for none");
}

bool has_own_measures(const Study& study) {
  return std::any_of(study.measures.begin(), study.measures.end(),
                     [](const Measure& measure) { return measure.what == Measure::What::own; });
}

}  // namespace freeplay
