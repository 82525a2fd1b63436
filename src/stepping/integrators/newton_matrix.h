// SPDX-License-Identifier: Apache-2.0
// The linear equations of Newton's method in backward differentiation, (I − γ J) x = b with J = ∂f/∂y, of the numbers that act
// on others. Of the rest
//   what follows from others (works)     x_i = b_i + γ Σ J_ij x_j, after them
//   what is idle (bristles that are open) x_i = b_i
// A heap has room for hundreds of contacts, each with the states of its friction, and a few of them touch.
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

 private:
  int acting_ = 0;
  double gamma_ = 0;
  std::vector<int> rows_;
  std::vector<double> J_, factors_, x_;  ///< by columns
  std::vector<double*> columns_;         ///< of the factors
  std::vector<sunindextype> pivots_;
};

}  // namespace freeplay
