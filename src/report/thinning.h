// SPDX-License-Identifier: Apache-2.0
// Long records made short enough for a page, so that peaks stay.
#pragma once

#include <vector>

#include "freeplay/report.h"

namespace freeplay {

/// Which samples of a record stand for all of it. Neighbouring ones, 2i and 2i + 1, are a pair that stands
/// for the stretch of samples from the first of them to the next pair.
struct Thinning {
  std::vector<long long> samples;  ///< rising; the first is 0, the last the last sample
  bool thinned = false;            ///< false: all samples are there
};

/// At most `most` samples of `recorded`; two at least.
Thinning thin(long long recorded, long long most);

/// Values as they are at the samples: of poses and words.
std::vector<double> picked(const std::vector<double>& values, const Thinning& thinning);

/// The least and the greatest value of each stretch, in the order in which they came. A stretch with a value
/// that is not finite shows it.
std::vector<double> enveloped(const std::vector<double>& values, const Thinning& thinning);

}  // namespace freeplay
