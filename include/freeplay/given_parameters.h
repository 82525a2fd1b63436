// SPDX-License-Identifier: Apache-2.0
// Given values seen through the declaration of a registered method: what the user gave, else the default.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "freeplay/model.h"
#include "freeplay/registry.h"

namespace freeplay {

/// Reads values that were already checked against `info.params`; asking for an undeclared key is a bug.
class Parameters {
 public:
  /// `block` is where the method itself stands in the file.
  Parameters(const EntryInfo& info, const Values& values, Where block = {})
      : info_(&info), values_(&values), block_(std::move(block)) {}

  bool given(const std::string& key) const { return values_->count(key) > 0; }
  double number(const std::string& key) const;
  bool flag(const std::string& key, bool fallback) const;
  /// The chosen word of a ParamKind::choice; the first of the choices by default.
  std::string word(const std::string& key) const;
  std::optional<Point> point(const std::string& key) const;
  std::optional<std::vector<Point>> points(const std::string& key) const;
  std::optional<Point3> vector(const std::string& key) const;
  std::optional<std::vector<Point3>> vectors(const std::string& key) const;
  std::optional<Quaternion> orientation(const std::string& key) const;
  std::vector<double> numbers(const std::string& key) const;
  std::vector<std::string> texts(const std::string& key) const;
  /// The method of a ParamKind::method.
  std::optional<Choice> method(const std::string& key) const;
  /// The methods of a ParamKind::methods.
  std::vector<Choice> methods(const std::string& key) const;
  /// Of the value; of the whole method when the value is not given.
  Where where(const std::string& key) const;

 private:
  const Param& param(const std::string& key) const;
  const Value* value(const std::string& key) const;

  const EntryInfo* info_;
  const Values* values_;
  Where block_;
};

/// What a method claims of itself, "yes", "no" or "yes, except key = word", with the values given to it.
bool claims(const char* claim, const Values& values);

/// Reports required parameters that are missing, for models built in code; files are checked when read.
void require_parameters(const EntryInfo& info, const Values& values, const Where& where,
                        const std::string& key, Diagnostics& problems);

}  // namespace freeplay
