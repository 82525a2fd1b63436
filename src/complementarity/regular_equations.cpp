// SPDX-License-Identifier: Apache-2.0
#include "complementarity/regular_equations.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace freeplay {

bool RegularEquations::solve(std::span<double> x) {
  for (int k = 0; k < n_; ++k) {
    int pivot = k;
    for (int r = k + 1; r < n_; ++r) {
      if (std::abs(row(r)[k]) > std::abs(row(pivot)[k])) pivot = r;
    }
    double* own = row(k);
    if (pivot != k) {
      std::swap_ranges(own + k, own + n_, row(pivot) + k);
      std::swap(x[idx(k)], x[idx(pivot)]);
    }
    if (!(std::abs(own[k]) > 0) || !std::isfinite(own[k])) return false;
    for (int r = k + 1; r < n_; ++r) {
      double* other = row(r);
      const double factor = other[k] / own[k];
      if (factor == 0) continue;
      Eigen::Map<Eigen::ArrayXd>(other + k + 1, n_ - k - 1) -=
          factor * Eigen::Map<const Eigen::ArrayXd>(own + k + 1, n_ - k - 1);
      x[idx(r)] -= factor * x[idx(k)];
    }
  }
  for (int r = n_ - 1; r >= 0; --r) {
    const double* own = row(r);
    double sum = x[idx(r)];
    for (int c = r + 1; c < n_; ++c) sum -= own[c] * x[idx(c)];
    x[idx(r)] = sum / own[r];
  }
  return true;
}

}  // namespace freeplay
