// SPDX-License-Identifier: Apache-2.0
// Random numbers of tests: the same in every run.
#pragma once

#include <random>

namespace freeplay::testing {

using Random = std::mt19937_64;

inline double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

}  // namespace freeplay::testing
