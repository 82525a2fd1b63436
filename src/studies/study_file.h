// SPDX-License-Identifier: Apache-2.0
// The result of a study: one HDF5 file with a row for each run (docs/studies.md), written as result files of runs are,
// so that a kill at any moment loses at most the last rows.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "freeplay/results.h"
#include "studies/study.h"
#include "studies/study_runner.h"

namespace freeplay {

RecordLayout study_layout(const Study& study);

/// The study that a result was made by, read from the texts that it has kept. Throws std::runtime_error where it is no
/// result of a study. Functions that are not given are none.
Study study_of(const RecordFile& record, const RunMeasures& functions = {});

/// The values of the variables in a row: by the plan or, of a search, from its result.
std::vector<double> inputs_of(const RecordFile& record, const Study& study, long long row);
/// Why the run of a row is not complete: it is made again.
std::string failure_of(const RecordFile& record, const Study& study, long long row);

/// Why the rows of a result are not those of this study; "": they are.
std::string difference(const std::map<std::string, Attribute>& kept, const Study& study);

/// Appends rows, in their order.
class StudyFile {
 public:
  /// A new file; where `resume`, one of the same study that is there already is gone on with. Throws
  /// std::runtime_error.
  StudyFile(const std::string& path, const Study& study, bool resume);

  long long rows() const { return rows_; }
  void append(const StudyRow& row);
  /// What cannot be written ends a study.
  bool failed() const { return sink_ && sink_->failed(); }
  void close(bool complete);

 private:
  using Clock = std::chrono::steady_clock;

  std::unique_ptr<RecordSink> sink_;  ///< none: the file is complete already
  long long rows_ = 0;
  Clock::time_point committed_ = Clock::now();
  std::vector<std::size_t> section_widths_;  ///< numbers of a point
  std::vector<double> cells_;
};

}  // namespace freeplay
