// SPDX-License-Identifier: Apache-2.0
#include "formulations/dependent_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

constexpr double kSingular = 1e-12;  // pivot of D_d in units of the largest entry

std::size_t at(int i) { return idx(i); }

}  // namespace

DependentColumns::DependentColumns(const SystemInfo& info, bool holonomic)
    : info_(info),
      holonomic_(holonomic),
      C_(static_cast<Eigen::Index>(info.constraints.size()), info.nu),
      A_(C_.rows(), C_.rows()),
      pivots_(C_.rows(), C_.cols()),
      swaps_(info.constraints.size(), 0),
      dependent_(at(info.nu), false),
      sizes_(velocity_sizes(info)) {
  rows_.reserve(info.constraints.size());
  columns_.reserve(info.constraints.size());
}

void DependentColumns::take_rows(const Evaluation& ev, const std::vector<bool>& allowed) {
  C_.setZero();
  for (int r = 0; r < C_.rows(); ++r) {
    const ConstraintInfo& row = info_.constraints[at(r)];
    if (holonomic_ && !row.holonomic) continue;
    const double* value = ev.row_D(r);
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = row.shape.start[block]; k < row.shape.start[block] + row.shape.size[block]; ++k)
        C_(r, k) += *value++ * sizes_[at(k)];
    }
    const double length = C_.row(r).norm();
    if (length > 0) C_.row(r) /= length;
  }
  for (int k = 0; k < C_.cols(); ++k) {
    if (!allowed[at(k)]) C_.col(k).setZero();
  }
}

void DependentColumns::choose(const Evaluation& ev, const std::vector<bool>& allowed) {
  take_rows(ev, allowed);
  dense::decompose(C_, pivots_);
  take_pivots();
}

bool DependentColumns::improve(const Evaluation& ev, const std::vector<bool>& allowed, double enough) {
  take_rows(ev, allowed);
  dense::decompose(C_, pivots_);
  // rows that were lost where the choice was made may be there now
  const bool all = chosen_ && rank() <= int_size(rows_);
  if (all && log_now() >= log_best() + std::log(enough)) return false;
  take_pivots();
  return true;
}

double DependentColumns::log_best() const {
  double sum = 0;
  for (int k = 0; k < int_size(rows_); ++k) sum += std::log(std::abs(pivots_.matrixLU()(k, k)));
  return sum;
}

double DependentColumns::log_now() {
  const int n = int_size(rows_);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A_(i, j) = C_(rows_[at(i)], columns_[at(j)]);
  }
  if (triangular() >= 0) return -std::numeric_limits<double>::infinity();
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += std::log(std::abs(A_(k, k)));
  return sum;
}

int DependentColumns::rank() {
  const DenseMatrix& LU = pivots_.matrixLU();
  return rule_(static_cast<int>(std::min(LU.rows(), LU.cols())), [&](int k) { return std::abs(LU(k, k)); });
}

void DependentColumns::take_pivots() {
  const DenseMatrix& LU = pivots_.matrixLU();
  const int rank = this->rank();
  rows_.clear();
  columns_.clear();
  std::fill(dependent_.begin(), dependent_.end(), false);
  for (int i = 0; i < LU.rows(); ++i) {
    if (pivots_.permutationP().indices()[i] < rank) rows_.push_back(i);
  }
  for (int k = 0; k < rank; ++k) {
    columns_.push_back(static_cast<int>(pivots_.permutationQ().indices()[k]));
    dependent_[at(columns_.back())] = true;
  }
  std::sort(columns_.begin(), columns_.end());
  chosen_ = true;
}

int DependentColumns::factorise(const Evaluation& ev) {
  for (int i = 0; i < int_size(rows_); ++i) {
    const RowShape& shape = info_.constraints[at(rows_[at(i)])].shape;
    const double* row = ev.row_D(rows_[at(i)]);
    A_.row(i).setZero();
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = shape.start[block]; k < shape.start[block] + shape.size[block]; ++k, ++row) {
        if (!dependent_[at(k)]) continue;
        const auto found = std::lower_bound(columns_.begin(), columns_.end(), k);
        A_(i, found - columns_.begin()) += *row * sizes_[at(k)];
      }
    }
  }
  return triangular();
}

/// A → L U with rows exchanged. Returns a row without a pivot, −1: none.
int DependentColumns::triangular() {
  const int n = int_size(rows_);
  const double largest = n > 0 ? A_.topLeftCorner(n, n).cwiseAbs().maxCoeff() : 1;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::abs(A_(i, k)) > std::abs(A_(best, k))) best = i;
    }
    swaps_[at(k)] = best;
    if (best != k) A_.row(k).head(n).swap(A_.row(best).head(n));
    if (!(std::abs(A_(k, k)) > kSingular * largest)) return rows_[at(k)];
    for (int i = k + 1; i < n; ++i) {
      if (A_(i, k) == 0) continue;
      A_(i, k) /= A_(k, k);
      for (int j = k + 1; j < n; ++j) A_(i, j) -= A_(i, k) * A_(k, j);
    }
  }
  return -1;
}

double DependentColumns::solve(std::span<double> r, std::span<double> delta) const {
  const int n = int_size(rows_);
  for (int k = 0; k < n; ++k) {
    std::swap(r[at(k)], r[at(swaps_[at(k)])]);  // with all of L exchanged, as triangular() leaves it
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) r[at(i)] -= A_(i, k) * r[at(k)];
  }
  double largest = 0;
  std::fill(delta.begin(), delta.end(), 0.0);
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) r[at(i)] -= A_(i, k) * r[at(k)];
    r[at(i)] /= A_(i, i);
    largest = std::max(largest, std::abs(r[at(i)]));
    delta[at(columns_[at(i)])] = r[at(i)] * sizes_[at(columns_[at(i)])];
  }
  return largest;
}

}  // namespace freeplay
