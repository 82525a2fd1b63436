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
  row_.assign(n, 0);
  column_.assign(n, 0);
}

void DenseLu::resize(int n) {
  FREEPLAY_ASSERT(idx(n) <= y_.size());
  n_ = n;
  std::fill(A_.begin(), A_.begin() + static_cast<std::ptrdiff_t>(n) * n, 0.0);
}

void DenseLu::factorise() {
  std::iota(row_.begin(), row_.begin() + n_, 0);
  std::iota(column_.begin(), column_.begin() + n_, 0);
  double largest = 0;
  for (rank_ = 0; rank_ < n_; ++rank_) {
    int best_row = rank_, best_column = rank_;
    double best = 0;
    for (int i = rank_; i < n_; ++i) {
      for (int j = rank_; j < n_; ++j) {
        const double size = std::abs(at(i, j));
        if (size > best) best = size, best_row = i, best_column = j;
      }
    }
    largest = std::max(largest, best);
    if (!(best > kDependentDifference * largest)) return;
    if (best_row != rank_) {
      std::swap_ranges(&at(rank_, 0), &at(rank_, 0) + n_, &at(best_row, 0));
      std::swap(row_[idx(rank_)], row_[idx(best_row)]);
    }
    if (best_column != rank_) {
      for (int i = 0; i < n_; ++i) std::swap(at(i, rank_), at(i, best_column));
      std::swap(column_[idx(rank_)], column_[idx(best_column)]);
    }
    const double inverse = 1 / at(rank_, rank_);
    for (int i = rank_ + 1; i < n_; ++i) {
      const double factor = at(i, rank_) *= inverse;
      if (factor == 0) continue;
      for (int j = rank_ + 1; j < n_; ++j) at(i, j) -= factor * at(rank_, j);
    }
  }
}

void DenseLu::solve(std::span<double> x) {
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
