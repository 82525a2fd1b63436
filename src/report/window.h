// SPDX-License-Identifier: Apache-2.0
// A part of a result in time.
#pragma once

#include <limits>

#include "freeplay/report.h"

namespace freeplay {

struct TimeWindow {
  double from = -std::numeric_limits<double>::infinity();  ///< [s]
  double to = std::numeric_limits<double>::infinity();
};

/// Drops samples and rows of tables outside the window; tables without a time stay. False when no sample is
/// left.
bool cut(Result& result, const TimeWindow& window);

}  // namespace freeplay
