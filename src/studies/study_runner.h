// SPDX-License-Identifier: Apache-2.0
// Makes the runs of a study, one after the other: numbers are set in a machine that was assembled once, and each run is
// reduced to its measures as it goes.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/run.h"
#include "studies/reduction.h"
#include "studies/section.h"
#include "studies/study.h"

namespace freeplay {

/// How a run ended. The words stand in results, in this order.
enum class RowStatus {
  complete,
  refused,  ///< the model with these numbers is none: out of range, or it cannot be assembled
  unsolved,
  not_finite,
  not_assembled,
  too_many_contacts,
  stalled,
  outside_law,
  jammed,
  friction_unsettled,
  failed,   ///< for another reason
  limit,    ///< of the study or of the model
  mistake,  ///< in Freeplay
  stopped,  ///< the user stopped the study: it is no row
};
const std::vector<std::string>& row_status_words();

struct StudyRow {
  std::vector<double> inputs;                 ///< of each variable; NaN: that of the model
  std::vector<double> measures;               ///< NaN where the run is not complete, or has none
  std::vector<std::vector<double>> sections;  ///< of each, point by point: time, numbers
  RowStatus status = RowStatus::complete;
  double ended = 0;     ///< [s] of the motion
  double warnings = 0;  ///< how many the run has
  std::string message;  ///< why it is not complete
};

class StudyRunner {
 public:
  /// The study must stay.
  explicit StudyRunner(const Study& study) : study_(study) {}

  StudyRow run(long long row, const std::atomic<bool>* stop = nullptr);
  /// With these values of the variables.
  StudyRow run_with(std::vector<double> inputs, const std::atomic<bool>* stop = nullptr);

  /// The model with these values as --set makes it, for a run of its own.
  std::vector<Assignment> changes_of(const std::vector<double>& inputs);

 private:
  /// An assembled model, and where the numbers of the variables are in it.
  struct Machine {
    std::vector<Assignment> changes;  ///< that it was read with
    Model model;
    Assembly assembly;
    std::vector<std::vector<int>> numbers;     ///< of each variable, for each of its paths
    std::vector<std::vector<double>> nominal;  ///< what they are in the model
    Run run;
    std::optional<MeasureSink> measures;
    std::optional<SectionSink> sections;
    std::optional<RecordLayout> layout;  ///< of what functions of measures are given
  };
  void use_machine(const std::vector<double>& inputs);
  std::vector<Assignment> rebuilding_changes(const std::vector<double>& inputs) const;
  void set_numbers(const std::vector<double>& inputs);
  void try_run(StudyRow& row, const std::atomic<bool>* stop);
  double number_of(std::size_t variable, std::size_t path, double value) const;
  void measure_by_functions(StudyRow& row, const MemoryRecord& run) const;
  void compute_formulas(StudyRow& row) const;

  const Study& study_;
  std::optional<Machine> machine_;
};

}  // namespace freeplay
