// SPDX-License-Identifier: Apache-2.0
// [[vary]] of a study file: what varies, and over which values.
#pragma once

#include <string>

#include "freeplay/numbers.h"
#include "model/reader.h"
#include "studies/study.h"

namespace freeplay {

/// A value of a variable as `--set` would write it.
std::string written(const Variable& variable, double value);

class VariableReader {
 public:
  /// All are kept by reference.
  VariableReader(Reader& reader, Study& study, Numbers& numbers)
      : reader_(reader), study_(study), numbers_(numbers) {}

  /// Adds what the block says to the study.
  void read(Block& block);

 private:
  void read_paths(Block& block, Variable& variable);
  void read_values(Block& block, Variable& variable);
  void read_list(const tree::Node& node, const std::string& path, Variable& variable);
  void read_range(Block& block, Variable& variable);
  void read_tolerance(Block& block, const tree::Node& node, Variable& variable);
  void read_unit(Block& block, Variable& variable);
  void check_values(const Block& block, const Variable& variable);
  double number(const tree::Node& node, const std::string& path, const std::string& unit);

  Reader& reader_;
  Study& study_;
  Numbers& numbers_;
};

}  // namespace freeplay
