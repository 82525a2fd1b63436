// SPDX-License-Identifier: Apache-2.0
#include "complementarity/impossible_contacts.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr int kMost = 60;          // factorisations
constexpr double kClose = 1e-6;    // residual without friction: there are impulses that part the contacts
constexpr double kImpulses = 1e6;  // impulses, of those that |b| = 1 calls for, that no solution has

}  // namespace

ImpossibleContacts::ImpossibleContacts(int capacity, int d) : method_(capacity, d) {
  mu_.assign(idx(capacity), 0);
  ray_.assign(idx(capacity), 0);
  P_.assign(idx(capacity * d), 0);
  whole_.assign(idx(capacity * d), 0);
}

bool ImpossibleContacts::find(ContactProblem& problem) {
  const int n = problem.size(), d = problem.d();
  std::copy(problem.P().begin(), problem.P().end(), P_.begin());
  for (int i = 0; i < n; ++i) {
    mu_[idx(i)] = problem.mu(i);
    problem.mu(i) = 0;
  }
  std::fill(problem.P().begin(), problem.P().end(), 0.0);
  const double residual = method_.solve(problem, kClose, 1e-2, kMost);
  for (int i = 0; i < n; ++i) problem.mu(i) = mu_[idx(i)];
  std::copy_n(P_.begin(), problem.rows(), problem.P().begin());
  if (residual <= kClose) return false;
  const std::span<const double> drift = method_.drift();
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, drift[idx(d * i)]);
  if (!(largest > 0)) return false;
  std::fill_n(whole_.begin(), problem.rows(), 0.0);
  double product = 0, changed = 0;
  for (int i = 0; i < n; ++i) {
    ray_[idx(i)] = std::max(drift[idx(d * i)] / largest, 0.0);
    whole_[idx(d * i)] = ray_[idx(i)];
    product += problem.b(d * i) * ray_[idx(i)];
  }
  for (int row = 0; row < problem.rows(); ++row)
    changed = std::max(changed, std::abs(problem.matrix().row_times(row, whole_.data())));
  return product < 0 && -product >= kImpulses * changed;
}

}  // namespace freeplay
