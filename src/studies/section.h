// SPDX-License-Identifier: Apache-2.0
// Poincaré sections: numbers of a motion once in each period of what drives it, or at each row of a table such as that of
// impacts. A bifurcation diagram is a section over what varies.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "freeplay/record.h"
#include "studies/reduction.h"
#include "studies/study.h"

namespace freeplay {

/// The table that a study's result has of a section: row of the study, time, numbers.
Table section_table(const Section& section);

/// Receives a run and keeps its sections.
class SectionSink final : public RecordSink {
 public:
  /// As MeasureSink.
  SectionSink(const std::vector<Section>& sections, const RecordLayout& layout);

  void begin();
  void append(std::span<const double> row) override;
  void append_row(int table, std::span<const double> cells) override;
  void close(const std::string& /*status*/, const std::map<std::string, Attribute>& /*attributes*/) override {
  }
  /// Of each section its points one after the other: time, numbers.
  const std::vector<std::vector<double>>& points() const { return points_; }

 private:
  bool is_in(const Section& section, double t) const;

  const std::vector<Section>& sections_;
  std::vector<std::vector<SourcePlace>> places_;
  std::vector<std::vector<double>> points_;
  std::vector<long long> returns_;  ///< so far
};

}  // namespace freeplay
