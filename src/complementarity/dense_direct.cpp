// SPDX-License-Identifier: Apache-2.0
#include "complementarity/dense_direct.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
namespace {

constexpr int kFew =
    16;  // entries; most problems have two or three contacts, and plain loops are faster there

}  // namespace

DenseDirect::DenseDirect(int capacity) {
  const auto n = idx(capacity);
  A_.assign(n * (n + 1), 0);
  y_.assign(n, 0);
  most_.assign(n, 0);
  column_.assign(n, 0);
}

/// The largest |A(row, c)| of columns from `first` on.
inline double DenseDirect::largest_in(int row, int first) const {
  const double* entry = A_.data() + idx(row * stride_ + first);
  const int count = n_ - first;
  if (count >= kFew) return Eigen::Map<const Eigen::ArrayXd>(entry, count).abs().maxCoeff();
  double most = 0;
  for (int c = 0; c < count; ++c) most = std::max(most, std::abs(entry[c]));
  return most;
}

/// Row r less `factor` times the pivot's, with the right-hand side; the largest |A(r, c)| that is left of it.
inline double DenseDirect::eliminate(int r, int rank, double factor) {
  const int count = n_ - rank - 1;
  double* to = &A(r, rank + 1);
  const double* from = &A(rank, rank + 1);
  double most = 0;
  int c = 0;
  if (count >= kFew) {
    using Four = Eigen::Array4d;
    Four largest = Four::Zero();
    for (; c + 4 <= count; c += 4) {
      const Four rest = Eigen::Map<const Four>(to + c) - factor * Eigen::Map<const Four>(from + c);
      Eigen::Map<Four>(to + c) = rest;
      largest = largest.max(rest.abs());
    }
    most = largest.maxCoeff();
  }
  for (; c < count; ++c) {
    to[c] -= factor * from[c];
    most = std::max(most, std::abs(to[c]));
  }
  to[count] -= factor * from[count];
  return most;
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
      most_[idx(r)] = eliminate(r, rank, factor);
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
