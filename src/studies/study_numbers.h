// SPDX-License-Identifier: Apache-2.0
// Statistics that several parts of a study need.
#pragma once

#include <span>

namespace freeplay {

/// Value below which `percent` of the sorted values lie, between two of them in proportion [HyndmanFan1996, type 7]; NaN
/// where there are none.
double percentile_of_sorted(std::span<const double> sorted, double percent);

/// Of two lists of equally many numbers; NaN for fewer than three, or where either does not change.
double correlation(std::span<const double> a, std::span<const double> b);

}  // namespace freeplay
