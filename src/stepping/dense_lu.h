// SPDX-License-Identifier: Apache-2.0
// Small dense linear equations by elimination with complete pivoting. Equations that follow from others leave
// no pivot: they are skipped, and the unknowns without a pivot are zero (redundant joints, two closed
// contacts that say the same).
#pragma once

#include <span>
#include <vector>

#include "base/index.h"

namespace freeplay {

class DenseLu {
 public:
  explicit DenseLu(int capacity);

  /// Starts a matrix of n rows and columns, all zero.
  void resize(int n);
  int size() const { return n_; }
  double& at(int row, int column) { return A_[index(row, column)]; }
  /// A => factors. Rows and columns should be scaled to one size: pivots below 1e-11 of the largest are none.
  void factorise();
  /// The same of a matrix that is symmetric and positive but for the rows, each of which is multiplied by its `scale` > 0:
  /// without pivoting, in a tenth of the time where there are many.
  void factorise_symmetric(std::span<const double> scale);
  /// x holds the right-hand side on entry and the solution on return.
  void solve(std::span<double> x);
  int rank() const { return rank_; }

 private:
  std::size_t index(int row, int column) const { return idx(row) * idx(n_) + idx(column); }
  /// Finds the largest number of a row that is left.
  void find_largest(int row);
  void solve_symmetric(std::span<double> x);

  int n_ = 0, rank_ = 0;
  bool symmetric_ = false;
  std::vector<double> A_, y_;
  std::vector<double> root_;       ///< of the scales of a symmetric matrix
  std::vector<int> row_, column_;  ///< what stands at each place of the pivoted matrix
  std::vector<int> best_;  ///< where the largest number of each row that is left stands; −1: all are zero
};

}  // namespace freeplay
