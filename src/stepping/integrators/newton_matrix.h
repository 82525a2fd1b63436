// SPDX-License-Identifier: Apache-2.0
// The linear equations of Newton's method in backward differentiation, (I − γ J) x = b with J = ∂f/∂y, of the numbers that act
// on others. Of the rest
//   what follows from others (works)     x_i = b_i + γ Σ J_ij x_j, after them
//   what is idle (bristles that are open) x_i = b_i
// A heap has room for hundreds of contacts, each with the states of its friction, and a few of them touch.
//
// Bodies that stand apart or are strung together act on their neighbours only: in the reverse Cuthill–McKee order of the
// numbers J has a narrow band about its diagonal, and elimination with row exchanges stays within it.
#pragma once

#include <sundials/sundials_types.h>

#include <span>
#include <vector>

#include "base/index.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {

class NewtonMatrix {
 public:
  explicit NewtonMatrix(int size);

  /// Starts J anew, all zero, for numbers with these roles.
  void begin(std::span<const Role> roles);
  /// The numbers that act: J has a column for each.
  std::span<const int> acting() const { return {rows_.data(), idx(acting_)}; }
  /// The numbers that J has a row for: those that act, in the same order, and those that follow.
  std::span<const int> rows() const { return rows_; }
  double* column(int k) { return J_.data() + idx(k) * rows_.size(); }
  const double* column(int k) const { return J_.data() + idx(k) * rows_.size(); }

  /// I − γ J is factorised; false: it is singular.
  bool factorise(double gamma);
  /// b => x
  void solve(std::span<double> b);
  /// Diagonals beside the main one that the factors have, below it; those of a full matrix are all.
  int band() const { return below_; }

 private:
  /// Orders the numbers that act, and finds the band of J in that order.
  void arrange();
  /// Numbers that can be reached from `start` are put into the order from place `at` on, by distance; returns where they end.
  int reach(int start, int at, int mark);
  bool linked(int i, int j) const {
    return J_[idx(i) * rows_.size() + idx(j)] != 0 || J_[idx(j) * rows_.size() + idx(i)] != 0;
  }

  int acting_ = 0;
  bool arranged_ = false;      ///< order and band are those of this J
  bool banded_ = false;        ///< and the band is worth while
  int below_ = 0, above_ = 0;  ///< diagonals of J
  double gamma_ = 0;
  std::vector<int> rows_;
  std::vector<int> order_, place_, degree_, mark_;  ///< of the numbers that act
  std::vector<double> J_, factors_, x_;             ///< by columns
  std::vector<double*> columns_;                    ///< of the factors
  std::vector<sunindextype> pivots_;
};

}  // namespace freeplay
