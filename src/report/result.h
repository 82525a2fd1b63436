// SPDX-License-Identifier: Apache-2.0
// A result file as reports see it: the record, and the model that was run as far as the record tells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "io/record_file.h"

namespace freeplay {

struct Result {
  std::string label;  ///< in legends; unique among the results of one report
  std::string file;   ///< name of the file, without folder
  RecordFile record;
  /// Read again from the attribute `understood`, with bodies of a grid spelled out; none for a system of the
  /// user's own, or when another version wrote what this one cannot read.
  std::optional<Model> model;

  /// A recorded channel, or nullptr.
  const Channel* channel(const std::string& path) const;
  bool has(const std::string& path) const { return channel(path) != nullptr; }
  /// The k-th number of every sample; empty when the channel was not recorded.
  std::vector<double> values(const std::string& path, int component = 0) const;
  /// A recorded table, or nullptr.
  const Table* table(const std::string& path) const;
  /// Names that stand between `head` and the last part of paths: names("/body/", "/position") are the bodies,
  /// in the order of the record.
  std::vector<std::string> names(const std::string& head, const std::string& tail) const;
  std::string attribute(const std::string& key) const;  ///< as text; "" when it is not there
};

/// Opens result files and gives them labels: the models' names, where these are alike what differs between
/// their options, or else the files' names. Throws std::runtime_error as read_record does.
std::vector<Result> read_results(const std::vector<std::string>& files);

/// The same for a record that is at hand.
Result make_result(RecordFile record, const std::string& file);
/// Makes labels unique as read_results does.
void label_results(std::vector<Result>& results);

}  // namespace freeplay
