// SPDX-License-Identifier: Apache-2.0
#include "complementarity/block_matrix.h"

#include <algorithm>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {
namespace {

constexpr int kTypicalBlocks = 12;  // per contact: a disc touches up to six others
constexpr int kMostTogether =
    50;  // contacts that all touch each other, for which there is room from the start

/// out += the blocks from `block` on, one for each of `columns`, times x; the sums stay in registers.
template <int d>
void add_blocks_times(const double* block, std::span<const int> columns, const double* x, double* out) {
  double sum[d];
  for (int a = 0; a < d; ++a) sum[a] = out[a];
  for (const int column : columns) {
    const double* at = x + static_cast<std::ptrdiff_t>(column) * d;
    for (int a = 0; a < d; ++a) {
      for (int b = 0; b < d; ++b) sum[a] += *block++ * at[b];
    }
  }
  for (int a = 0; a < d; ++a) out[a] = sum[a];
}

/// Row by row, n·d numbers in each.
template <int d>
void scale_dense(double* value, int n, const double* s) {
  for (int i = 0; i < n; ++i) {
    for (int a = 0; a < d; ++a) {
      for (int j = 0; j < n; ++j) {
        const double factor = s[i] * s[j];
        for (int b = 0; b < d; ++b) *value++ *= factor;
      }
    }
  }
}

}  // namespace

BlockMatrix::BlockMatrix(int capacity, int d) : capacity_(capacity), d_(d) {
  FREEPLAY_ASSERT(capacity >= 0 && d >= 1 && d <= 3);
  const auto most = idx(std::min(capacity, kMostDense) * d);
  values_.assign(most * most, 0);
  if (capacity > kMostDense) {
    const int together = std::min(capacity, kMostTogether);
    const auto blocks = idx(std::max(capacity * kTypicalBlocks, together * together));
    row_start_.assign(idx(capacity) + 1, 0);
    diagonal_.assign(idx(capacity), 0);
    column_.reserve(blocks);
    values_.reserve(std::max(values_.size(), blocks * idx(d * d)));
  }
}

void BlockMatrix::start_rows() {
  FREEPLAY_ASSERT(n_ <= capacity_);
  filled_ = 0;
  row_start_[0] = 0;
  column_.clear();
}

void BlockMatrix::resize_full(int n) {
  resize(n);
  if (dense_) {
    std::fill_n(values_.begin(), idx(rows()) * idx(rows()), 0.0);
    return;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) append(j);
    end_row();
  }
}

double* BlockMatrix::append(int column) {
  const std::size_t at = column_.size() * idx(d_ * d_);
  if (column == filled_) diagonal_[idx(filled_)] = int_size(column_);
  column_.push_back(column);
  if (values_.size() < at + idx(d_ * d_)) {
    values_.resize(at + idx(d_ * d_));
  }
  double* block = values_.data() + at;
  std::fill(block, block + d_ * d_, 0.0);
  return block;
}

int BlockMatrix::find(int row, int column) const {
  const auto i = idx(row / d_);
  const auto first = column_.begin() + row_start_[i], last = column_.begin() + row_start_[i + 1];
  const auto at = std::lower_bound(first, last, column / d_);
  return at != last && *at == column / d_ ? static_cast<int>(at - column_.begin()) : -1;
}

double BlockMatrix::sparse_entry(int row, int column) const {
  const int k = find(row, column);
  if (k < 0) return 0;
  return values_[idx(k * d_ * d_ + row % d_ * d_ + column % d_)];
}

double& BlockMatrix::sparse_stored(int row, int column) {
  const int k = find(row, column);
  FREEPLAY_ASSERT(k >= 0);
  return values_[idx(k * d_ * d_ + row % d_ * d_ + column % d_)];
}

double BlockMatrix::sparse_row_times(int row, const double* x) const {
  double sum = 0;
  const int a = row % d_;
  for_row(row / d_, [&](int j, const double* block, int stride) {
    for (int b = 0; b < d_; ++b) sum += block[a * stride + b] * x[j * d_ + b];
  });
  return sum;
}

void BlockMatrix::add_row_times(int i, const double* x, double* out) const {
  if (dense_) {
    const int width = rows();
    const double* row = values_.data() + index(i * d_, 0);
    if (d_ == 2) {  // two sums side by side
      const double* second = row + width;
      double sum = out[0], second_sum = out[1];
      for (int j = 0; j < width; ++j) {
        sum += row[j] * x[j];
        second_sum += second[j] * x[j];
      }
      out[0] = sum;
      out[1] = second_sum;
      return;
    }
    if (d_ == 3) {  // three
      const double *second = row + width, *third = second + width;
      double sum = out[0], second_sum = out[1], third_sum = out[2];
      for (int j = 0; j < width; ++j) {
        sum += row[j] * x[j];
        second_sum += second[j] * x[j];
        third_sum += third[j] * x[j];
      }
      out[0] = sum;
      out[1] = second_sum;
      out[2] = third_sum;
      return;
    }
    double sum = out[0];
    for (int j = 0; j < width; ++j) sum += row[j] * x[j];
    out[0] = sum;
    return;
  }
  const int first = row_start_[idx(i)];
  const std::span<const int> columns{column_.data() + first, idx(row_start_[idx(i) + 1] - first)};
  const double* block = values_.data() + static_cast<std::ptrdiff_t>(first) * d_ * d_;
  if (d_ == 1) return add_blocks_times<1>(block, columns, x, out);
  if (d_ == 2) return add_blocks_times<2>(block, columns, x, out);
  add_blocks_times<3>(block, columns, x, out);
}

void BlockMatrix::scale(const double* s) {
  if (dense_) {
    if (d_ == 1) return scale_dense<1>(values_.data(), n_, s);
    if (d_ == 2) return scale_dense<2>(values_.data(), n_, s);
    return scale_dense<3>(values_.data(), n_, s);
  }
  for (int i = 0; i < n_; ++i) {
    const auto row = idx(i);
    for (int k = row_start_[row]; k < row_start_[row + 1]; ++k) {
      const double factor = s[i] * s[column_[idx(k)]];
      double* block = values_.data() + static_cast<std::ptrdiff_t>(k) * d_ * d_;
      for (int e = 0; e < d_ * d_; ++e) block[e] *= factor;
    }
  }
}

std::ptrdiff_t BlockMatrix::blocks() const {
  return dense_ ? static_cast<std::ptrdiff_t>(n_) * n_ : static_cast<std::ptrdiff_t>(column_.size());
}

void BlockMatrix::copy(const BlockMatrix& other) {
  FREEPLAY_ASSERT(other.d_ == d_ && other.n_ <= capacity_);
  n_ = other.n_;
  dense_ = other.dense_;
  const auto count = idx(other.blocks() * d_ * d_);
  if (values_.size() < count) values_.resize(count);
  std::copy(other.values_.begin(), other.values_.begin() + static_cast<std::ptrdiff_t>(count),
            values_.begin());
  if (dense_) return;
  filled_ = other.filled_;
  column_.assign(other.column_.begin(), other.column_.end());
  std::copy(other.diagonal_.begin(), other.diagonal_.begin() + n_, diagonal_.begin());
  std::copy(other.row_start_.begin(), other.row_start_.begin() + n_ + 1, row_start_.begin());
}

}  // namespace freeplay
