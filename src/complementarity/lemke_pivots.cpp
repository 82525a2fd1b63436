// SPDX-License-Identifier: Apache-2.0
#include "complementarity/lemke_pivots.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kPivotTolerance = 1e-10;  // of the normalised problem
constexpr double kTieTolerance = 1e-12;

/// Numbers between 0 and 1 that look random and are always the same.
double spread(int seed, int r) {
  const auto word = static_cast<std::uint64_t>(seed) * 1000003u + static_cast<std::uint64_t>(r) + 1;
  std::uint64_t bits = word * 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 29)) * 0xBF58476D1CE4E5B9u;
  bits ^= bits >> 32;
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace

LemkePivots::LemkePivots(int capacity) {
  const auto m = idx(std::min(capacity, kMostRows));
  tableau_.assign(m * (2 * m + 2), 0);
  basis_.assign(m, 0);
}

// Columns: 0 … m−1 the y's (they carry the inverse basis), m … 2m−1 the x's, 2m the artificial z₀, 2m+1 the
// right-hand side. Row r reads: y_r − A_r x − z₀ = b_r.
void LemkePivots::start(int m, int attempt) {
  m_ = m;
  width_ = 2 * m + 2;
  attempt_ = attempt;
  std::fill(tableau_.begin(), tableau_.begin() + static_cast<std::ptrdiff_t>(m_) * width_, 0.0);
  for (int r = 0; r < m_; ++r) {
    at(r, r) = 1;
    at(r, 2 * m_) = -1 - (attempt == 0 ? 0 : spread(attempt, r));
    basis_[idx(r)] = r;
  }
}

bool LemkePivots::solve(int most, const ContactProblem& whole) {
  for (int r = 0; r < m_ && attempt_ > 0; ++r)
    at(r, width_ - 1) += 1e-7 * (1 + spread(attempt_ + kAttempts, r));
  pivots_ = 0;
  ray_ = false;
  int leaving = -1;
  for (int r = 0; r < m_; ++r) {  // most negative right-hand side; ties by the inverse basis
    if (at(r, width_ - 1) < 0 && (leaving < 0 || before(r, leaving, -1))) leaving = r;
  }
  if (leaving < 0) return true;  // b ≥ 0: x = 0 solves it
  const int limit = most > 0 ? most : m_ <= kFewRows ? 50 * (m_ + 1) : 5000;
  int entering = 2 * m_;
  for (pivots_ = 1; pivots_ <= limit && !whole.stopped(); ++pivots_) {
    const int left = basis_[idx(leaving)];
    pivot(leaving, entering);
    if (left == 2 * m_) return true;
    entering = left < m_ ? left + m_ : left - m_;
    leaving = -1;
    for (int r = 0; r < m_; ++r) {
      if (at(r, entering) > kPivotTolerance && (leaving < 0 || before(r, leaving, entering))) leaving = r;
    }
    ray_ = leaving < 0;  // no solution is found by this path
    if (ray_) return false;
    // z₀ leaves whenever it ties for the minimum, so that the path ends
    for (int r = 0; r < m_; ++r) {
      if (basis_[idx(r)] == 2 * m_ && at(r, entering) > kPivotTolerance &&
          at(r, width_ - 1) * at(leaving, entering) <= at(leaving, width_ - 1) * at(r, entering)) {
        leaving = r;
      }
    }
  }
  return false;
}

/// Row r before row s in the lexicographic order of (rhs, inverse basis) divided by the entering column;
/// entering < 0: the start, where the most negative right-hand side leaves.
bool LemkePivots::before(int r, int s, int entering) const {
  const double scale_r = entering < 0 ? -at(r, 2 * m_) : at(r, entering);
  const double scale_s = entering < 0 ? -at(s, 2 * m_) : at(s, entering);
  for (int k = -1; k < m_; ++k) {
    const int column = k < 0 ? width_ - 1 : k;
    const double a = at(r, column) / scale_r, b = at(s, column) / scale_s;
    // what differs by rounding is a tie: the next column decides
    if (std::abs(a - b) > kTieTolerance * std::max({1.0, std::abs(a), std::abs(b)})) return a < b;
  }
  return r < s;
}

void LemkePivots::pivot(int row, int column) {
  const double inverse = 1 / at(row, column);
  for (int k = 0; k < width_; ++k) at(row, k) *= inverse;
  at(row, column) = 1;
  for (int r = 0; r < m_; ++r) {
    if (r == row) continue;
    const double factor = at(r, column);
    if (factor == 0) continue;
    for (int k = 0; k < width_; ++k) at(r, k) -= factor * at(row, k);
    at(r, column) = 0;
  }
  basis_[idx(row)] = column;
}

int LemkePivots::row_of(int k) const {
  const auto end = basis_.begin() + m_;
  const auto found = std::find(basis_.begin(), end, m_ + k);
  return found == end ? -1 : static_cast<int>(found - basis_.begin());
}

double LemkePivots::x(int k) const {
  const int row = row_of(k);
  return row < 0 ? 0 : at(row, width_ - 1);
}

}  // namespace freeplay
