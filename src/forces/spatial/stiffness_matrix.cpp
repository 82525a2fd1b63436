// SPDX-License-Identifier: Apache-2.0
#include "forces/spatial/stiffness_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr std::size_t n = 6;
constexpr double kRounding = 1e-9;  // of numbers written with decimals, relative to the diagonal

using Square = std::array<double, n * n>;

/// Elimination with the largest pivot first, of a matrix whose diagonal is 1 or 0: no pivot may be negative,
/// and with a zero pivot the rest must be zero.
bool semidefinite(Square K) {
  for (std::size_t step = 0; step < n; ++step) {
    std::size_t p = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (K[i * n + i] < -kRounding) return false;
      if (K[i * n + i] > K[p * n + p]) p = i;
    }
    const double pivot = K[p * n + p];
    if (pivot <= kRounding) {
      return std::all_of(K.begin(), K.end(), [](double x) { return std::abs(x) <= std::sqrt(kRounding); });
    }
    const Square old = K;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) K[i * n + j] -= old[i * n + p] * old[p * n + j] / pivot;
    }
    for (std::size_t i = 0; i < n; ++i) K[i * n + p] = K[p * n + i] = 0;
  }
  return true;
}

}  // namespace

std::optional<StiffnessMatrix> read_stiffness(const FrameReader& reader, const char* param,
                                              const std::vector<double>& numbers) {
  if (numbers.size() != n && numbers.size() != n * n) {
    reader.error(param, fmt::format("expected 6 numbers or 36; found {}", numbers.size()),
                 "three along the axes and three about them, or the whole matrix row by row");
    return {};
  }
  Square K{};
  for (std::size_t i = 0; i < numbers.size(); ++i) K[numbers.size() == n ? i * (n + 1) : i] = numbers[i];
  Square scaled{};  // units differ between rows: judged against the diagonal
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double scale = std::sqrt(std::abs(K[i * n + i] * K[j * n + j]));
      const double x = K[i * n + j], y = K[j * n + i];
      if (std::abs(x - y) > kRounding * std::max(std::abs(x), std::abs(y))) {
        reader.error(
            param,
            fmt::format("the matrix is not symmetric: row {}, column {} is {:g}, row {}, column {} is {:g}",
                        i + 1, j + 1, x, j + 1, i + 1, y));
        return {};
      }
      scaled[i * n + j] = scale > 0 ? x / scale : x == 0 ? 0 : 1e9;
    }
  }
  if (!semidefinite(scaled)) {
    reader.error(param, "the matrix is not positive semidefinite: some direction would push instead of hold",
                 "no number of the diagonal may be negative, and the others are limited by the diagonal");
    return {};
  }
  StiffnessMatrix out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const auto at = [&](int row, int column) {
        const auto r = idx(row), c = idx(column);
        return 0.5 * (K[r * n + c] + K[c * n + r]);
      };
      out.tt_(i, j) = at(i, j), out.tr_(i, j) = at(i, j + 3), out.rr_(i, j) = at(i + 3, j + 3);
    }
  }
  out.zero_ = std::all_of(K.begin(), K.end(), [](double x) { return x == 0; });
  return out;
}

}  // namespace freeplay
