// SPDX-License-Identifier: Apache-2.0
// The minimum of ½ fᵀ H f + cᵀ f over the box |f_i| ≤ bound_i, H symmetric and positive semidefinite:
// friction at rest with known normal impulses. By principal pivoting with the least index (Murty's rule,
// CottlePangStone1992, section 4.2): the residual r = H f + c is zero where f is free, ≤ 0 at the upper
// bound, ≥ 0 at the lower one.
#pragma once

#include <vector>

#include "base/index.h"

namespace freeplay {

class BoxQuadratic {
 public:
  explicit BoxQuadratic(int capacity);

  void resize(int n);
  double& H(int i, int j) { return H_[index(i, j)]; }
  double H(int i, int j) const { return H_[index(i, j)]; }

  std::vector<double> c, bound;
  std::vector<double> f;  ///< the answer

  /// False when the pivots do not end.
  bool solve();

 private:
  enum class Place : signed char { lower = -1, free = 0, upper = 1 };

  std::size_t index(int i, int j) const { return idx(i) * idx(n_) + idx(j); }
  void move_free();
  bool pivot();

  int n_ = 0;
  std::vector<double> H_, A_, change_;
  std::vector<Place> place_;
  std::vector<int> free_;
};

}  // namespace freeplay
