// SPDX-License-Identifier: Apache-2.0
#include "model/read_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/unit_scale.h"
#include "base/units.h"
#include "model/actuators.h"
#include "model/fields.h"
#include "model/read_fields.h"
#include "model/read_lists.h"
#include "model/read_table_file.h"
#include "model/read_value.h"
#include "model/scope.h"
#include "model/tables.h"
#include "model/words.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostPoints = 1000000;

/// A number in the table's unit, or a text with its own.
std::optional<double> read_entry(Reader& reader, const tree::Node& node, const std::string& path,
                                 const std::string& unit) {
  std::string text;
  if (const auto* whole = node.as<long long>()) {
    text = fmt::format("{} {}", *whole, unit);
  } else if (const auto* real = node.as<double>()) {
    text = fmt::format("{} {}", *real, unit);
  } else if (const auto* given = node.as<std::string>()) {
    text = *given;
  } else {
    reader.error(node.position, path, fmt::format("expected a number; found {}", kind_name(node)));
    return {};
  }
  const Quantity quantity = parse_quantity(text, unit.empty() ? "-" : unit);
  std::string wrong = quantity.error;
  if (wrong.empty()) wrong = magnitude_error(quantity.value);
  if (wrong.empty()) return quantity.value;
  reader.error(node.position, path, wrong, quantity.hint);
  return {};
}

std::vector<double> read_column(Block& block, const char* key, const std::string& unit) {
  const tree::Node* node = block.take(key);
  if (node == nullptr) {
    block.missing(key, "a list of numbers");
    return {};
  }
  std::vector<double> column;
  const auto* items = node->as<tree::List>();
  if (items == nullptr || items->size() > kMostPoints) {
    block.reader().error(node->position, block.path_of(key),
                         fmt::format("expected a list of numbers; found {}",
                                     items == nullptr ? kind_name(*node) : "more than a million"));
    return {};
  }
  for (const tree::Node& item : *items) {
    if (const auto number = read_entry(block.reader(), item, block.path_of(key), unit))
      column.push_back(*number);
  }
  return column.size() == items->size() ? column : std::vector<double>();
}

/// In SI units, as the model has it.
std::string si_unit(Block& block, const std::string& unit) {
  Scale scale;
  UnitError why;
  if (unit.empty() || unit == "-") return {};
  if (parse_unit(unit, scale, &why)) return unit_text(scale.dimension).value_or("");
  const tree::Node* node = block.take("units");
  block.reader().error(node->position, block.path_of("units"), why.message);
  return {};
}

void read_table(Block& block, TableFiles& files, Names& names, Model& model) {
  FunctionTable table;
  Reader& reader = block.reader();
  table.where = reader.where(block.position());
  const std::size_t before = reader.mistakes();
  read_fields<FunctionTable>(block, table_fields, table);
  names.add(reader, block, "table", table.name);
  const std::array<std::string, 2> written = table.units;
  for (std::size_t k = 0; k < 2; ++k) table.units[k] = si_unit(block, written[k]);
  if (reader.mistakes() == before) {
    if (block.has(table_file.key)) {
      files.read(block, written, table);
    } else {
      table.x = read_column(block, "x", written[0]);
      table.y = read_column(block, "y", written[1]);
    }
    if (const tree::Node* period = block.take("period")) {
      table.period = read_entry(reader, *period, block.path_of("period"), written[0]).value_or(0);
      if (!(table.period > 0)) reader.error(period->position, block.path_of("period"), "must be positive");
    }
  }
  block.finish();
  if (reader.mistakes() == before) {
    if (const auto mistake = find_mistake(table)) {
      const tree::Node* node = block.take(mistake->key);
      reader.error(node == nullptr ? block.position() : node->position, block.path_of(mistake->key),
                   mistake->message, mistake->hint);
    }
  }
  if (reader.mistakes() == before) model.tables.push_back(std::move(table));
}

std::optional<std::string> read_moving(Reader& reader, const tree::Node& node, const std::string& path,
                                       const Param& param, const std::string& unit, const Model& model) {
  const auto* text = node.as<std::string>();
  if (text != nullptr && reader.scope()->is_moving(*text, node.position))
    return reader.scope()->over_time(*text, node.position, path, unit, &model);
  Param one = param;
  one.kind = ParamKind::number;
  const auto value = read_value(reader, node, path, one, unit);
  return value ? std::optional<std::string>(fmt::format("= {}", std::get<double>(value->data)))
               : std::nullopt;
}

bool is_moving(Scope& scope, const tree::Node& node) {
  if (const auto* text = node.as<std::string>()) return scope.is_moving(*text, node.position);
  const auto* items = node.as<tree::List>();
  return items != nullptr && std::any_of(items->begin(), items->end(), [&](const tree::Node& item) {
           return item.as<std::string>() != nullptr &&
                  scope.is_moving(*item.as<std::string>(), item.position);
         });
}

/// Of a joint's coordinate, or "" after reporting that there is none.
std::string actuated_unit(Block& block, const Actuator& actuator, const ActuatorEntry& entry,
                          const Model& model) {
  const tree::Node* node = block.take("joint");
  const auto found = std::find_if(model.joints.begin(), model.joints.end(),
                                  [&](const Joint& joint) { return joint.name == actuator.joint; });
  if (node == nullptr || found == model.joints.end()) return {};
  const std::string unit = driven_unit(found->type, model.dimension, actuator.coordinate);
  if (unit.empty()) {
    std::vector<std::string> names;
    for (const DrivenCoordinate& one : driven_coordinates(found->type, model.dimension))
      names.push_back(one.name);
    block.reader().error(
        node->position, block.path_of("joint"),
        fmt::format("a {} joint (\"{}\") has no coordinate{} to act on", found->type, found->name,
                    actuator.coordinate.empty() ? "" : fmt::format(" \"{}\"", actuator.coordinate)),
        names.size() > 1 ? "name one with coordinate: " + list_words(names)
                         : "name a joint with a free coordinate");
  } else if (*entry.unit != '\0' && unit != entry.unit) {
    block.reader().error(
        node->position, block.path_of("joint"),
        fmt::format("a {} acts on {}, and the coordinate of \"{}\" is {}", entry.name,
                    unit == "m" ? "an angle" : "a length", found->name,
                    unit == "m" ? "a length" : "an angle"),
        unit == "m" ? "use the type \"force\" on a slide" : "use the type \"torque\" on an angle");
  }
  return unit;
}

void check_place(Block& block, const Actuator& actuator, const Model& model) {
  const std::optional<Place>& place = block.reader().file_of(block.position()).place;
  const auto joint = std::find_if(model.joints.begin(), model.joints.end(),
                                  [&](const Joint& one) { return one.name == actuator.joint; });
  if (!place || joint == model.joints.end()) return;
  if (const std::string why = place->refuse(actuator, *joint); !why.empty())
    block.reader().error(block.position(), block.path(), "cannot act where its file is placed: " + why);
}

}  // namespace

void read_tables(Block& top, Model& model) {
  Names names;
  TableFiles files(top.reader());
  each(top, "table", names, [&](Block& block) { read_table(block, files, names, model); });
  top.reader().scope()->use(make_tables(model.tables));
}

void read_moving_params(Block& block, std::span<const Param> params, std::span<const char* const> keys,
                        Values& values, const Model& model, const std::string& coordinate) {
  Reader& reader = block.reader();
  for (const Param& param : params) {
    const bool may_move = std::find(keys.begin(), keys.end(), std::string_view(param.key)) != keys.end();
    const tree::Node* node = may_move ? block.take(param.key) : nullptr;
    if (node == nullptr || !is_moving(*reader.scope(), *node)) {
      read_params(block, {&param, 1}, values, coordinate);
      continue;
    }
    const std::string path = block.path_of(param.key);
    const auto* items = node->as<tree::List>();
    const std::size_t width = param.kind == ParamKind::number ? 1 : idx(model.dimension);
    if ((items == nullptr) != (width == 1) || (items != nullptr && items->size() != width)) {
      reader.error(node->position, path,
                   width == 1 ? "expected one number or formula; found a list"
                              : fmt::format("expected a list of {} numbers or formulas; found {}", width,
                                            items == nullptr ? kind_name(*node)
                                                             : fmt::format("a list of {}", items->size())));
      continue;
    }
    const std::string unit = resolve_unit(param.unit, coordinate);
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < width; ++k) {
      const tree::Node& one = items == nullptr ? *node : (*items)[k];
      if (auto text = read_moving(reader, one, path, param, unit, model)) texts.push_back(std::move(*text));
    }
    if (texts.size() == width)
      values.emplace(param.key, Value{Texts(std::move(texts)), reader.where(node->position)});
  }
}

void read_actuators(Block& top, const Names& joints, Model& model) {
  Names names;
  each(top, "actuator", names, [&](Block& block) {
    Actuator actuator;
    Reader& reader = block.reader();
    actuator.where = reader.where(block.position());
    read_fields<Actuator>(block, actuator_fields, actuator);
    names.add(reader, block, "actuator", actuator.name);
    if (const tree::Node* joint = block.take("joint"); joint != nullptr && !actuator.joint.empty())
      joints.check(reader, joint->position, block.path_of("joint"), "joint", actuator.joint);
    const tree::Node* type = block.take("type");
    if (const ActuatorEntry* entry = find_actuator(actuator.type)) {
      const std::string unit = actuated_unit(block, actuator, *entry, model);
      read_moving_params(block, entry->params, entry->formulas, actuator.values, model, unit);
      block.finish();
      check_place(block, actuator, model);
    } else if (type != nullptr && !actuator.type.empty()) {
      reader.error(type->position, block.path_of("type"),
                   fmt::format("\"{}\" is not one of the actuators", actuator.type),
                   reader.suggest_from(actuator.type, actuator_types(), "known: "));
    }
    model.actuators.push_back(std::move(actuator));
  });
}

void read_stop(Block& block, Model& model) {
  const tree::Node* node = block.take(stop_param.key);
  if (node == nullptr) return;
  const std::string path = block.path_of(stop_param.key);
  const auto* text = node->as<std::string>();
  if (text == nullptr || !formula::is_formula(*text)) {
    block.reader().error(node->position, path,
                         fmt::format("expected a formula \"= …\"; found {}", kind_name(*node)),
                         "write it like \"= crank.angle > 20*pi\"");
    return;
  }
  if (auto bound = block.reader().scope()->over_time(*text, node->position, path, "-", &model))
    model.run.stop_when = std::move(*bound);
}

}  // namespace freeplay
