// SPDX-License-Identifier: Apache-2.0
#include "freeplay/given_parameters.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace freeplay {

namespace {

/// For models built in code; files are checked when they are read.
[[noreturn]] void refuse(const EntryInfo& entry, const Where& where, std::string_view key,
                         const std::string& message) {
  Diagnostics problems;
  problems.error(where, fmt::format("{}.{}", entry.name, key), message,
                 "check(model) reports everything of this kind");
  throw ModelError(problems.all());
}

/// What was given; nullptr: nothing.
template <class T>
const T* get(const EntryInfo& entry, const Value* given, std::string_view key) {
  if (given == nullptr) return nullptr;
  const T* data = std::get_if<T>(&given->data);
  if (data == nullptr) refuse(entry, given->where, key, "the value is of another kind than declared");
  return data;
}

/// A value that is computed as the system moves.
bool is_formula(const Value* given) { return given != nullptr && std::holds_alternative<Texts>(given->data); }

template <class T>
std::optional<T> maybe(const EntryInfo& entry, const Value* given, std::string_view key) {
  const T* data = get<T>(entry, given, key);
  return data == nullptr ? std::nullopt : std::optional<T>(*data);
}

}  // namespace

const Where& Parameters::nowhere() {
  static const Where where;
  return where;
}

const Param& Parameters::param(std::string_view key) const {
  for (const Param& param : info_->params) {
    if (key == param.key) return param;
  }
  throw std::logic_error(
      fmt::format("{} asks for the parameter \"{}\", which its entry does not declare", info_->name, key));
}

const Value* Parameters::value(std::string_view key) const {
  for (const auto& [word, value] : *values_) {  // few: a search without a key of its own
    if (word == key) return &value;
  }
  return nullptr;
}

double Parameters::number(std::string_view key) const {
  const Param& declared = param(key);
  if (is_formula(value(key))) return 0;
  if (const double* data = get<double>(*info_, value(key), key)) return *data;
  if (std::isnan(declared.fallback)) refuse(*info_, *block_, key, "missing: " + std::string(declared.help));
  return declared.fallback;
}

bool Parameters::flag(std::string_view key, bool fallback) const {
  const bool* data = get<bool>(*info_, value(key), key);
  return data == nullptr ? fallback : *data;
}

std::string Parameters::word(std::string_view key) const {
  if (const std::string* data = get<std::string>(*info_, value(key), key)) return *data;
  const Words& choices = param(key).choices;
  return choices.empty() ? std::string() : choices.front();
}

const std::string& Parameters::formula(std::string_view key) const {
  const std::string* data = get<std::string>(*info_, value(key), key);
  if (data == nullptr) refuse(*info_, *block_, key, "missing: " + std::string(param(key).help));
  return *data;
}

std::optional<Point> Parameters::point(std::string_view key) const {
  if (is_formula(value(key))) return Point{0, 0};
  return maybe<Point>(*info_, value(key), key);
}

const std::vector<Point>* Parameters::points(std::string_view key) const {
  return get<std::vector<Point>>(*info_, value(key), key);
}

std::optional<Point3> Parameters::vector(std::string_view key) const {
  if (is_formula(value(key))) return Point3{0, 0, 0};
  return maybe<Point3>(*info_, value(key), key);
}

const std::vector<Point3>* Parameters::vectors(std::string_view key) const {
  return get<std::vector<Point3>>(*info_, value(key), key);
}

std::optional<Quaternion> Parameters::orientation(std::string_view key) const {
  return maybe<Orientation>(*info_, value(key), key);
}

const std::vector<double>& Parameters::numbers(std::string_view key) const {
  static const std::vector<double> kNone;
  const std::vector<double>* data = get<std::vector<double>>(*info_, value(key), key);
  return data == nullptr ? kNone : *data;
}

std::vector<std::string> Parameters::texts(std::string_view key) const {
  const Texts* data = get<Texts>(*info_, value(key), key);
  return data == nullptr ? std::vector<std::string>{} : data->all();
}

const Choice* Parameters::method(std::string_view key) const {
  const Choices* one = get<Choices>(*info_, value(key), key);
  return one != nullptr && one->all().size() == 1 ? &one->all().front() : nullptr;
}

const std::vector<Choice>& Parameters::methods(std::string_view key) const {
  static const std::vector<Choice> kNone;
  const Choices* data = get<Choices>(*info_, value(key), key);
  return data == nullptr ? kNone : data->all();
}

const Where& Parameters::where(std::string_view key) const {
  const Value* given_value = value(key);
  return given_value ? given_value->where : *block_;
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
