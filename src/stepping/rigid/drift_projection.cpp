// SPDX-License-Identifier: Apache-2.0
// Drift of joints and held contacts, removed (Projection).
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "stepping/rigid/rigid_dynamics.h"

namespace freeplay {
namespace {

// of the squares of the gaps: a hundred times further than they are; trial
constexpr double kContradiction = 1e4;
constexpr double kYields = 1e-3;  // of what an impulse moves its own contact by; trial

}  // namespace

Projection::Projection(const SystemInfo& info, int contact_capacity)
    : info_(info),
      d_(info.dimension),
      contact_rows_(d_ * int_size(info.contacts)),
      rows_(info, d_ * contact_capacity, d_),
      problem_(contact_capacity, d_),
      solver_(contact_capacity, d_) {
  const auto n = idx(contact_capacity);
  numbers_.reserve(idx(d_) * n);
  modes_.assign(n, ContactMode::open);
  sliding_.assign(n, ContactMode::slip_plus);
  joint_.assign(info.constraints.size(), 0);
  rate_.assign(info.constraints.size(), 0);
  reaction_.assign(info.constraints.size(), 0);
  surface_.assign(idx(d_) * n, 0);
  mu_.assign(n, 0);
  normal_works_.assign(n, 0);
  tangential_works_.assign(n, 0);
  if (d_ == 3) ratio_.assign(2 * n, 0);
}

void Projection::build(const Evaluation& ev, const JointElimination& joints,
                       std::span<const HeldContact> held) {
  numbers_.resize(idx(d_) * held.size());
  for (std::size_t i = 0, k = 0; i < held.size(); ++i) {
    for (int row = d_ * held[i].contact, end = row + d_; row < end; ++row, ++k) {
      numbers_[k] = row;
      surface_[k] = row < contact_rows_ ? ev.w_tilde[idx(row)] : 0;
    }
    modes_[i] = held[i].mode;
    mu_[i] = held[i].mu;
    if (d_ == 3)
      std::copy(held[i].ratio.begin(), held[i].ratio.end(),
                ratio_.begin() + 2 * static_cast<std::ptrdiff_t>(i));
  }
  rows_.build(ev, joints, numbers_);
  rows_.fill(joints, problem_.matrix());
}

void Projection::without_friction() { std::fill(mu_.begin(), mu_.end(), 0.0); }

void Projection::positions(const Evaluation& ev, const JointElimination& joints, std::span<double> change) {
  for (double& to : change) to = 0;
  if (!joint_.empty()) {
    for (std::size_t r = 0; r < joint_.size(); ++r) joint_[r] = -ev.Phi[r];
    joints.forward(joint_);
    joints.backward(joint_);
    joints.add_impulse(joint_, change);
  }
  const int n = problem_.size();
  if (n == 0) return;
  for (int i = 0; i < n; ++i) {  // without friction: every held contact moves along its normal only
    problem_.mu(i) = 0;
    const int first = first_row(i);
    problem_.b(d_ * i) = first < contact_rows_ ? ev.gap[idx(first / d_)] + rows_.dot(d_ * i, change) : 0;
  }
  solver_.solve(problem_, {sliding_.data(), idx(n)}, ratio_);
  if (contradicts()) {
    for (int i = 0; i < problem_.rows(); ++i) problem_.matrix().stored(i, i) *= 1 + kYields;
    solver_.solve(problem_, {sliding_.data(), idx(n)}, ratio_);
    rows_.fill(joints, problem_.matrix());
  }
  rows_.add_impulse(joints, contact_impulses(), change, reaction_);
}

/// Whether the correction is far larger than what removes the gaps one by one, in the norm of M: contacts that nearly
/// follow from each other and whose gaps do not, as those of a body on its corners and edges, would throw it away. They
/// yield a little instead, in proportion to the impulses, and what that leaves is gone after a few corrections.
bool Projection::contradicts() const {
  double together = 0, alone = 0;
  for (int i = 0; i < problem_.size(); ++i) {
    const int row = d_ * i;
    const double b = problem_.b(row), G = rows_.diagonal(row);
    together -= problem_.P(row) * b;
    if (G > 0) alone += b * b / G;
  }
  return together > kContradiction * alone;
}

void Projection::velocities(const Evaluation& ev, const JointElimination& joints, std::span<double> u,
                            std::span<const double> pressing) {
  if (!joint_.empty()) {
    joints.apply_D(ev, u, joint_);
    for (std::size_t r = 0; r < joint_.size(); ++r) {
      rate_[r] = joint_[r];
      joint_[r] = -(joint_[r] + ev.Phi_t[r]);
    }
    joints.forward(joint_);
    joints.backward(joint_);
    joints.add_impulse(joint_, u);
  }
  driver_work_ = joint_work_ = 0;  // λᵀ D (u + u')/2 with D u = rate, D u' = −Φ_t
  worst_work_ = 0;
  worst_contact_ = worst_row_ = -1;
  for (std::size_t r = 0; r < joint_.size(); ++r) {
    driver_work_ -= joint_[r] * ev.Phi_t[r];
    const double work = 0.5 * joint_[r] * (rate_[r] + ev.Phi_t[r]);
    if (info_.constraints[r].driver >= 0) {  // that is its motion, and may jump
      driver_work_ += work;
      continue;
    }
    joint_work_ += work;
    if (!(std::abs(work) > worst_work_)) continue;
    worst_work_ = std::abs(work);
    worst_row_ = to_int(r);
  }
  normal_work_ = tangential_work_ = 0;
  const int n = problem_.size();
  if (n == 0) return;
  rows_.rates(u, surface_.data(), &problem_.b(0));
  for (int i = 0; i < n; ++i) {
    problem_.mu(i) = mu_[idx(i)];
    if (first_row(i) < contact_rows_) continue;
    const auto place = idx((first_row(i) - contact_rows_) / d_);
    problem_.b(d_ * i) = -rows_.diagonal(d_ * i) * pressing[place];
  }
  solver_.solve(problem_, {modes_.data(), idx(n)}, ratio_);
  for (double& reaction : reaction_) reaction = 0;
  rows_.add_impulse(joints, contact_impulses(), u, reaction_);
  for (std::size_t r = 0; r < joint_.size(); ++r) {  // D u = −Φ_t before and after
    joint_[r] += reaction_[r];
    driver_work_ -= reaction_[r] * ev.Phi_t[r];
  }
  add_work(u);
}

/// ½ P (γ + γ') of the contacts' impulses.
void Projection::add_work(std::span<const double> u) {
  const double *before = &problem_.b(0), *P = problem_.P().data(), *surface = surface_.data();
  for (int i = 0, n = problem_.size(); i < n; ++i, before += d_, P += d_, surface += d_) {
    double normal = 0, tangential = 0;
    for (int a = first_row(i) < contact_rows_ ? 0 : 1; a < d_; ++a) {  // joints that rub have no normal row
      const double work = 0.5 * P[a] * (before[a] + rows_.dot(d_ * i + a, u) + surface[a]);
      driver_work_ -= P[a] * surface[a];
      (a > 0 ? tangential : normal) += work;
      if (a > 0) tangential_work_ += work;
    }
    normal_work_ += normal;
    normal_works_[idx(i)] = normal;
    tangential_works_[idx(i)] = tangential;
    if (!(std::abs(normal) > worst_work_)) continue;
    worst_work_ = std::abs(normal);
    worst_contact_ = i;
    worst_row_ = -1;
  }
}

}  // namespace freeplay
