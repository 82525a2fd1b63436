// SPDX-License-Identifier: Apache-2.0
// Given values seen through the declaration of a registered method: what the user gave, else the default.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "freeplay/model.h"
#include "freeplay/registry.h"

namespace freeplay {

/// Reads values that were already checked against `info.params`; asking for an undeclared key is a bug.
class Parameters {
 public:
  /// `block` is where the method itself stands in the file.
  Parameters(const EntryInfo& info, const Values& values, const Where& block = nowhere())
      : info_(&info), values_(&values), block_(&block) {}
  Parameters(const EntryInfo& info, const Values& values, Where&& block) = delete;  // it is kept by reference

  /// What declares them.
  const EntryInfo& info() const { return *info_; }
  /// As given, undeclared ones too.
  const Values& values() const { return *values_; }
  bool given(std::string_view key) const { return value(key) != nullptr; }
  double number(std::string_view key) const;
  bool flag(std::string_view key, bool fallback) const;
  /// The chosen word of a ParamKind::choice; the first of the choices by default.
  std::string word(std::string_view key) const;
  /// The text of a ParamKind::formula, with its "=" and without parameters.
  const std::string& formula(std::string_view key) const;
  std::optional<Point> point(std::string_view key) const;
  const std::vector<Point>* points(std::string_view key) const;
  std::optional<Point3> vector(std::string_view key) const;
  const std::vector<Point3>* vectors(std::string_view key) const;
  std::optional<Quaternion> orientation(std::string_view key) const;
  /// Of a ParamKind::numbers; empty when they are not given.
  const std::vector<double>& numbers(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  /// The method of a ParamKind::method; nullptr when it is not given.
  const Choice* method(std::string_view key) const;
  /// The methods of a ParamKind::methods.
  const std::vector<Choice>& methods(std::string_view key) const;
  /// Of the value; of the whole method when the value is not given.
  const Where& where(std::string_view key) const;

 private:
  static const Where& nowhere();
  const Param& param(std::string_view key) const;
  const Value* value(std::string_view key) const;

  const EntryInfo* info_;
  const Values* values_;
  const Where* block_;
};

/// Reports required parameters that are missing, for models built in code; files are checked when read.
void require_parameters(const EntryInfo& info, const Values& values, const Where& where,
                        const std::string& key, Diagnostics& problems);

}  // namespace freeplay
