// SPDX-License-Identifier: Apache-2.0
#include "complementarity/prox_newton.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {

ProxNewton::ProxNewton(int capacity, int d)
    : d_(d),
      planar_(d <= 2 ? capacity : 0),
      dense_(d == 3 ? 3 * std::min(capacity, BlockMatrix::kMostDense) : 0) {
  const auto n = idx(capacity);
  r_N_.assign(n, 1);
  r_T_.assign(n, 1);
  modes_.assign(n, ContactMode::open);
  if (d < 3) return;
  unknown_.assign(n, -1);
  xi_.assign(3 * n, 0);
  rhs_.assign(3 * n, 0);
  x_.assign(3 * n, 0);
}

void ProxNewton::choose_r(const ContactProblem& problem) {
  for (int i = 0; i < problem.size(); ++i) {
    const auto k = idx(i);
    const double* A = problem.matrix().diagonal(i);
    const int next = problem.matrix().stride() + 1;
    const double normal = A[0];
    const double tangential = d_ == 1 ? normal : d_ == 2 ? A[next] : 0.5 * (A[next] + A[2 * next]);
    r_N_[k] = normal > 0 ? 1 / normal : 1;
    r_T_[k] = tangential > 0 ? 1 / tangential : 1;
  }
}

ContactMode ProxNewton::mode_of(const ContactProblem& problem, int contact, const double* xi) const {
  const auto k = idx(contact);
  const double P_N = problem.P(d_ * contact);
  if (!(P_N - r_N_[k] * xi[0] > 0)) return ContactMode::open;
  const double mu = problem.mu(contact);
  if (d_ == 1 || mu == 0) return d_ == 2 && xi[1] < 0 ? ContactMode::slip_minus : ContactMode::slip_plus;
  // a contact that closes has no P_N yet: what the prox expects of it bounds the friction
  const double bound = mu * std::max(P_N, P_N - r_N_[k] * xi[0]);
  const double x = problem.P(d_ * contact + 1) - r_T_[k] * xi[1];
  if (d_ == 2) {
    if (std::abs(x) <= bound) return ContactMode::stick;
    return x < 0 ? ContactMode::slip_plus : ContactMode::slip_minus;  // P_T = −μ P_N with positive slip
  }
  const double y = problem.P(d_ * contact + 2) - r_T_[k] * xi[2];
  return std::hypot(x, y) <= bound ? ContactMode::stick : ContactMode::slip_plus;
}

void ProxNewton::read_modes(ContactProblem& problem) {
  double xi[3] = {0, 0, 0};
  for (int i = 0; i < problem.size(); ++i) {
    problem.xi(i, xi);
    problem.mode(i) = mode_of(problem, i, xi);
  }
}

void ProxNewton::step(ContactProblem& problem, double damping) {
  if (d_ == 3) return step_space(problem, damping);
  double xi[3] = {0, 0, 0};
  for (int i = 0; i < problem.size(); ++i) {
    problem.xi(i, xi);
    modes_[idx(i)] = mode_of(problem, i, xi);
  }
  planar_.improve(problem, {modes_.data(), idx(problem.size())}, damping);
}

/// Row `row`: Σ_a weight_a δξ_a + own_normal δP_N + own_tangential · δP_T of the contact.
void ProxNewton::add_row(const ContactProblem& problem, int row, int contact, const double* weight,
                         double own_normal, const double* own_tangential) {
  problem.matrix().for_row(contact, [&](int j, const double* block, int stride) {
    const int first = unknown_[idx(j)];
    if (first < 0) return;
    for (int b = 0; b < 3; ++b) {
      double value = 0;
      for (int a = 0; a < 3; ++a) value += weight[a] * block[a * stride + b];
      if (j == contact) value += b == 0 ? own_normal : own_tangential[b - 1];
      if (is_dense_) {
        dense_.A(row, first + b) = value;
      } else if (value != 0 || j == contact) {
        sparse_.add(row, first + b, value);
      }
    }
  });
}

void ProxNewton::step_space(ContactProblem& problem, double damping) {
  int count = 0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto k = idx(i);
    problem.xi(i, xi_.data() + 3 * k);
    modes_[k] = mode_of(problem, i, xi_.data() + 3 * k);
    unknown_[k] = -1;
    if (modes_[k] == ContactMode::open) continue;
    unknown_[k] = count;
    count += 3;
  }
  is_dense_ = problem.matrix().dense();
  if (is_dense_) {
    dense_.start(count);
    for (int r = 0; r < count; ++r) {
      for (int c = 0; c < count; ++c) dense_.A(r, c) = 0;
    }
  } else {
    sparse_.start(count);
  }
  // open contacts: δP = −P, which moves the ξ of the others
  for (int i = 0; i < problem.size(); ++i) {
    const auto k = idx(i);
    if (unknown_[k] >= 0) continue;
    for (std::size_t a = 0; a < 3; ++a) problem.P(static_cast<int>(3 * k + a)) = 0;
  }
  for (int i = 0; i < problem.size(); ++i) {
    const auto k = idx(i);
    const int row = unknown_[k];
    if (row < 0) continue;
    double now[3] = {0, 0, 0};
    problem.xi(i, now);
    double* rhs = rhs_.data() + row;
    const double none[2] = {0, 0};
    const double normal[3] = {1, 0, 0};
    add_row(problem, row, i, normal, 0, none);
    rhs[0] = -now[0];
    if (modes_[k] == ContactMode::stick) {
      for (int a = 1; a < 3; ++a) {
        const double weight[3] = {0, a == 1 ? 1.0 : 0.0, a == 2 ? 1.0 : 0.0};
        add_row(problem, row + a, i, weight, 0, none);
        rhs[a] = -now[a];
      }
      continue;
    }
    const double mu = problem.mu(i), r = r_T_[k];
    const double P_N = std::max(problem.P(3 * i), 0.0);
    const double x[2] = {problem.P(3 * i + 1) - r * now[1], problem.P(3 * i + 2) - r * now[2]};
    const double length = std::hypot(x[0], x[1]);
    const double e[2] = {length > 0 ? x[0] / length : 0, length > 0 ? x[1] / length : 0};
    const double turn = length > 0 ? std::min(mu * P_N / length, 1.0) : 0;
    for (int a = 0; a < 2; ++a) {
      double weight[3] = {0, 0, 0}, own[2] = {0, 0};
      for (int b = 0; b < 2; ++b) {
        const double across = (a == b ? 1 : 0) - e[a] * e[b];
        weight[b + 1] = turn * across * r;
        own[b] = (a == b ? 1 : 0) - turn * across;
      }
      add_row(problem, row + a + 1, i, weight, -mu * e[a], own);
      rhs[a + 1] = mu * P_N * e[a] - problem.P(3 * i + a + 1);
    }
  }
  const auto size = idx(count);
  if (is_dense_) {
    for (int r = 0; r < count; ++r) {
      dense_.A(r, r) += damping;
      dense_.rhs(r) = rhs_[idx(r)];
    }
    dense_.solve({x_.data(), size});
  } else {
    sparse_.solve({rhs_.data(), size}, {x_.data(), size}, damping);
  }
  for (int i = 0; i < problem.size(); ++i) {
    const int first = unknown_[idx(i)];
    for (int a = 0; a < 3 && first >= 0; ++a) problem.P(3 * i + a) += x_[idx(first + a)];
  }
}

}  // namespace freeplay
