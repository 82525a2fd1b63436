// SPDX-License-Identifier: Apache-2.0
// A run reduced to the measures of a study while it goes on: nothing of it is kept.
#pragma once

#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "freeplay/record.h"
#include "studies/study.h"

namespace freeplay {

/// What `component` of a measure may be; of a channel of one number, only the empty one.
std::vector<std::string> components_of(const Channel& channel);

/// Where a measured number is in a sample, or in a row of a table.
struct SourcePlace {
  int table = -1;                    ///< −1: a channel
  std::size_t first = 0, width = 1;  ///< of width 0 there is none; of several numbers the length is meant
  std::size_t time = 0;              ///< of a row

  double value(std::span<const double> row) const;
};
/// Throws std::out_of_range for what the layout has not.
SourcePlace place_of(const Measure& measure, const RecordLayout& layout);

/// Times that differ by no more are the same, roundings included.
double same_time(double t);

/// One measure of one run. Channels are taken as straight between their samples.
class Reduction {
 public:
  explicit Reduction(const Measure& measure) : measure_(&measure) {}
  void begin();
  void add(double t, double value);
  /// NaN: there is none, such as a crossing that does not happen.
  double result();

 private:
  void add_piece(double t, double value);
  bool crosses(double before, double after) const;
  bool is_return(double t);

  const Measure* measure_;
  long long count_ = 0;
  double most_ = 0, least_ = 0, sum_ = 0, squares_ = 0;
  double first_time_ = 0, last_time_ = 0, last_ = 0;
  double integral_ = 0, integral_of_squares_ = 0, above_ = 0;
  long long crossings_ = 0;
  double first_crossing_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> kept_;  ///< of percentiles and returns: values of the run
};

/// Receives a run and reduces it.
class MeasureSink final : public RecordSink {
 public:
  /// For runs that record with this layout. Throws std::out_of_range for a measure of what it has not. The measures must
  /// stay.
  MeasureSink(const std::vector<Measure>& measures, const RecordLayout& layout);

  void begin();
  void append(std::span<const double> row) override;
  void append_row(int table, std::span<const double> cells) override;
  void close(const std::string& /*status*/, const std::map<std::string, Attribute>& /*attributes*/) override {
  }
  /// In the order of the measures.
  void results(std::span<double> out);

 private:
  void take(std::size_t i, double t, double value);

  const std::vector<Measure>& measures_;
  std::vector<SourcePlace> places_;
  std::vector<Reduction> reductions_;
};

}  // namespace freeplay
