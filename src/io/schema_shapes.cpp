// SPDX-License-Identifier: Apache-2.0
#include "io/schema_shapes.h"

#include <fmt/format.h>

#include <cmath>

namespace freeplay::schema {
namespace {

std::string description_of(const Param& param) {
  const std::string unit(param.unit);
  std::string text = param.help;
  if (unit.find_first_of("@#") != std::string::npos) {
    text += fmt::format(" [{} or {}]", resolve_unit(param.unit, "rad"), resolve_unit(param.unit, "m"));
  } else if (unit != "-") {
    text += fmt::format(" [{}]", unit);
  }
  return text;
}

}  // namespace

Json quantity(const Param& param) {
  Json number = {{"type", "number"}};
  if (is_ranged(param) && !std::isinf(param.low))
    number[param.open_low ? "exclusiveMinimum" : "minimum"] = param.low;
  if (is_ranged(param) && !std::isinf(param.high)) number["maximum"] = param.high;
  return {{"anyOf", {number, {{"type", "string"}, {"pattern", "^\\s*([-+\u2212]?[0-9.]|=)"}}}}};
}

Json list_of(const Json& items, int least, int most) {
  Json list = {{"type", "array"}, {"items", items}};
  if (least > 0) list["minItems"] = least;
  if (most > 0) list["maxItems"] = most;
  return list;
}

Json shape_of(const Param& param) {
  switch (param.kind) {
    case ParamKind::number:
    case ParamKind::formula: return quantity(param);
    case ParamKind::boolean: return {{"type", "boolean"}};
    case ParamKind::text: return {{"type", "string"}};
    case ParamKind::choice: return {{"enum", words_of(param.choices)}};
    case ParamKind::point: return list_of(quantity(param), 2, 2);
    case ParamKind::points: return list_of(list_of(quantity(param), 2, 2), 2, 2);
    case ParamKind::polygon: return list_of(list_of(quantity(param), 2, 2), 3, 0);
    case ParamKind::numbers: return list_of(quantity(param), 1, 0);
    case ParamKind::vector: return list_of(quantity(param), 3, 3);
    case ParamKind::vectors: return list_of(list_of(quantity(param), 3, 3), 2, 2);
    case ParamKind::vertices: return list_of(list_of(quantity(param), 3, 3), 4, 0);
    case ParamKind::orientation: return {{"$ref", "#/$defs/orientation"}};
    case ParamKind::texts: return list_of({{"type", "string"}}, 1, 0);
    case ParamKind::method: return {{"$ref", std::string("#/$defs/") + param.registry}};
    case ParamKind::methods: return list_of({{"$ref", std::string("#/$defs/") + param.registry}}, 1, 0);
  }
  return Json::object();
}

Json described(Json shape, const Param& param) {
  if (*param.help != '\0') shape["description"] = description_of(param);
  const bool has_number = !std::isnan(param.fallback) && !param.optional;
  if (param.kind == ParamKind::number && has_number) shape["default"] = param.fallback;
  if (param.kind == ParamKind::boolean && has_number) shape["default"] = param.fallback != 0;
  if (param.kind == ParamKind::choice) shape["default"] = words_of(param.choices).front();
  return shape;
}

void Object::add(const std::string& key, Json shape, bool needed) {
  properties[key] = std::move(shape);
  if (needed) required.push_back(key);
}

void Object::add_params(std::span<const Param> params, bool needed) {
  for (const Param& param : params) {
    if (!properties.contains(param.key)) {
      add(param.key, described(shape_of(param), param), needed && is_required(param));
    }
  }
}

Json Object::json() const {
  Json object = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) object["required"] = required;
  return object;
}

}  // namespace freeplay::schema
