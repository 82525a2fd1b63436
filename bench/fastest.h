// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "bench/cpu_clock.h"

namespace freeplay::bench {

/// CPU time of one of many calls of `work(i)`, the fastest of nine repetitions [µs].
template <class Work>
double fastest(int calls, const Work& work) {
  constexpr int kRepetitions = 9;
  double best = 1e300;
  for (int k = 0; k < kRepetitions; ++k) {
    const double begin = cpu_seconds();
    for (int i = 0; i < calls; ++i) work(i);
    best = std::min(best, (cpu_seconds() - begin) / calls * 1e6);
  }
  return best;
}

}  // namespace freeplay::bench
