// SPDX-License-Identifier: Apache-2.0
// Random numbers of tests: the same in every run, with every compiler and library. Arguments of a function are made in
// an order that compilers choose: two random ones get names before.
#pragma once

#include <random>

namespace freeplay::testing {

using Random = std::mt19937_64;

inline double uniform(Random& random, double low, double high) {
  return low + (high - low) * (0x1p-53 * static_cast<double>(random() >> 11));
}

}  // namespace freeplay::testing
