// SPDX-License-Identifier: Apache-2.0
// Dense equations that may be singular: Gauss with complete pivoting; unknowns without a pivot are zero.
#pragma once

#include <span>
#include <vector>

#include "base/index.h"

namespace freeplay {

class DenseDirect {
 public:
  explicit DenseDirect(int capacity);

  /// Starts n equations; A and the right-hand side are to be written.
  void start(int n) {
    n_ = n;
    stride_ = n + 1;
  }
  double& A(int row, int column) { return A_[idx(row * stride_ + column)]; }
  double& rhs(int row) { return A(row, n_); }
  /// Returns the rank.
  int solve(std::span<double> x);

 private:
  double largest_in(int row, int first) const;
  double eliminate(int row, int rank, double factor);

  int n_ = 0, stride_ = 1;
  std::vector<double> A_, y_, most_;  ///< most_: the largest entry of a row that is left
  std::vector<int> column_;
};

}  // namespace freeplay
