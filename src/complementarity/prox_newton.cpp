// SPDX-License-Identifier: Apache-2.0
#include "complementarity/prox_newton.h"

#include <Eigen/Core>
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

/// C δξ + B δP of a contact's three rows; most entries of C are zero.
void ProxNewton::add_dense(const ContactProblem& problem, int contact, const double* C, const double* B) {
  const int row = unknown_[idx(contact)];
  if (all_closed_) {
    const int width = problem.rows();
    const double* G = problem.matrix().dense_row(3 * contact);
    for (int r = 0; r < 3; ++r) {
      double* to = &dense_.A(row + r, 0);
      Eigen::Map<Eigen::ArrayXd> sum(to, width);
      bool any = false;
      for (int a = 0; a < 3; ++a) {
        if (C[3 * r + a] == 0) continue;
        const Eigen::Map<const Eigen::ArrayXd> part(G + static_cast<std::ptrdiff_t>(a) * width, width);
        if (any) {
          sum += C[3 * r + a] * part;
        } else {
          sum = C[3 * r + a] * part;
        }
        any = true;
      }
      if (!any) sum.setZero();
      for (int b = 0; b < 3; ++b) to[row + b] += B[3 * r + b];
    }
    return;
  }
  problem.matrix().for_row(contact, [&](int j, const double* block, int stride) {
    const int first = unknown_[idx(j)];
    if (first < 0) return;
    for (int r = 0; r < 3; ++r) {
      for (int b = 0; b < 3; ++b) {
        double value = 0;
        for (int a = 0; a < 3; ++a) value += C[3 * r + a] * block[a * stride + b];
        if (j == contact) value += B[3 * r + b];
        dense_.A(row + r, first + b) = value;
      }
    }
  });
}

/// The equations of a closed contact at P, where open contacts have let go.
void ProxNewton::write_rows(const ContactProblem& problem, int i) {
  const auto k = idx(i);
  double now[3] = {0, 0, 0}, C[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, B[9] = {};
  problem.xi(i, now);
  double* rhs = rhs_.data() + unknown_[k];
  const bool slips = modes_[k] != ContactMode::stick;
  for (int a = 0; a < 3; ++a) rhs[a] = -now[a];
  if (slips) {
    const double mu = problem.mu(i), r = r_T_[k];
    const double P_N = std::max(problem.P(3 * i), 0.0);
    const double x[2] = {problem.P(3 * i + 1) - r * now[1], problem.P(3 * i + 2) - r * now[2]};
    const double length = std::hypot(x[0], x[1]);
    const double e[2] = {length > 0 ? x[0] / length : 0, length > 0 ? x[1] / length : 0};
    const double turn = length > 0 ? std::min(mu * P_N / length, 1.0) : 0;
    for (int a = 0; a < 2; ++a) {
      for (int b = 0; b < 2; ++b) {
        const double across = (a == b ? 1 : 0) - e[a] * e[b];
        C[3 * (a + 1) + b + 1] = turn * across * r;
        B[3 * (a + 1) + b + 1] = (a == b ? 1 : 0) - turn * across;
      }
      B[3 * (a + 1)] = -mu * e[a];
      rhs[a + 1] = mu * P_N * e[a] - problem.P(3 * i + a + 1);
    }
  }
  if (is_dense_) return add_dense(problem, i, C, B);
  BlockDirect::Part& part = sparse_.part(i);
  part.plain = !slips;
  std::copy_n(C, 9, part.C.begin());
  std::copy_n(B, 9, part.B.begin());
}

void ProxNewton::step_space(ContactProblem& problem, double damping) {
  int count = 0;
  is_dense_ = problem.matrix().dense();
  if (!is_dense_) sparse_.start(problem.matrix());
  for (int i = 0; i < problem.size(); ++i) {
    const auto k = idx(i);
    problem.xi(i, xi_.data() + 3 * k);
    modes_[k] = mode_of(problem, i, xi_.data() + 3 * k);
    const bool open = modes_[k] == ContactMode::open;
    unknown_[k] = open ? -1 : count;
    if (!open) count += 3;
    if (!is_dense_) sparse_.part(i).width = open ? 0 : 3;
  }
  // open contacts: δP = −P, which moves the ξ of the others
  for (int i = 0; i < problem.size(); ++i) {
    if (unknown_[idx(i)] >= 0) continue;
    for (int a = 0; a < 3; ++a) problem.P(3 * i + a) = 0;
  }
  all_closed_ = count == problem.rows();
  if (is_dense_) {
    dense_.start(count);  // a dense G has every block: all entries are written
  } else {
    sparse_.number();
  }
  for (int i = 0; i < problem.size(); ++i) {
    if (unknown_[idx(i)] >= 0) write_rows(problem, i);
  }
  const auto size = idx(count);
  if (is_dense_) {
    for (int r = 0; r < count; ++r) {
      dense_.A(r, r) += damping;
      dense_.rhs(r) = rhs_[idx(r)];
    }
    dense_.solve({x_.data(), size});
  } else {
    std::copy_n(rhs_.begin(), size, x_.begin());
    sparse_.solve({x_.data(), size}, damping);
  }
  for (int i = 0; i < problem.size(); ++i) {
    const int first = unknown_[idx(i)];
    for (int a = 0; a < 3 && first >= 0; ++a) problem.P(3 * i + a) += x_[idx(first + a)];
  }
}

}  // namespace freeplay
