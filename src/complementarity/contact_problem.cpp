// SPDX-License-Identifier: Apache-2.0
#include "complementarity/contact_problem.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace freeplay {
namespace {

constexpr double kRankTolerance = 1e-13;  // a pivot this small, relative to the largest, is a dependent row

}  // namespace

ContactProblem::ContactProblem(int capacity) {
  const auto n = static_cast<std::size_t>(capacity);
  G_.assign(4 * n * n, 0);
  b_.assign(2 * n, 0);
  P_.assign(2 * n, 0);
  mu_.assign(n, 0);
  scale_.assign(n, 1);
  mode_.assign(n, ContactMode::open);
}

void ContactProblem::resize(int n) {
  FREEPLAY_ASSERT(static_cast<std::size_t>(n) <= mu_.size());
  n_ = n;
}

void ContactProblem::normalise() {
  unit_ = 0;
  for (int i = 0; i < n_; ++i) {
    const double size = std::max(G(2 * i, 2 * i), G(2 * i + 1, 2 * i + 1));
    scale_[static_cast<std::size_t>(i)] = size > 0 ? 1 / std::sqrt(size) : 1;
    for (int k = 2 * i; k < 2 * i + 2; ++k) {
      b(k) *= scale_[static_cast<std::size_t>(i)];
      unit_ = std::max(unit_, std::abs(b(k)));
    }
  }
  if (unit_ == 0) unit_ = 1;
  for (int i = 0; i < 2 * n_; ++i) {
    for (int j = 0; j < 2 * n_; ++j) {
      G(i, j) *= scale_[static_cast<std::size_t>(i / 2)] * scale_[static_cast<std::size_t>(j / 2)];
    }
    b(i) /= unit_;
  }
}

void ContactProblem::restore_units() {
  for (int i = 0; i < 2 * n_; ++i) P(i) *= scale_[static_cast<std::size_t>(i / 2)] * unit_;
}

double ContactProblem::xi(int row) const {
  double sum = b(row);
  const double* G_row = G_.data() + index(row, 0);
  for (int j = 0; j < 2 * n_; ++j) sum += G_row[j] * P_[static_cast<std::size_t>(j)];
  return sum;
}

double ContactProblem::residual() const {
  double worst = 0;
  for (int i = 0; i < n_; ++i) {
    const double P_N = P(2 * i), P_T = P(2 * i + 1);
    const double bound = mu(i) * std::max(P_N, 0.0);
    const double normal = P_N - std::max(P_N - xi(2 * i), 0.0);
    const double tangential = P_T - std::clamp(P_T - xi(2 * i + 1), -bound, bound);
    const double error = std::max(std::abs(normal), std::abs(tangential));
    if (!(error <= worst)) worst = error;  // also takes NaN
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

ModeSolver::ModeSolver(int capacity) {
  const auto n = static_cast<std::size_t>(2 * capacity);
  A_.assign(n * (n + 1), 0);
  x_.assign(n, 0);
  unknown_.assign(n, 0);
  column_.assign(n, 0);
}

namespace {

/// P_T = factor · P_N of a contact in slip.
double slip_factor(const ContactProblem& problem, int contact, ContactMode mode) {
  if (mode == ContactMode::slip_plus) return -problem.mu(contact);
  return mode == ContactMode::slip_minus ? problem.mu(contact) : 0.0;
}

}  // namespace

// One or two contacts that slide are most of all problems: the same elimination, written out.
bool ModeSolver::solve_sliding(ContactProblem& problem, std::span<const ContactMode> modes) const {
  const int n = problem.size();
  if (n > 2) return false;
  for (int i = 0; i < n; ++i) {
    const ContactMode mode = modes[static_cast<std::size_t>(i)];
    if (mode == ContactMode::open || mode == ContactMode::stick) return false;
  }
  const double s0 = slip_factor(problem, 0, modes[0]);
  const double a00 = problem.G(0, 0) + s0 * problem.G(0, 1);
  if (n == 1) {
    problem.P(0) = a00 != 0 ? -problem.b(0) / a00 : 0;
    problem.P(1) = s0 * problem.P(0);
    return true;
  }
  const double s1 = slip_factor(problem, 1, modes[1]);
  const double a01 = problem.G(0, 2) + s1 * problem.G(0, 3);
  const double a10 = problem.G(2, 0) + s0 * problem.G(2, 1);
  const double a11 = problem.G(2, 2) + s1 * problem.G(2, 3);
  const double largest = std::max({std::abs(a00), std::abs(a01), std::abs(a10), std::abs(a11)});
  if (std::abs(a00) != largest && std::abs(a11) != largest) return false;  // the general way pivots
  const double b0 = -problem.b(0), b1 = -problem.b(2);
  double x0 = 0, x1 = 0;
  if (std::abs(a00) == largest) {
    const double factor = a10 / a00, rest = a11 - factor * a01;
    if (!(std::abs(rest) > kRankTolerance * largest)) return false;
    x1 = (b1 - factor * b0) / rest;
    x0 = (b0 - a01 * x1) / a00;
  } else {
    const double factor = a01 / a11, rest = a00 - factor * a10;
    if (!(std::abs(rest) > kRankTolerance * largest)) return false;
    x0 = (b0 - factor * b1) / rest;
    x1 = (b1 - a10 * x0) / a11;
  }
  problem.P(0) = x0;
  problem.P(1) = s0 * x0;
  problem.P(2) = x1;
  problem.P(3) = s1 * x1;
  return true;
}

void ModeSolver::solve(ContactProblem& problem, std::span<const ContactMode> modes) {
  if (problem.size() == 0 || solve_sliding(problem, modes)) return;
  int count = 0;
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode mode = modes[static_cast<std::size_t>(i)];
    problem.P(2 * i) = problem.P(2 * i + 1) = 0;
    if (mode == ContactMode::open) continue;
    unknown_[static_cast<std::size_t>(count++)] = 2 * i;
    if (mode == ContactMode::stick) unknown_[static_cast<std::size_t>(count++)] = 2 * i + 1;
  }
  const auto slip = [&](int contact) {
    return slip_factor(problem, contact, modes[static_cast<std::size_t>(contact)]);
  };
  const int stride = count + 1;
  const auto at = [&](int row, int column) -> double& {
    return A_[static_cast<std::size_t>(row * stride + column)];
  };
  double largest = 0;
  for (int r = 0; r < count; ++r) {
    const int row = unknown_[static_cast<std::size_t>(r)];
    for (int c = 0; c < count; ++c) {
      const int column = unknown_[static_cast<std::size_t>(c)];
      double value = problem.G(row, column);
      if (column % 2 == 0) value += slip(column / 2) * problem.G(row, column + 1);
      at(r, c) = value;
      largest = std::max(largest, std::abs(value));
    }
    at(r, count) = -problem.b(row);
    column_[static_cast<std::size_t>(r)] = r;
  }
  int rank = 0;
  for (; rank < count; ++rank) {  // Gauss with complete pivoting
    int pivot_row = rank, pivot_column = rank;
    double pivot = 0;
    for (int r = rank; r < count; ++r) {
      for (int c = rank; c < count; ++c) {
        if (std::abs(at(r, c)) > pivot) pivot = std::abs(at(r, c)), pivot_row = r, pivot_column = c;
      }
    }
    if (!(pivot > kRankTolerance * largest)) break;
    if (pivot_row != rank) {
      for (int c = 0; c <= count; ++c) std::swap(at(rank, c), at(pivot_row, c));
    }
    if (pivot_column != rank) {
      for (int r = 0; r < count; ++r) std::swap(at(r, rank), at(r, pivot_column));
      std::swap(column_[static_cast<std::size_t>(rank)], column_[static_cast<std::size_t>(pivot_column)]);
    }
    for (int r = rank + 1; r < count; ++r) {
      const double factor = at(r, rank) / at(rank, rank);
      if (factor == 0) continue;
      for (int c = rank + 1; c <= count; ++c) at(r, c) -= factor * at(rank, c);
    }
  }
  for (int r = 0; r < count; ++r) x_[static_cast<std::size_t>(r)] = 0;
  for (int r = rank - 1; r >= 0; --r) {
    double sum = at(r, count);
    for (int c = r + 1; c < rank; ++c) sum -= at(r, c) * x_[static_cast<std::size_t>(c)];
    x_[static_cast<std::size_t>(r)] = sum / at(r, r);
  }
  for (int r = 0; r < count; ++r) {
    problem.P(unknown_[static_cast<std::size_t>(column_[static_cast<std::size_t>(r)])]) =
        x_[static_cast<std::size_t>(r)];
  }
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode mode = modes[static_cast<std::size_t>(i)];
    if (mode == ContactMode::slip_plus || mode == ContactMode::slip_minus) {
      problem.P(2 * i + 1) = slip(i) * problem.P(2 * i);
    }
  }
}

}  // namespace freeplay
