// SPDX-License-Identifier: Apache-2.0
// What a series of returns says: values of a motion once in each period of what drives it, or at each impact.
#pragma once

#include <span>

namespace freeplay {

/// After how many returns the values repeat, up to 64: two of them differ by no more than `tolerance` times the largest
/// value, over the second half of the series. NaN: they do not, or there are not four times as many.
double period_of(std::span<const double> returns, double tolerance);

/// The 0–1 test for chaos [GottwaldMelbourne2009, section 3]: near 0 for regular motion, near 1 for chaotic motion; of
/// the last two thousand returns. NaN for fewer than fifty.
double chaos_of(std::span<const double> returns);

}  // namespace freeplay
