// SPDX-License-Identifier: Apache-2.0
#include "complementarity/proximal_point.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/registry.h"

namespace freeplay {
namespace {

// All found by trial on problems of sample_structures.h.
constexpr std::array kSlopes = {1.0, 30.0, 0.1, 1000.0};  // r, in the order of trial
constexpr std::array kUndamped = {4, 14, 0, 2};           // steps taken in full, with each of them
constexpr int kMostSteps = 14;                            // of an anchor
constexpr double kLeastRho = 1e-10, kMostRho = 1e2;
constexpr double kPart = 0.05;  // of ρ |P − A|: an anchor need not be solved better
constexpr int kIdle = 3;        // anchors with the least ρ that bring nothing: the rest is rounding

}  // namespace

ProximalPoint::ProximalPoint(int capacity, int d)
    : d_(d), dense_(d * std::min(capacity, BlockMatrix::kMostDense)) {
  contacts_.resize(idx(capacity));
  unknown_.assign(idx(capacity), -1);
  const auto n = idx(capacity * d);
  for (std::vector<double>* vector :
       {&P_, &xi_, &anchor_, &best_, &direction_, &G_direction_, &from_, &xi_from_, &x_, &rhs_, &drift_}) {
    vector->assign(n, 0);
  }
}

void ProximalPoint::multiply(const ContactProblem& problem, const std::vector<double>& x,
                             std::vector<double>& out) const {
  std::fill(out.begin(), out.begin() + rows_, 0.0);
  for (int i = 0; i < problem.size(); ++i)
    problem.matrix().add_row_times(i, x.data(), out.data() + static_cast<std::ptrdiff_t>(d_) * i);
}

/// The residual at P, and P if it is the best.
void ProximalPoint::note(const ContactProblem& problem) {
  double worst = 0;
  for (int i = 0; i < problem.size(); ++i) {
    double map[3] = {0, 0, 0};
    contact_map(P_.data() + idx(d_ * i), xi_.data() + idx(d_ * i), problem.mu(i), d_, map);
    for (int a = 0; a < d_; ++a) {
      if (!(std::abs(map[a]) <= worst)) worst = std::abs(map[a]);
      if (std::isnan(worst)) return;
    }
  }
  if (!(worst < residual_)) return;
  residual_ = worst;
  std::copy_n(P_.begin(), rows_, best_.begin());
}

void ProximalPoint::anchor_at(const ContactProblem& problem, const std::vector<double>& point) {
  std::copy_n(point.begin(), rows_, anchor_.begin());
  for (int i = 0; i < problem.size(); ++i) {
    double* own = anchor_.data() + idx(d_ * i);
    own[0] = std::max(own[0], 0.0);
    if (d_ > 1) project_disc(own + 1, d_ - 1, problem.mu(i) * own[0]);
  }
}

void ProximalPoint::set(ContactProblem& problem, const std::vector<double>& point) {
  std::copy_n(point.begin(), rows_, P_.begin());
  multiply(problem, P_, xi_);
  for (int k = 0; k < rows_; ++k) xi_[idx(k)] += problem.b(k);
}

double ProximalPoint::solve(ContactProblem& problem, double tolerance, double rho, int most) {
  rows_ = problem.rows();
  is_dense_ = problem.matrix().dense();
  factorisations_ = 0;
  most_ = most;
  rho_ = rho;
  residual_ = kInfinity;
  std::copy(problem.P().begin(), problem.P().end(), from_.begin());
  set(problem, from_);
  note(problem);
  std::copy_n(from_.begin(), rows_, best_.begin());
  anchor_at(problem, from_);
  set(problem, anchor_);
  std::fill_n(drift_.begin(), rows_, 0.0);
  int failures = 0, which = 0, idle = 0;
  bool ever_failed = false;
  while (!(residual_ <= tolerance) && factorisations_ < most_ && idle < kIdle && !problem.stopped()) {
    const double before = residual_;
    r_ = kSlopes[idx(which)];
    undamped_ = kUndamped[idx(which)];
    if (solve_anchor(problem, tolerance)) {
      for (std::size_t k = 0; k < idx(rows_); ++k) drift_[k] = P_[k] - anchor_[k];
      anchor_at(problem, P_);
      set(problem, anchor_);
      note(problem);
      idle = rho_ > kLeastRho || residual_ < 0.5 * before ? 0 : idle + 1;
      // what failed once needs smaller steps of ρ, and none at once after a failure
      const double part = !ever_failed   ? (steps_ <= 4   ? 0.01
                                            : steps_ <= 9 ? 0.1
                                                          : 0.3)
                          : failures > 0 ? 1
                                         : (steps_ <= 4   ? 0.03
                                            : steps_ <= 9 ? 0.3
                                                          : 0.5);
      rho_ = std::max(rho_ * part, kLeastRho);
      failures = 0;
      continue;
    }
    ++failures;
    ever_failed = true;
    which = (which + 1) % int_size(kSlopes);
    rho_ = std::min(rho_ * (failures <= 4 ? 5 : 30), kMostRho);
    if (failures % 4 == 0) anchor_at(problem, best_);
    set(problem, anchor_);
  }
  std::copy_n(best_.begin(), rows_, problem.P().begin());
  return problem.residual();  // ξ of the steps has their rounding
}

/// Newton's method with this anchor, ρ and r; true when F is small enough for the next one.
bool ProximalPoint::solve_anchor(ContactProblem& problem, double tolerance) {
  steps_ = 0;
  merits_.fill(0);
  double now = merit(problem);
  for (;;) {
    double moved = 0;
    for (int k = 0; k < rows_; ++k) {
      const double change = P_[idx(k)] - anchor_[idx(k)];
      moved += change * change;
    }
    if (now <= std::max(kPart * rho_ * std::sqrt(moved), 0.1 * tolerance)) return true;
    if (steps_ == kMostSteps || factorisations_ == most_ || !std::isfinite(now)) return false;
    merits_[idx(steps_ % 4)] = now;
    ++steps_;
    if (!find_direction(problem)) return false;
    multiply(problem, direction_, G_direction_);
    std::copy_n(P_.begin(), rows_, from_.begin());
    std::copy_n(xi_.begin(), rows_, xi_from_.begin());
    const double limit = *std::max_element(merits_.begin(), merits_.end());
    double length = 1;
    for (int tries = 0;; ++tries) {
      for (std::size_t k = 0; k < idx(rows_); ++k) {
        P_[k] = from_[k] + length * direction_[k];
        xi_[k] = xi_from_[k] + length * G_direction_[k];
      }
      now = merit(problem);
      if (steps_ <= undamped_ || now <= (1 - 1e-4 * length) * limit) break;
      if (tries == 12) return false;
      length *= 0.5;
    }
    note(problem);
    if (residual_ <= tolerance) return true;
  }
}

/// |F| at P, in the unit of impulses and velocities whichever is smaller; the cases of all contacts.
double ProximalPoint::merit(const ContactProblem& problem) {
  double sum = 0;
  for (int i = 0; i < problem.size(); ++i) {
    const std::size_t first = idx(d_ * i);
    Contact& contact = contacts_[idx(i)];
    double x[3] = {0, 0, 0}, xi[3] = {0, 0, 0};
    for (std::size_t a = 0; a < idx(d_); ++a) {
      xi[a] = xi_[first + a] + rho_ * (P_[first + a] - anchor_[first + a]);
      x[a] = P_[first + a] - r_ * xi[a];
    }
    contact = {};
    if (!(x[0] > 0)) {
      for (std::size_t a = 0; a < idx(d_); ++a) sum += P_[first + a] * P_[first + a];
      continue;
    }
    sum += r_ * r_ * xi[0] * xi[0];
    contact.which = Case::slip;
    if (d_ == 1) continue;
    const double bound = problem.mu(i) * x[0], length = std::hypot(x[1], x[2]);
    if (bound > 0 && length <= bound) {
      contact.which = Case::stick;
      sum += r_ * r_ * (xi[1] * xi[1] + xi[2] * xi[2]);
      continue;
    }
    contact.turn = length > 0 ? bound / length : 0;
    for (std::size_t a = 1; a < idx(d_); ++a) {
      contact.e[a - 1] = length > 0 ? x[a] / length : 0;
      const double error = P_[first + a] - contact.turn * x[a];
      sum += error * error;
    }
  }
  return std::sqrt(sum) / std::min(r_, 1.0);
}

/// B δP + C δξ of a contact's rows, with δξ = G δP and what ρ adds to its own.
void ProximalPoint::add_blocks(const ContactProblem& problem, int contact, const double* B, const double* C) {
  const int row = unknown_[idx(contact)], d = d_;
  if (!is_dense_) {
    BlockDirect::Part& part = sparse_.part(contact);
    part.plain = false;
    for (std::size_t k = 0; k < idx(d * d); ++k) {
      part.C[k] = C[k];
      part.B[k] = B[k] + rho_ * C[k];
    }
    return;
  }
  problem.matrix().for_row(contact, [&](int j, const double* block, int stride) {
    const int first = unknown_[idx(j)];
    if (first < 0) return;
    for (int a = 0; a < d; ++a) {
      for (int b = 0; b < d; ++b) {
        double value = 0;
        for (int k = 0; k < d; ++k) value += C[d * a + k] * block[k * stride + b];
        if (j == contact) value += B[d * a + b] + rho_ * C[d * a + b];
        dense_.row(row + a)[first + b] = value;
      }
    }
  });
}

/// ξ_N + δξ_N = 0; in stick ξ_T + δξ_T = 0; in slip, with t = μ x_N/|x_T| and the normal row used,
///   δP_T − μ e δP_N − t (1 − e eᵀ)(δP_T − r δξ_T) = μ P_N e − P_T
void ProximalPoint::write_rows(const ContactProblem& problem, int i) {
  const Contact& contact = contacts_[idx(i)];
  const std::size_t first = idx(d_ * i);
  double* rhs = rhs_.data() + idx(unknown_[idx(i)]);
  double B[9] = {}, C[9] = {}, xi[3] = {0, 0, 0};
  // what open contacts lose moves ξ of the others: their part of G δP is known
  const auto d = idx(d_);
  for (std::size_t a = 0; a < d; ++a)
    xi[a] = xi_[first + a] + rho_ * (P_[first + a] - anchor_[first + a]) + G_direction_[first + a];
  C[0] = 1;
  rhs[0] = -xi[0];
  for (std::size_t a = 1; a < d; ++a) {
    if (contact.which == Case::stick) {
      C[d * a + a] = 1;
      rhs[a] = -xi[a];
      continue;
    }
    const double mu = problem.mu(i), e = contact.e[a - 1];
    B[d * a] = -mu * e;
    rhs[a] = mu * P_[first] * e - P_[first + a];
    for (std::size_t b = 1; b < d; ++b) {
      const double across = contact.turn * ((a == b ? 1 : 0) - e * contact.e[b - 1]);
      B[d * a + b] = (a == b ? 1 : 0) - across;
      C[d * a + b] = r_ * across;
      rhs[a] -= r_ * across * G_direction_[first + b];
    }
  }
  add_blocks(problem, i, B, C);
}

/// The Newton step at P, for the cases that merit() saw. False when the equations have no solution.
bool ProximalPoint::find_direction(const ContactProblem& problem) {
  ++factorisations_;
  int count = 0;
  bool moved = false;
  std::fill_n(direction_.begin(), rows_, 0.0);
  if (!is_dense_) sparse_.start(problem.matrix());
  for (int i = 0; i < problem.size(); ++i) {
    const std::size_t first = idx(d_ * i);
    const bool open = contacts_[idx(i)].which == Case::open;
    unknown_[idx(i)] = open ? -1 : count;
    if (!is_dense_) sparse_.part(i).width = open ? 0 : d_;
    if (!open) {
      count += d_;
      continue;
    }
    for (std::size_t a = 0; a < idx(d_); ++a) {
      direction_[first + a] = -P_[first + a];
      moved = moved || P_[first + a] != 0;
    }
  }
  if (moved) {
    multiply(problem, direction_, G_direction_);
  } else {
    std::fill_n(G_direction_.begin(), rows_, 0.0);
  }
  if (is_dense_) {
    dense_.start(count);
  } else {
    sparse_.number();
  }
  for (int i = 0; i < problem.size(); ++i) {
    if (unknown_[idx(i)] >= 0) write_rows(problem, i);
  }
  const auto size = idx(count);
  std::copy_n(rhs_.begin(), size, x_.begin());
  if (is_dense_) {
    if (!dense_.solve({x_.data(), size})) return false;
  } else {
    if (!std::isfinite(sparse_.solve({x_.data(), size}, 0, true))) return false;
  }
  for (int i = 0; i < problem.size(); ++i) {
    const int first = unknown_[idx(i)];
    for (int a = 0; a < d_ && first >= 0; ++a) direction_[idx(d_ * i + a)] = x_[idx(first + a)];
  }
  return true;
}

}  // namespace freeplay
