// SPDX-License-Identifier: Apache-2.0
#include "complementarity/mode_solver.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
ModeSolver::ModeSolver(int capacity, int d)
    : dense_(std::max(d, 2) * std::min(capacity, BlockMatrix::kMostDense)) {
  const auto n = idx(std::max(d, 2) * capacity);
  x_.assign(n, 0);
  unknown_.assign(n, 0);
}

// One or two contacts that slide are most of all problems: the same elimination, written out.
bool ModeSolver::solve_sliding(ContactProblem& problem, std::span<const ContactMode> modes) const {
  const int n = problem.size();
  if (n > 2 || problem.d() != 2) return false;
  for (int i = 0; i < n; ++i) {
    const ContactMode mode = modes[idx(i)];
    if (mode == ContactMode::open || mode == ContactMode::stick) return false;
  }
  const double* G = problem.matrix().diagonal(0);  // so few are stored densely: all of the matrix
  const double s0 = slip_factor(problem, 0, modes[0]);
  const double a00 = G[0] + s0 * G[1];
  if (n == 1) {
    problem.P(0) = a00 != 0 ? -problem.b(0) / a00 : 0;
    problem.P(1) = s0 * problem.P(0);
    return true;
  }
  const double s1 = slip_factor(problem, 1, modes[1]);
  const double a01 = G[2] + s1 * G[3];
  const double a10 = G[8] + s0 * G[9];
  const double a11 = G[10] + s1 * G[11];
  const double largest = std::max({std::abs(a00), std::abs(a01), std::abs(a10), std::abs(a11)});
  if (std::abs(a00) != largest && std::abs(a11) != largest) return false;  // the general way pivots
  const double b0 = -problem.b(0), b1 = -problem.b(2);
  double x0 = 0, x1 = 0;
  if (std::abs(a00) == largest) {
    const double factor = a10 / a00, rest = a11 - factor * a01;
    if (!(std::abs(rest) > kDependentEquation * largest)) return false;
    x1 = (b1 - factor * b0) / rest;
    x0 = (b0 - a01 * x1) / a00;
  } else {
    const double factor = a01 / a11, rest = a00 - factor * a10;
    if (!(std::abs(rest) > kDependentEquation * largest)) return false;
    x0 = (b0 - factor * b1) / rest;
    x1 = (b1 - a10 * x0) / a11;
  }
  problem.P(0) = x0;
  problem.P(1) = s0 * x0;
  problem.P(2) = x1;
  problem.P(3) = s1 * x1;
  return true;
}

void ModeSolver::solve(ContactProblem& problem, std::span<const ContactMode> modes,
                       std::span<const double> ratio) {
  if (problem.size() == 0 || solve_sliding(problem, modes)) return;
  std::fill(problem.P().begin(), problem.P().end(), 0.0);
  improve(problem, modes, 0, ratio);
}

void ModeSolver::improve(ContactProblem& problem, std::span<const ContactMode> modes, double damping,
                         std::span<const double> ratio) {
  ratio_ = ratio;
  if (problem.d() == 1) {
    improve<1>(problem, modes, damping);
  } else if (problem.d() == 2) {
    improve<2>(problem, modes, damping);
  } else {
    FREEPLAY_ASSERT(ratio.size() >= 2 * idx(problem.size()));
    improve<3>(problem, modes, damping);
  }
}

/// P_T,a / P_N of a contact in slip.
template <int d>
double ModeSolver::slip_ratio(const ContactProblem& problem, int contact, ContactMode mode, int a) const {
  if constexpr (d < 3) return slip_factor(problem, contact, mode);
  if (mode == ContactMode::stick || problem.mu(contact) == 0) return 0;
  return ratio_[idx(2 * contact + a - 1)];
}

template <int d>
void ModeSolver::improve(ContactProblem& problem, std::span<const ContactMode> modes, double damping) {
  if (problem.matrix().dense()) {
    solve_dense<d>(problem, modes, damping);
  } else {
    solve_sparse<d>(problem, modes, damping);
  }
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode mode = modes[idx(i)];
    if (mode != ContactMode::slip_plus && mode != ContactMode::slip_minus) continue;
    for (int a = 1; a < d; ++a) problem.P(d * i + a) = slip_ratio<d>(problem, i, mode, a) * problem.P(d * i);
  }
}

/// Rows that are equations, in unknown_; the other impulses become what the modes say of them.
template <int d>
int ModeSolver::list_unknowns(ContactProblem& problem, std::span<const ContactMode> modes) {
  int count = 0;
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode mode = modes[idx(i)];
    if (mode == ContactMode::open) {
      for (int k = d * i; k < d * i + d; ++k) problem.P(k) = 0;
      continue;
    }
    unknown_[idx(count++)] = d * i;
    for (int a = 1; a < d; ++a) {
      if (mode == ContactMode::stick) {
        unknown_[idx(count++)] = d * i + a;
      } else {
        problem.P(d * i + a) = slip_ratio<d>(problem, i, mode, a) * problem.P(d * i);
      }
    }
  }
  return count;
}

void ModeSolver::add_change(ContactProblem& problem, int count) const {
  for (int r = 0; r < count; ++r) {
    problem.P(unknown_[idx(r)]) += x_[idx(r)];
  }
}

template <int d>
void ModeSolver::solve_dense(ContactProblem& problem, std::span<const ContactMode> modes, double damping) {
  const int count = list_unknowns<d>(problem, modes);
  const bool nothing = std::all_of(problem.P().begin(), problem.P().end(), [](double P) { return P == 0; });
  dense_.start(count);
  for (int r = 0; r < count; ++r) {
    const int row = unknown_[idx(r)];
    const double* from = problem.matrix().dense_row(row);
    double* to = &dense_.A(r, 0);
    for (int i = 0; i < problem.size(); ++i, from += d) {
      const ContactMode mode = modes[idx(i)];
      if (mode == ContactMode::open) continue;
      if (mode == ContactMode::stick) {
        for (int a = 0; a < d; ++a) *to++ = from[a];
        continue;
      }
      double value = from[0];
      for (int a = 1; a < d; ++a) value += slip_ratio<d>(problem, i, mode, a) * from[a];
      *to++ = value;
    }
    dense_.A(r, r) += damping;
    dense_.rhs(r) = nothing ? -problem.b(row) : -problem.xi(row);
  }
  dense_.solve({x_.data(), idx(count)});
  add_change(problem, count);
}

template <int d>
void ModeSolver::solve_sparse(ContactProblem& problem, std::span<const ContactMode> modes, double damping) {
  const int count = list_unknowns<d>(problem, modes);
  sparse_.start(problem.matrix());
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode mode = modes[idx(i)];
    BlockDirect::Part& part = sparse_.part(i);
    const bool slips = d > 1 && mode != ContactMode::open && mode != ContactMode::stick;
    part.width = mode == ContactMode::open ? 0 : mode == ContactMode::stick ? d : 1;
    part.plain = true;
    for (int a = 1; a < d; ++a) part.slope[idx(a - 1)] = slips ? slip_ratio<d>(problem, i, mode, a) : 0;
  }
  [[maybe_unused]] const int unknowns = sparse_.number();
  FREEPLAY_ASSERT(unknowns == count);
  double* rhs = x_.data();
  for (int i = 0; i < problem.size(); ++i) {
    const int width = sparse_.part(i).width;
    if (width == 0) continue;
    double xi[3] = {0, 0, 0};
    problem.xi(i, xi);
    for (int a = 0; a < width; ++a) *rhs++ = -xi[a];
  }
  sparse_.solve({x_.data(), idx(count)}, damping);
  add_change(problem, count);
}

}  // namespace freeplay
