// SPDX-License-Identifier: Apache-2.0
// What a result file knows about its run, in words.
#pragma once

#include <string>
#include <vector>

#include "freeplay/report.h"

namespace freeplay {

struct Fact {
  std::string group;  ///< "run", "steps", "contacts", "energy"
  std::string label, value;
};

/// In the order in which a reader wants them; what does not apply is left out.
std::vector<Fact> facts_of(const Result& result);

/// What makes the results doubtful: how the run ended, NaN, warnings of the run.
std::vector<std::string> doubts_of(const Result& result);

/// The same, and what there is to say of the model.
std::vector<std::string> warnings_of(const Result& result);

/// Overlap that is no more than rounding, which the summary of a run calls none.
bool overlap_is_rounding(const RecordFile& record);

/// Attributes that are texts of many lines, or are shown as facts of their own.
bool is_long_text(const std::string& key);

}  // namespace freeplay
