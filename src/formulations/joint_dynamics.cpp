// SPDX-License-Identifier: Apache-2.0
#include "formulations/joint_dynamics.h"
#include "base/index.h"

#include <algorithm>

namespace freeplay {
namespace {

constexpr double kRounding = 1e-11;  // of the free inverse inertia: what the joints leave of it is none

}  // namespace

JointDynamics::JointDynamics(const SystemInfo& info)
    : elimination_(info),
      m_row_(static_cast<std::size_t>(std::max(info.row_width(), info.nu)), 0.0),
      y_(info.constraints.size(), 0.0) {
  const Evaluation sizes(info);
  M_ = sizes.M;
  D_ = sizes.D;
}

void JointDynamics::prepare(const Evaluation& ev) {
  const bool same_mass = known_ && ev.M == M_;
  if (same_mass && ev.D == D_) return;
  elimination_.factorise(ev, !same_mass);
  if (first_) {
    for (int i = 0; i < elimination_.rows(); ++i) {
      if (elimination_.left_out(i)) elimination_.expect_redundant(i);
    }
  }
  first_ = false;
  M_ = ev.M;  // of the same sizes: nothing is allocated
  D_ = ev.D;
  known_ = true;
}

void JointDynamics::solve(const Evaluation& ev, std::span<double> u_dot, std::span<double> lambda) {
  prepare(ev);
  elimination_.inverse_mass(ev.h, u_dot);
  elimination_.apply_D(ev, u_dot, y_);
  for (std::size_t i = 0; i < y_.size(); ++i) lambda[i] -= y_[i];
  elimination_.forward(lambda);
  elimination_.backward(lambda);
  elimination_.add_impulse(lambda, u_dot);
}

void JointDynamics::change(const Evaluation& ev, std::span<double> r, std::span<double> v) {
  prepare(ev);
  solve_change(r, v);
}

void JointDynamics::change_positions(const Evaluation& ev, std::span<double> r, std::span<double> v) {
  prepare(ev);
  if (elimination_.has_nonholonomic()) {
    elimination_.factorise(ev, false, true);
    known_ = false;
  }
  solve_change(r, v);
}

void JointDynamics::solve_change(std::span<double> r, std::span<double> v) {
  elimination_.forward(r);
  elimination_.backward(r);
  elimination_.add_impulse(r, v);
}

double JointDynamics::inverse_inertia(const RowShape& shape, const double* w, const Evaluation& ev) {
  prepare(ev);
  elimination_.inverse_mass_row(shape, w, m_row_.data());
  const double free = dot_rows(shape, w, shape, m_row_.data());
  const int from = elimination_.joint_part(shape, m_row_.data(), ev, y_);
  double sum = free;
  for (auto i = idx(from); i < y_.size(); ++i) sum -= y_[i] * y_[i];
  return sum > kRounding * free ? sum : 0;
}

}  // namespace freeplay
