// SPDX-License-Identifier: Apache-2.0
// One piece of the symmetric scheme, from A to E, with q_M = q_A + ½ δ u_A:
//   M (u_E − u_A) = h δ + Dᵀ Λ + W_N P_N + W_T P_T,   q_E = q_M + ½ δ u_E
//   joints:         D(q_M)(u_A + u_E) + 2 Φ_t = 0
//   held contacts:  0 ≤ P_N ⊥ γ_NA + γ_NE ≥ 0,   −P_T ∈ μ P_N Sgn(γ_TA + γ_TE)
// then drift is removed: Φ = 0 and D u + Φ_t = 0, g_N = 0 and γ_N = 0 of contacts that stay closed, γ_T = 0
// of those that stick. h(q, u) is taken at the mean velocity, in a second pass where it is another one; friction that
// depends on slip is that of the mean slip.
#pragma once

#include <span>
#include <vector>

#include "stepping/rigid/piece.h"

namespace freeplay {

class MidpointPiece final : public Piece {
 public:
  MidpointPiece(RigidStage& stage, bool project);

  bool run(const State& A, State& E, double delta, StepReport& report) override;
  void rest(const State& A) override;
  void commit(double t, Book& book) override;
  bool probe(const State& A, double delta, double& reserve, StepReport& report) override;
  double constant_reserve() const override;

  /// g_N at the middle, from the velocity at A alone.
  std::span<const double> gaps_M() const override { return gap_M_; }
  double slip_A(int contact) const override { return slip_A_.before(contact); }
  double slip_E(int contact) const override { return slip_A_.along(contact, slip_E_); }
  double slip_size_E(int contact) const override { return slip_E_.size(contact); }
  void bring_to_rest(std::span<const int> contacts) override;
  /// In the next run these held contacts come no closer than their surfaces, γ_NA + γ_NE ≥ −2 room/δ, and are open
  /// at E. `room` is per contact.
  void hold_apart(std::span<const int> contacts, std::span<const double> room);
  std::span<const int> struck() const override { return struck_; }
  bool turned() const override { return turned_; }
  /// Held contacts whose normal jumps are let go, and hit if they move into the other face. `flights` lists contacts
  /// that leave their surface at A and are held nevertheless.
  void notice_corners(const std::vector<int>& flights) {
    corners_ = true;
    flights_ = &flights;
  }
  /// In the run a contact slid past the end of its surface, and this far beyond: it was let go that much too late.
  double slid() const { return slid_; }
  const Slips& slips_A() const { return slip_A_; }
  const Slips& slips_E() const { return slip_E_; }

  /// Removes the drift of a state near the end of the last run, which was committed, and leaves the stage
  /// there; commit_correction() books what that did.
  bool settle_again(State& E, StepReport& report);
  void commit_correction(Book& book);

 private:
  bool move(const State& A, double delta, StepReport& report);
  void free_velocity(std::span<const double> u_A, double delta);
  void pose_contacts(const State& A);
  bool hold_contacts(const State& A, bool last, bool& solved, StepReport& report);
  bool forces_stay();
  void note_slips();
  void book_forces(std::span<const double> u_A, double delta);
  bool settle(State& E, StepReport& report);
  bool contacts_settled() const;
  double friction_taken() const;
  double rolling_work() const;
  void hold(const State& E);
  void pass_corners(State& E);
  void let_go_slid(State& E);
  double landing_work() const;
  void move_positions(State& E);
  void settle_velocities(State& E);
  void book_displacement();
  int worst_error() const;
  void note_culprit(double displacement);
  void book_drift(double t, Book& book) const;

  RigidStage& stage_;
  Projection projection_;
  bool project_, corners_ = false, turned_ = false;
  const std::vector<int>* flights_ = nullptr;
  double length_ = 0,
         slid_ = 0;  ///< of the run, and the largest gap of what was let go because it slid past an end
  double resting_speed_ = 0;    ///< what is slower rests
  double pressing_energy_ = 0;  ///< what the normal impulses of held contacts could do alone
  Works pending_;
  int drift_contact_ = -1, drift_row_ = -1;  ///< that took part most in the removal of drift
  std::vector<double> q_M_, u_, sum_, change_, gap_M_;
  Slips slip_A_, slip_E_;
  std::vector<double> corrected_;  ///< contact impulses of the removal of drift, per row of W
  std::vector<HeldContact> held_;  ///< contacts that are closed at E
  std::vector<int> struck_;
  std::vector<int> resting_;      ///< contacts that the next run brings to rest
  std::vector<int> apart_;        ///< contacts that the next run only keeps apart
  std::vector<double> room_;      ///< what they may come closer by, per contact
  std::vector<int> approaching_;  ///< those of the run
  std::vector<double>
      approach_;  ///< 2 room/δ of the run, per contact: γ_NA + γ_NE of those that press is minus that
  std::vector<ContactMode> modes_;
  std::vector<double> more_pressing_, more_friction_,
      more_lambda_;  ///< of joints that rub, by removing drift
};

}  // namespace freeplay
