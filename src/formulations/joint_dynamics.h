// SPDX-License-Identifier: Apache-2.0
// Accelerations of a system with ideal joints, by elimination of the multipliers:
//
//   D M⁻¹ Dᵀ λ = r − D M⁻¹ h,   u̇ = M⁻¹ (h + Dᵀ λ)   so that D u̇ = r
//                                                                 [Marques2015, eqs. (2.48), (2.49)]
//
// with other sign of λ than there. M and D are factorised again only when they differ from those of the last
// call. Rows that follow from others at the first configuration are taken for redundant joints from then on.
#pragma once

#include <span>
#include <vector>

#include "system/joint_elimination.h"

namespace freeplay {

class JointDynamics {
 public:
  explicit JointDynamics(const SystemInfo& info);

  /// (M, h, D; r) => u̇, λ. `lambda` holds r on entry.
  void solve(const Evaluation& ev, std::span<double> u_dot, std::span<double> lambda);

  /// v += M⁻¹ Dᵀ (D M⁻¹ Dᵀ)⁻¹ r: the least change of v in the norm of M that changes D v by r. `r` is
  /// overwritten.
  void change(const Evaluation& ev, std::span<double> r, std::span<double> v);
  /// The same for changes of positions: rows of velocities only (rolling) have no say.
  void change_positions(const Evaluation& ev, std::span<double> r, std::span<double> v);

  /// A row that has lost its direction at the last solution, other than redundant ones; −1: none.
  int lost_row() const { return elimination_.lost_row(); }

  /// D v for all rows.
  void apply_D(const Evaluation& ev, std::span<const double> v, std::span<double> out) const {
    elimination_.apply_D(ev, v, out);
  }

  /// w M_J⁻¹ wᵀ ≥ 0; 0 where joints and drivers leave w nothing to move, to rounding.
  double inverse_inertia(const RowShape& shape, const double* w, const Evaluation& ev);

 private:
  void prepare(const Evaluation& ev);

  JointElimination elimination_;
  void solve_change(std::span<double> r, std::span<double> v);

  bool known_ = false;  ///< M_ and D_ are those that were factorised
  bool first_ = true;   ///< nothing has been factorised yet
  std::vector<double> M_, D_;
  std::vector<double> m_row_, y_;  ///< M⁻¹ wᵀ and its joint part; y_ also holds D M⁻¹ h
};

}  // namespace freeplay
