// SPDX-License-Identifier: Apache-2.0
#include "complementarity/dense_direct.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {

DenseDirect::DenseDirect(int capacity) {
  const auto n = idx(capacity);
  A_.assign(n * (n + 1), 0);
  y_.assign(n, 0);
  most_.assign(n, 0);
  column_.assign(n, 0);
}

/// The largest |A(row, c)| of columns from `first` on.
double DenseDirect::largest_in(int row, int first) const {
  if (first >= n_) return 0;
  return Eigen::Map<const Eigen::ArrayXd>(A_.data() + idx(row * stride_ + first), n_ - first)
      .abs()
      .maxCoeff();
}

/// Row r less `factor` times the pivot's, with the right-hand side.
void DenseDirect::eliminate(int r, int rank, double factor) {
  const Eigen::Index count = n_ - rank;
  Eigen::Map<Eigen::ArrayXd> row(&A(r, rank + 1), count);
  row -= factor * Eigen::Map<const Eigen::ArrayXd>(&A(rank, rank + 1), count);
}

int DenseDirect::solve(std::span<double> x) {
  double largest = 0;
  for (int r = 0; r < n_; ++r) {
    most_[idx(r)] = largest_in(r, 0);
    largest = std::max(largest, most_[idx(r)]);
    column_[idx(r)] = r;
  }
  int rank = 0;
  for (; rank < n_; ++rank) {
    // the first of the largest entries, by rows: a row's largest one changes only when the row does
    int pivot_row = rank, pivot_column = rank;
    for (int r = rank + 1; r < n_; ++r) {
      if (most_[idx(r)] > most_[idx(pivot_row)]) pivot_row = r;
    }
    const double pivot = most_[idx(pivot_row)];
    if (!(pivot > kDependentEquation * largest)) break;
    while (pivot_column < n_ - 1 && std::abs(A(pivot_row, pivot_column)) != pivot) ++pivot_column;
    if (pivot_row != rank) {
      std::swap_ranges(&A(rank, 0), &A(rank, n_) + 1, &A(pivot_row, 0));
      std::swap(most_[idx(rank)], most_[idx(pivot_row)]);
    }
    if (pivot_column != rank) {
      for (int r = 0; r < n_; ++r) std::swap(A(r, rank), A(r, pivot_column));
      std::swap(column_[idx(rank)], column_[idx(pivot_column)]);
    }
    for (int r = rank + 1; r < n_; ++r) {
      const double factor = A(r, rank) / A(rank, rank);
      if (factor == 0) continue;
      eliminate(r, rank, factor);
      most_[idx(r)] = largest_in(r, rank + 1);
    }
  }
  for (int r = 0; r < n_; ++r) y_[idx(r)] = 0;
  for (int r = rank - 1; r >= 0; --r) {
    double sum = A(r, n_);
    for (int c = r + 1; c < rank; ++c) sum -= A(r, c) * y_[idx(c)];
    y_[idx(r)] = sum / A(r, r);
  }
  for (int r = 0; r < n_; ++r) {
    x[idx(column_[idx(r)])] = y_[idx(r)];
  }
  return rank;
}

}  // namespace freeplay
