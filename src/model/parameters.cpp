// SPDX-License-Identifier: Apache-2.0
#include "model/parameters.h"

#include <cmath>

#include "base/assert.h"

namespace freeplay {

const Param& Parameters::param(const std::string& key) const {
  for (const Param& param : info_->params) {
    if (key == param.key) return param;
  }
  FREEPLAY_ASSERT(false && "undeclared parameter");
  return info_->params.front();
}

const Value* Parameters::value(const std::string& key) const {
  const auto found = values_->find(key);
  return found == values_->end() ? nullptr : &found->second;
}

double Parameters::number(const std::string& key) const {
  const Param& declared = param(key);
  if (const Value* given_value = value(key)) return std::get<double>(given_value->data);
  FREEPLAY_ASSERT(!std::isnan(declared.fallback));  // the reader and assemble() insist on required values
  return declared.fallback;
}

bool Parameters::flag(const std::string& key, bool fallback) const {
  const Value* given_value = value(key);
  return given_value ? std::get<bool>(given_value->data) : fallback;
}

std::string Parameters::word(const std::string& key) const {
  if (const Value* given_value = value(key)) return std::get<std::string>(given_value->data);
  const std::string choices = param(key).choices ? param(key).choices : "";
  return choices.substr(0, choices.find('|'));
}

std::optional<Point> Parameters::point(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? std::optional<Point>(std::get<Point>(given_value->data)) : std::nullopt;
}

std::optional<std::vector<Point>> Parameters::points(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? std::optional<std::vector<Point>>(std::get<std::vector<Point>>(given_value->data))
                     : std::nullopt;
}

std::optional<Point3> Parameters::vector(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? std::optional<Point3>(std::get<Point3>(given_value->data)) : std::nullopt;
}

std::optional<std::vector<Point3>> Parameters::vectors(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? std::optional<std::vector<Point3>>(std::get<std::vector<Point3>>(given_value->data))
                     : std::nullopt;
}

std::optional<Quaternion> Parameters::orientation(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? std::optional<Quaternion>(std::get<Quaternion>(given_value->data)) : std::nullopt;
}

std::vector<double> Parameters::numbers(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? std::get<std::vector<double>>(given_value->data) : std::vector<double>{};
}

std::vector<std::string> Parameters::texts(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? std::get<Texts>(given_value->data).all() : std::vector<std::string>{};
}

std::optional<Choice> Parameters::method(const std::string& key) const {
  const std::vector<Choice> one = methods(key);
  return one.size() == 1 ? std::optional<Choice>(one.front()) : std::nullopt;
}

std::vector<Choice> Parameters::methods(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? std::get<Choices>(given_value->data).all() : std::vector<Choice>{};
}

Where Parameters::where(const std::string& key) const {
  const Value* given_value = value(key);
  return given_value ? given_value->where : block_;
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
