// SPDX-License-Identifier: Apache-2.0
#include "complementarity/dense_direct.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
DenseDirect::DenseDirect(int capacity) {
  const auto n = idx(capacity);
  A_.assign(n * (n + 1), 0);
  y_.assign(n, 0);
  column_.assign(n, 0);
}

int DenseDirect::solve(std::span<double> x) {
  double largest = 0;
  for (int r = 0; r < n_; ++r) {
    for (int c = 0; c < n_; ++c) largest = std::max(largest, std::abs(A(r, c)));
    column_[idx(r)] = r;
  }
  int rank = 0;
  for (; rank < n_; ++rank) {
    int pivot_row = rank, pivot_column = rank;
    double pivot = 0;
    for (int r = rank; r < n_; ++r) {
      for (int c = rank; c < n_; ++c) {
        if (std::abs(A(r, c)) > pivot) pivot = std::abs(A(r, c)), pivot_row = r, pivot_column = c;
      }
    }
    if (!(pivot > kDependentEquation * largest)) break;
    if (pivot_row != rank) {
      for (int c = 0; c <= n_; ++c) std::swap(A(rank, c), A(pivot_row, c));
    }
    if (pivot_column != rank) {
      for (int r = 0; r < n_; ++r) std::swap(A(r, rank), A(r, pivot_column));
      std::swap(column_[idx(rank)], column_[idx(pivot_column)]);
    }
    for (int r = rank + 1; r < n_; ++r) {
      const double factor = A(r, rank) / A(rank, rank);
      if (factor == 0) continue;
      for (int c = rank + 1; c <= n_; ++c) A(r, c) -= factor * A(rank, c);
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
