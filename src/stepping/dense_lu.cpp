// SPDX-License-Identifier: Apache-2.0
#include "stepping/dense_lu.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
DenseLu::DenseLu(int capacity) {
  const auto n = idx(capacity);
  A_.assign(n * n, 0);
  y_.assign(n, 0);
  root_.assign(n, 1);
  row_.assign(n, 0);
  column_.assign(n, 0);
  best_.assign(n, 0);
}

void DenseLu::resize(int n) {
  FREEPLAY_ASSERT(idx(n) <= y_.size());
  n_ = n;
  std::fill(A_.begin(), A_.begin() + static_cast<std::ptrdiff_t>(n) * n, 0.0);
}

void DenseLu::find_largest(int row) {
  const double* values = A_.data() + index(row, 0);
  double largest = 0;
  best_[idx(row)] = -1;
  for (int j = rank_; j < n_; ++j) {
    if (const double size = std::abs(values[j]); size > largest) largest = size, best_[idx(row)] = j;
  }
}

/// The largest number of a row is looked for again only when the row changes: where bodies stand apart, few rows do.
void DenseLu::factorise() {
  symmetric_ = false;
  std::iota(row_.begin(), row_.begin() + n_, 0);
  std::iota(column_.begin(), column_.begin() + n_, 0);
  rank_ = 0;
  for (int i = 0; i < n_; ++i) find_largest(i);
  double largest = 0;
  while (rank_ < n_) {
    int pivot = rank_;
    double best = 0;
    for (int i = rank_; i < n_; ++i) {
      const int j = best_[idx(i)];
      if (j >= 0 && std::abs(at(i, j)) > best) best = std::abs(at(i, j)), pivot = i;
    }
    largest = std::max(largest, best);
    if (!(best > kDependentDifference * largest)) return;
    const int first = rank_, column = best_[idx(pivot)];
    if (pivot != first) {
      std::swap_ranges(&at(first, 0), &at(first, 0) + n_, &at(pivot, 0));
      std::swap(row_[idx(first)], row_[idx(pivot)]);
      std::swap(best_[idx(first)], best_[idx(pivot)]);
    }
    if (column != first) {
      for (int i = 0; i < n_; ++i) std::swap(at(i, first), at(i, column));
      std::swap(column_[idx(first)], column_[idx(column)]);
    }
    const double inverse = 1 / at(first, first);
    ++rank_;
    for (int i = rank_; i < n_; ++i) {
      const double factor = at(i, first) *= inverse;
      if (factor != 0) {
        for (int j = rank_; j < n_; ++j) at(i, j) -= factor * at(first, j);
      }
      if (factor != 0 || best_[idx(i)] == first || best_[idx(i)] == column) find_largest(i);
    }
  }
}

// A = D S with S symmetric: √D S √D = Uᵀ D' U is, and its numbers are of one size. Rows of the upper triangle hold D' U.
void DenseLu::factorise_symmetric(std::span<const double> scale) {
  symmetric_ = true;
  rank_ = n_;
  for (int i = 0; i < n_; ++i) root_[idx(i)] = std::sqrt(scale[idx(i)]);
  double largest = 0;
  for (int i = 0; i < n_; ++i) {
    for (int j = i; j < n_; ++j) at(i, j) *= root_[idx(j)] / root_[idx(i)];
    largest = std::max(largest, at(i, i));
  }
  for (int k = 0; k < n_; ++k) {
    const double* from = &at(k, 0);
    if (!(from[k] > kDependentDifference * largest)) {
      at(k, k) = 0;
      --rank_;
      continue;
    }
    for (int i = k + 1; i < n_; ++i) {
      const double factor = from[i] / from[k];
      if (factor == 0) continue;
      double* to = &at(i, 0);
      for (int j = i; j < n_; ++j) to[j] -= factor * from[j];
    }
  }
}

void DenseLu::solve_symmetric(std::span<double> x) {
  for (int i = 0; i < n_; ++i) y_[idx(i)] = x[idx(i)] / root_[idx(i)];
  for (int k = 0; k < n_; ++k) {
    const double* row = &at(k, 0);
    const double share = row[k] > 0 ? y_[idx(k)] / row[k] : 0;
    if (share == 0) continue;
    for (int i = k + 1; i < n_; ++i) y_[idx(i)] -= row[i] * share;
  }
  for (int k = n_; k-- > 0;) {
    const double* row = &at(k, 0);
    double sum = y_[idx(k)];
    for (int i = k + 1; i < n_; ++i) sum -= row[i] * y_[idx(i)];
    y_[idx(k)] = row[k] > 0 ? sum / row[k] : 0;
  }
  for (int i = 0; i < n_; ++i) x[idx(i)] = y_[idx(i)] * root_[idx(i)];
}

void DenseLu::solve(std::span<double> x) {
  if (symmetric_) {
    solve_symmetric(x);
    return;
  }
  for (int i = 0; i < rank_; ++i) {
    double sum = x[idx(row_[idx(i)])];
    for (int j = 0; j < i; ++j) sum -= at(i, j) * y_[idx(j)];
    y_[idx(i)] = sum;
  }
  for (int i = rank_; i-- > 0;) {
    double sum = y_[idx(i)];
    for (int j = i + 1; j < rank_; ++j) sum -= at(i, j) * y_[idx(j)];
    y_[idx(i)] = sum / at(i, i);
  }
  std::fill(x.begin(), x.begin() + n_, 0.0);
  for (int i = 0; i < rank_; ++i) {
    x[idx(column_[idx(i)])] = y_[idx(i)];
  }
}

}  // namespace freeplay
