// SPDX-License-Identifier: Apache-2.0
// What the rows of a study say together, and of which runs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/results.h"
#include "studies/morris.h"
#include "studies/sobol_indices.h"
#include "studies/study.h"

namespace freeplay {

/// Between which a number lies with a confidence of 95 %; NaN: there are too few runs for a bound.
struct Bounds {
  double low = 0, high = 0;
};

/// Of all runs that are complete and have the measure.
struct MeasureStatistics {
  std::string name, unit;
  long long count = 0;  ///< runs
  double mean = 0, deviation = 0;
  double least = 0, percent5 = 0, median = 0, percent95 = 0, peak = 0;
  long long least_row = -1, peak_row = -1;
  double error = 0;  ///< standard error of the mean, of plans that are samples
  Bounds percent5_bounds, median_bounds, percent95_bounds;
  /// Of each variable: rank correlation with the measure [Spearman1904]; NaN where either does not change, or the
  /// variable has words.
  std::vector<double> correlations;
  std::vector<ElementaryEffects> effects;  ///< of the plan morris, of each variable
  std::vector<SobolIndices> indices;       ///< of the plan sobol_indices, of each variable
};

struct RowReason {
  std::string word;  ///< of row_status_words()
  long long count = 0, first_row = 0;
};

/// Of the plan optimise: the best point so far, all of whose runs have the goal.
struct BestPoint {
  std::string goal, unit;
  std::string what;  ///< "least mean"
  double value = 0;
  long long row = 0, runs = 0;  ///< its first one, and how many
  std::vector<double> inputs;   ///< of the variables that are searched, in their order
};

struct StudySummary {
  std::string name;
  long long rows = 0, planned = 0, complete = 0, warned = 0;
  std::vector<RowReason> reasons;  ///< why runs are not complete
  bool sampled = false;  ///< runs are a sample of all that could be: their statistics have a confidence
  std::vector<std::string> variables;
  std::vector<MeasureStatistics> measures;
  std::optional<BestPoint> best;
  std::vector<std::string> searched;        ///< variables, with
  std::vector<std::string> searched_units;  ///< their units
};

/// Reads one column at a time. `study`: that of the record.
StudySummary summarise(const RecordFile& record, const Study& study);

/// For people. `message_of`: why the run of a row failed, in a sentence.
std::string summary_text(const StudySummary& summary,
                         const std::function<std::string(long long row)>& message_of);

/// For programs.
std::string summary_json(const StudySummary& summary, const std::string& file);

}  // namespace freeplay
