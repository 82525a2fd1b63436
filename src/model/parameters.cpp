// SPDX-License-Identifier: Apache-2.0
#include "model/parameters.h"

#include <cmath>

#include "base/assert.h"

namespace freeplay {

const Where& Parameters::nowhere() {
  static const Where where;
  return where;
}

const Param& Parameters::param(std::string_view key) const {
  for (const Param& param : info_->params) {
    if (key == param.key) return param;
  }
  FREEPLAY_ASSERT(false && "undeclared parameter");
  return info_->params.front();
}

const Value* Parameters::value(std::string_view key) const {
  for (const auto& [word, value] : *values_) {  // few: a search without a key of its own
    if (word == key) return &value;
  }
  return nullptr;
}

double Parameters::number(std::string_view key) const {
  const Param& declared = param(key);
  if (const Value* given_value = value(key)) return std::get<double>(given_value->data);
  FREEPLAY_ASSERT(!std::isnan(declared.fallback));  // the reader and assemble() insist on required values
  return declared.fallback;
}

bool Parameters::flag(std::string_view key, bool fallback) const {
  const Value* given_value = value(key);
  return given_value ? std::get<bool>(given_value->data) : fallback;
}

std::string Parameters::word(std::string_view key) const {
  if (const Value* given_value = value(key)) return std::get<std::string>(given_value->data);
  const std::string_view choices = param(key).choices ? param(key).choices : "";
  return std::string(choices.substr(0, choices.find('|')));
}

std::optional<Point> Parameters::point(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? std::optional<Point>(std::get<Point>(given_value->data)) : std::nullopt;
}

const std::vector<Point>* Parameters::points(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? &std::get<std::vector<Point>>(given_value->data) : nullptr;
}

std::optional<Point3> Parameters::vector(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? std::optional<Point3>(std::get<Point3>(given_value->data)) : std::nullopt;
}

const std::vector<Point3>* Parameters::vectors(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? &std::get<std::vector<Point3>>(given_value->data) : nullptr;
}

std::optional<Quaternion> Parameters::orientation(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? std::optional<Quaternion>(std::get<Quaternion>(given_value->data)) : std::nullopt;
}

std::vector<double> Parameters::numbers(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? std::get<std::vector<double>>(given_value->data) : std::vector<double>{};
}

std::vector<std::string> Parameters::texts(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? std::get<Texts>(given_value->data).all() : std::vector<std::string>{};
}

const Choice* Parameters::method(std::string_view key) const {
  const Value* given_value = value(key);
  if (given_value == nullptr) return nullptr;
  const std::vector<Choice>& one = std::get<Choices>(given_value->data).all();
  return one.size() == 1 ? &one.front() : nullptr;
}

std::vector<Choice> Parameters::methods(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? std::get<Choices>(given_value->data).all() : std::vector<Choice>{};
}

Where Parameters::where(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? given_value->where : *block_;
}

bool claims(const char* claim, const Values& values) {
  const std::string text = claim, except = "yes, except ";
  if (text.rfind(except, 0) != 0) return text == "yes";
  const std::size_t equals = text.find(" = ");
  const std::string key = text.substr(except.size(), equals - except.size()), word = text.substr(equals + 3);
  const auto given = values.find(key);
  const auto* chosen = given == values.end() ? nullptr : std::get_if<std::string>(&given->second.data);
  return chosen == nullptr || *chosen != word;
}

void require_parameters(const EntryInfo& info, const Values& values, const Where& where,
                        const std::string& key, Diagnostics& problems) {
  for (const Param& param : info.params) {
    const bool required = std::isnan(param.fallback) && !param.optional;
    if (required && values.count(param.key) == 0) {
      problems.error(where, key + "." + param.key, "missing: " + std::string(param.help));
    }
  }
}

}  // namespace freeplay
