// SPDX-License-Identifier: Apache-2.0
// A square matrix of d × d blocks, one block row per contact.
//
// Up to kMostDense contacts it is stored densely, row by row: mechanisms have a few contacts that all touch
// each other through joints, and nothing is faster. Above, only the blocks that are not zero are stored
// (compressed block rows), so that memory and time grow with the pairs of contacts that share a body.
// Nothing is allocated after construction as long as a sparse problem has no more blocks than any before it, or than
// fifty contacts that all touch each other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/index.h"

namespace freeplay {

class BlockMatrix {
 public:
  static constexpr int kMostDense = 20;  ///< contacts; of more, most have nothing to do with each other

  BlockMatrix(int capacity, int d);

  /// Starts a matrix of n × n blocks. Dense: every entry is to be written. Sparse: rows are to be appended.
  void resize(int n) {
    n_ = n;
    dense_ = n <= kMostDense;
    if (!dense_) start_rows();
  }
  int size() const { return n_; }
  int d() const { return d_; }
  int rows() const { return n_ * d_; }
  bool dense() const { return dense_; }
  int capacity() const { return capacity_; }

  /// Dense entries.
  double& entry(int row, int column) { return values_[index(row, column)]; }
  const double* dense_row(int row) const { return values_.data() + index(row, 0); }
  /// Starts a matrix of n × n blocks that are all stored, with zeros.
  void resize_full(int n);
  /// Sparse: blocks of row 0, 1, … in order, columns ascending; the d·d numbers, row by row, start at zero.
  double* append(int column);
  void end_row() { row_start_[idx(++filled_)] = int_size(column_); }

  /// Any entry; zero where no block is stored.
  double operator()(int row, int column) const {
    return dense_ ? values_[index(row, column)] : sparse_entry(row, column);
  }
  /// A stored entry of either storage; a block that is not there is a bug.
  double& stored(int row, int column) {
    return dense_ ? values_[index(row, column)] : sparse_stored(row, column);
  }

  /// The block (i, i), which must be stored; entry (a, b) is diagonal(i)[a · stride() + b].
  const double* diagonal(int i) const {
    if (dense_) return values_.data() + index(i * d_, i * d_);
    return values_.data() + static_cast<std::ptrdiff_t>(diagonal_[idx(i)]) * d_ * d_;
  }
  int stride() const { return dense_ ? rows() : d_; }
  /// f(column, block, stride) for the stored blocks of a row; entry (a, b) is block[a · stride + b].
  template <class F>
  void for_row(int i, F&& f) const {
    if (dense_) {
      const double* row = values_.data() + index(i * d_, 0);
      for (int j = 0; j < n_; ++j) f(j, row + j * d_, rows());
    } else {
      for (int k = row_start_[idx(i)]; k < row_start_[idx(i) + 1]; ++k) {
        f(column_[idx(k)], values_.data() + static_cast<std::ptrdiff_t>(k) * d_ * d_, d_);
      }
    }
  }
  /// Block (i, j) times s_i s_j.
  void scale(const double* s);

  /// One row of numbers times x.
  double row_times(int row, const double* x) const {
    if (!dense_) return sparse_row_times(row, x);
    const double* values = values_.data() + index(row, 0);
    double sum = 0;
    for (int j = 0, width = rows(); j < width; ++j) sum += values[j] * x[j];
    return sum;
  }
  /// out (d numbers) += row i of blocks times x
  void add_row_times(int i, const double* x, double* out) const;
  /// Stored blocks: n² when dense.
  std::ptrdiff_t blocks() const;
  /// Copies the matrix of the same d, which must fit.
  void copy(const BlockMatrix& other);

 private:
  std::size_t index(int row, int column) const { return idx(row) * idx(n_ * d_) + idx(column); }
  void start_rows();
  double sparse_entry(int row, int column) const;
  double sparse_row_times(int row, const double* x) const;
  double& sparse_stored(int row, int column);
  int find(int row, int column) const;

  int capacity_, d_, n_ = 0, filled_ = 0;
  bool dense_ = true;
  std::vector<double> values_;  ///< all entries, or the blocks in the order of column_
  std::vector<int> row_start_, column_, diagonal_;
};

}  // namespace freeplay
