// SPDX-License-Identifier: Apache-2.0
// Statistics that several parts of a study need.
#pragma once

#include <span>

namespace freeplay {

/// Value below which `percent` of the sorted values lie, between two of them in proportion [HyndmanFan1996, type 7]; NaN
/// where there are none.
double percentile_of_sorted(std::span<const double> sorted, double percent);

/// The value below which a share of all possible runs lies, from runs drawn at random: it is between the sorted values of
/// these ranks (from 1 on) with at least this confidence, whatever the distribution [Wilks1941]. Rank 0 or one more than
/// there are runs: there are too few for a bound on that side.
struct RankInterval {
  long long low = 0, high = 0;
};
RankInterval percentile_ranks(long long runs, double percent, double confidence = 0.95);

/// Of two lists of equally many numbers; NaN for fewer than three, or where either does not change.
double correlation(std::span<const double> a, std::span<const double> b);

}  // namespace freeplay
