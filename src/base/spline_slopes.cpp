// SPDX-License-Identifier: Apache-2.0
#include "base/spline_slopes.h"

#include "base/assert.h"

namespace freeplay {

RecycledVector<double> solve_tridiagonal(std::span<const double> below, RecycledVector<double> diagonal,
                                         std::span<const double> above, RecycledVector<double> rhs) {
  for (std::size_t i = 1; i < rhs.size(); ++i) {
    const double factor = below[i] / diagonal[i - 1];
    diagonal[i] -= factor * above[i - 1];
    rhs[i] -= factor * rhs[i - 1];
  }
  for (std::size_t i = rhs.size(); i-- > 0;) {
    if (i + 1 < rhs.size()) rhs[i] -= above[i] * rhs[i + 1];
    rhs[i] /= diagonal[i];
  }
  return rhs;
}

// With h_i = x_{i+1} − x_i and d_i = (s_{i+1} − s_i)/h_i the slopes obey, all around,
//   h_i m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_{i−1} m_{i+1} = 3 (h_i d_{i−1} + h_{i−1} d_i)
// The equations close in a ring of n − 1 unknowns; its two corners are taken off by Sherman and Morrison:
// A = T + u vᵀ with u = (γ, 0, …, corner_last), v = (1, 0, …, corner_first/γ).
RecycledVector<double> periodic_slopes(std::span<const double> x, std::span<const double> s) {
  FREEPLAY_ASSERT(x.size() >= 4);
  const auto width = [&](std::size_t i) { return x[i + 1] - x[i]; };
  const auto slope = [&](std::size_t i) { return (s[i + 1] - s[i]) / width(i); };
  using List = RecycledVector<double>;
  const std::size_t n = x.size() - 1;
  List below(n), diagonal(n), above(n), rhs(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = i == 0 ? n - 1 : i - 1;
    below[i] = width(i);
    diagonal[i] = 2 * (width(before) + width(i));
    above[i] = width(before);
    rhs[i] = 3 * (width(i) * slope(before) + width(before) * slope(i));
  }
  const double first = below[0], last = above[n - 1], gamma = -diagonal[0];
  diagonal[0] -= gamma;
  diagonal[n - 1] -= first * last / gamma;
  List u(n, 0);
  u[0] = gamma, u[n - 1] = last;
  List m = solve_tridiagonal(below, diagonal, above, rhs);
  const List z = solve_tridiagonal(below, diagonal, above, u);
  const double k = (m[0] + m[n - 1] * first / gamma) / (1 + z[0] + z[n - 1] * first / gamma);
  for (std::size_t i = 0; i < n; ++i) m[i] -= k * z[i];
  m.push_back(m[0]);
  return m;
}

}  // namespace freeplay
