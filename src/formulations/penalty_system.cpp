// SPDX-License-Identifier: Apache-2.0
#include "formulations/penalty_system.h"

#include <algorithm>

#include "base/index.h"
#include "system/joint_elimination.h"

namespace freeplay {

PenaltySystem::PenaltySystem(const SystemInfo& info, const PenaltyFactors& factors)
    : info_(&info),
      factors_(factors),
      units_(info),
      K_(units_.rows(), units_.rows()),
      factor_(units_.rows()),
      softness_(units_.rows()),
      missing_(units_.rows()),
      r_(info.constraints.size(), 0) {}

void PenaltySystem::take(const Evaluation& ev, std::span<const double> u) {
  units_.take(ev);
  const int m = units_.rows(), n = units_.size();
  for (int i = 0; i < m; ++i) {
    const auto row = idx(i);
    const double rate = dot_row(info_->constraints[row].shape, ev.row_D(i), u.data()) + ev.Phi_t[row];
    r_[row] = ev.gamma[row] - 2 * factors_.mu * factors_.omega * rate -
              factors_.omega * factors_.omega * ev.Phi[row];
  }
  units_.take_right_side(r_);
  double largest = 0;  // as a mass [kg]
  for (int i = 0; i < n; ++i) {
    const double size = info_->sizes.empty() ? info_->length : info_->u_size(idx(i));
    const auto at = idx(info_->mass == MassKind::diagonal ? i : i * n + i);
    largest = std::max(largest, ev.M[at] * size * size / (info_->length * info_->length));
  }
  for (int i = 0; i < m; ++i) {
    const double radius = info_->constraints[idx(i)].angle ? info_->length : 1;
    softness_[i] = 1 / (factors_.alpha * largest * radius * radius * units_.s[i] * units_.s[i]);
  }
  K_.noalias() = units_.C * units_.C.transpose();
  K_.diagonal() += softness_;
  dense::decompose(K_, factor_);
  missing_ = units_.b;
  missing_.noalias() -= units_.C * units_.g;
}

void PenaltySystem::solve(DenseVector& mu) {
  mu = missing_ + softness_.cwiseProduct(mu);
  dense::solve_in_place(factor_, mu);
}

void PenaltySystem::accelerations(const DenseVector& mu, DenseVector& x) const {
  x = units_.g;
  x.noalias() += units_.C.transpose() * mu;
}

}  // namespace freeplay
