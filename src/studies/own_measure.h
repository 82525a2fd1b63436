// SPDX-License-Identifier: Apache-2.0
// Measures by functions of the program that makes a study: `function = "roughness"`.
#pragma once

#include "freeplay/record.h"
#include "model/reader.h"
#include "studies/read_study.h"
#include "studies/study.h"

namespace freeplay {

/// Reads `function` and the keys that go with it, and reports what is wrong with them. `layout`: all that a run can record.
void read_own_measure(Block& block, const tree::Node& node, const RecordLayout& layout,
                      const KnownFunctions& known, Measure& measure);

bool has_own_measures(const Study& study);

}  // namespace freeplay
