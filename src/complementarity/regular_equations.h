// SPDX-License-Identifier: Apache-2.0
// Dense equations that are not singular: Gauss with the largest entry of a column as its pivot. A tenth of the
// time of DenseDirect, which searches all that is left for a pivot because its equations may be singular.
#pragma once

#include <span>
#include <vector>

#include "base/index.h"

namespace freeplay {

class RegularEquations {
 public:
  explicit RegularEquations(int capacity) : A_(idx(capacity) * idx(capacity)) {}

  /// Starts n equations; every entry of the matrix is to be written.
  void start(int n) { n_ = n; }
  double* row(int r) { return A_.data() + idx(r) * idx(n_); }
  /// A x = x as it is on entry. False, and x is of no use, when a column has no pivot.
  bool solve(std::span<double> x);

 private:
  int n_ = 0;
  std::vector<double> A_;
};

}  // namespace freeplay
