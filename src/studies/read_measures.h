// SPDX-License-Identifier: Apache-2.0
// [[measure]] of a study file: the numbers that each run is reduced to.
#pragma once

#include <string>

#include "freeplay/record.h"
#include "freeplay/registry.h"
#include "model/reader.h"
#include "studies/read_study.h"
#include "studies/study.h"

namespace freeplay {

/// What a measure may be, with its keys.
const RegistryInfo& measure_kinds();

/// Makes the keys of a block known, so that only those that do not exist are reported.
void take_measure_keys(Block& block);

/// Finds a channel or a column of a table that a run records, and its unit, or reports that there is none at `key`.
bool find_channel(Reader& reader, const RecordLayout& layout, tree::Position position, const std::string& key,
                  const std::string& given, Measure& measure);
bool find_column(Reader& reader, const RecordLayout& layout, tree::Position position,
                 const std::string& table_key, const std::string& column_key, const std::string& given,
                 Measure& measure);

/// `window = [from, to]` of a block, if it has one.
void read_window(Block& block, double& from, double& to);

class MeasureReader {
 public:
  /// `layout`: all that can be measured. The others are kept by reference.
  MeasureReader(Reader& reader, Study& study, RecordLayout layout, const KnownFunctions& known);

  /// Adds what the block says to the study.
  void read(Block& block);

 private:
  void read_channel(Block& block, const tree::Node& node, Measure& measure);
  void read_table(Block& block, const tree::Node& node, Measure& measure);
  void read_what(Block& block, Measure& measure);
  void read_twin(const tree::Node& node, const std::string& path, Measure& measure);

  Reader& reader_;
  Study& study_;
  const RecordLayout layout_;
  const KnownFunctions& known_;
};

}  // namespace freeplay
