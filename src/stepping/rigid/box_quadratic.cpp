// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/box_quadratic.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kRidge = 1e-12;     // added to the diagonal, relative to it: dependent rows then pivot too
constexpr double kRounding = 1e-11;  // of a residual, relative to its terms, and of a bound

constexpr std::size_t kUsual = 64;  // contacts at rest; a larger problem makes room for itself

}  // namespace

BoxQuadratic::BoxQuadratic(int capacity) {
  const std::size_t n = idx(capacity);
  for (std::vector<double>* one : {&c, &bound, &f, &change_}) one->assign(n, 0);
  const std::size_t most = std::min(n, kUsual);
  H_.assign(most * most, 0);
  A_.assign(most * most, 0);
  place_.assign(n, Place::free);
  free_.reserve(n);
}

void BoxQuadratic::resize(int n) {
  FREEPLAY_ASSERT(idx(n) <= c.size());
  n_ = n;
  if (idx(n) * idx(n) <= H_.size()) return;
  H_.resize(idx(n) * idx(n));
  A_.resize(idx(n) * idx(n));
}

bool BoxQuadratic::solve() {
  std::fill_n(place_.begin(), n_, Place::free);
  const int most = 20 + 20 * n_;
  for (int i = 0; i < most; ++i) {
    free_.clear();
    for (int k = 0; k < n_; ++k) {
      f[idx(k)] = static_cast<double>(place_[idx(k)]) * bound[idx(k)];
      if (place_[idx(k)] == Place::free) free_.push_back(k);
    }
    move_free();
    move_free();  // once more, which removes what the ridge left
    if (!pivot()) return true;
  }
  return false;
}

/// (H + ridge) δ = −(H f + c) of the free numbers, by elimination; f += δ.
void BoxQuadratic::move_free() {
  const int m = int_size(free_);
  const auto A = [&](int r, int s) -> double& { return A_[idx(r) * idx(n_) + idx(s)]; };
  for (int r = 0; r < m; ++r) {
    const int i = free_[idx(r)];
    change_[idx(r)] = -c[idx(i)];
    for (int j = 0; j < n_; ++j) change_[idx(r)] -= H(i, j) * f[idx(j)];
    for (int s = 0; s < m; ++s) A(r, s) = H(i, free_[idx(s)]);
    A(r, r) *= 1 + kRidge;
  }
  for (int p = 0; p < m; ++p) {
    for (int r = p + 1; r < m; ++r) {
      const double factor = A(r, p) / A(p, p);
      for (int s = p; s < m; ++s) A(r, s) -= factor * A(p, s);
      change_[idx(r)] -= factor * change_[idx(p)];
    }
  }
  for (int p = m; p-- > 0;) {
    for (int s = p + 1; s < m; ++s) change_[idx(p)] -= A(p, s) * change_[idx(s)];
    change_[idx(p)] /= A(p, p);
    f[idx(free_[idx(p)])] += change_[idx(p)];
  }
}

/// The first number that is not where it should be changes its place; false when there is none.
bool BoxQuadratic::pivot() {
  for (int i = 0; i < n_; ++i) {
    if (place_[idx(i)] == Place::free) {
      if (std::abs(f[idx(i)]) <= bound[idx(i)] * (1 + kRounding)) continue;
      place_[idx(i)] = f[idx(i)] > 0 ? Place::upper : Place::lower;
      return true;
    }
    double residual = c[idx(i)], size = std::abs(c[idx(i)]);
    for (int j = 0; j < n_; ++j) {
      residual += H(i, j) * f[idx(j)];
      size += std::abs(H(i, j) * f[idx(j)]);
    }
    if (residual * static_cast<double>(place_[idx(i)]) <= kRounding * size) continue;
    place_[idx(i)] = Place::free;
    return true;
  }
  return false;
}

}  // namespace freeplay
