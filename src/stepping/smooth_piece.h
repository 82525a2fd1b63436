// SPDX-License-Identifier: Apache-2.0
// One smooth piece of the symmetric scheme, from A to E, with q_M = q_A + ½ δ u_A:
//   M (u_E − u_A) = h δ + Dᵀ Λ + W_N P_N + W_T P_T,   q_E = q_M + ½ δ u_E
//   joints:         D(q_M)(u_A + u_E) + 2 Φ_t = 0
//   held contacts:  0 ≤ P_N ⊥ γ_NA + γ_NE ≥ 0,   −P_T ∈ μ P_N Sgn(γ_TA + γ_TE)
// then drift is removed: Φ = 0 and D u + Φ_t = 0, g_N = 0 and γ_N = 0 of contacts that stay closed, γ_T = 0
// of those that stick. h(q, u) is taken at the mean velocity, in a second pass.
#pragma once

#include <span>
#include <vector>

#include "stepping/rigid_stage.h"

namespace freeplay {

class SmoothPiece {
 public:
  SmoothPiece(RigidStage& stage, bool project);

  /// A => E over δ; contacts whose mode in A is not open are held. Leaves the stage at E with its gaps.
  /// Nothing is booked until commit().
  bool run(const State& A, State& E, double delta, StepReport& report);
  /// A piece of no length: the stage is at A, nothing moves.
  void rest(const State& A);
  /// The piece counts: its impulses and works go to the book.
  void commit(double t, Book& book);

  /// g_N at the middle, from the velocity at A alone.
  double gap_M(int contact) const { return gap_M_[static_cast<std::size_t>(contact)]; }
  /// Slip of a held contact at A and, before drift is removed, at E.
  double slip_A(int contact) const { return slip_A_[static_cast<std::size_t>(contact)]; }
  double slip_E(int contact) const { return slip_E_[static_cast<std::size_t>(contact)]; }

 private:
  void free_velocity(std::span<const double> u_A, double delta);
  bool hold_contacts(const State& A, bool last, StepReport& report);
  void book_forces(std::span<const double> u_A, double delta);
  bool settle(State& E, StepReport& report);
  void book_displacement();
  int worst_error() const;

  RigidStage& stage_;
  Projection projection_;
  ModeSolver estimate_;
  bool project_;
  Works pending_;
  std::vector<double> q_M_, u_, sum_, change_, gap_M_, slip_A_, slip_E_;
  std::vector<double> corrected_;  ///< contact impulses of the removal of drift, per row of W
  std::vector<int> held_;
  std::vector<ContactMode> held_modes_, modes_;
};

}  // namespace freeplay
