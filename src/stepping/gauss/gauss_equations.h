// SPDX-License-Identifier: Apache-2.0
// The equations of one implicit Euler step of length h, in impulse form.
//
//   q = q_A + h u,  t = t_A + h                                        [Chaturvedi2023, eqs. (11), (12)]
//   r = M(q)(u − u_A) − h f(t, q, u) − D(q, t)ᵀ Λ − W(q)ᵀ P − W_T(q)ᵀ T = 0      [Chaturvedi2023, eq. (13)]
//   Φ(q, t) = 0                                   ideal joints and drivers
//   0 ≤ g(q, t) ⊥ P ≥ 0                           [Chaturvedi2023, eq. (13); its μ is P/h, its Φ^ineq is −g]
//   T = argmin γ_Tᵀ T  over  |T| ≤ μ P,  γ_T = W_T(q) u + w̃_T       maximal dissipation; μ is Coulomb's
//   Z = (M⁻¹ Wᵀ μ)ᵀ M (M⁻¹ Wᵀ μ),  Wᵀ μ = (Wᵀ P + W_Tᵀ T)/h         [Chaturvedi2023, eq. (7)]
//
// The paper has no friction. Here tangential impulses T, one per contact in the plane and two in space, are
// Coulomb's at the velocities of the end of the step, where −T ∈ μ P Sgn(γ_T) is the optimality condition of
// the dissipation being the largest [DeSaxceFeng1998]. They push the motion as normal ones do: Z has both. In space
// q = q_A + h u stands for the system's own rule, a turn by h ω.
//
// f stands for the h of System, since h is the step here. The forces of ideal joints are no part of Z: joints
// are equality rows, and Z measures how far contacts push the motion off the one without contacts.
//
// Rows of g are the contacts of the system and, if asked for, two more per prismatic joint with play: the
// third row of [Chaturvedi2023, eq. (19)], δθ ≤ c/(2 l). With g_f and g_b the gaps at the front and the back
// of one side, |g_f − g_b| = l sin δθ, it reads  ½ c ∓ (g_f − g_b) ≥ 0  up to (δθ)³/6.
#pragma once

#include <span>
#include <vector>

#include "base/index.h"
#include "freeplay/system.h"
#include "system/joint_elimination.h"

namespace freeplay {

/// What acts in a step. T, a few numbers per contact, is empty without friction.
struct GaussImpulses {
  std::span<const double> lambda, P, T;
};

class GaussEquations {
 public:
  GaussEquations(const System& system, bool angular_row);

  int velocities() const { return nu_; }
  int joints() const { return joints_; }
  int contacts() const { return contacts_; }
  int rows() const { return rows_; }          ///< of g: contacts, then angular rows
  int tangents() const { return tangents_; }  ///< per contact; 0 where no contact has friction
  int slips() const { return tangents_ * contacts_; }
  const SystemInfo& info() const { return info_; }

  /// Free contacts for a step of this length, and gaps that jumped. False: the pool is too small.
  bool choose_contacts(State& state, double longest);
  /// Where the step begins, and the longest it may become: fixes the scales.
  void start(const State& state, double longest);
  /// (h, u) => everything below.
  void evaluate(double h, std::span<const double> u) { place(h, u, here_); }

  double h() const { return here_.h; }
  std::span<const double> u_A() const { return u_A_; }
  double gap_A(int row) const { return gap_A_[idx(row)]; }
  double gap(int row) const { return here_.g[idx(row)]; }
  /// Φ
  double joint_error(int joint) const { return here_.ev.Phi[idx(joint)]; }
  const double* W(int row) const { return here_.W.data() + static_cast<std::ptrdiff_t>(row) * nu_; }
  const double* D(int joint) const { return here_.D.data() + static_cast<std::ptrdiff_t>(joint) * nu_; }
  /// dg/dh and dΦ/dh at constant u: w_N u + w̃, D u + Φ_t.
  double gap_rate(int row) const;
  double joint_rate(int joint) const;
  double slip_rate(int contact, int which, std::span<const double> u) const;  ///< w_T u + w̃_T
  double slip_drive(int contact, int which) const { return here_.ev.w_tilde[idx(row_T(contact, which))]; }
  const double* W_T(int slip) const { return here_.W_T.data() + static_cast<std::ptrdiff_t>(slip) * nu_; }
  /// γ_T of the evaluated point.
  double slip(int slip) const { return here_.slip[idx(slip)]; }
  double mu(int contact) const { return here_.ev.contacts[idx(contact)].mu; }
  double normal_rate(int contact, std::span<const double> u) const;  ///< w_N u + w̃_N
  /// Φ_t
  double joint_drive(int joint) const { return here_.ev.Phi_t[idx(joint)]; }
  const Evaluation& evaluation() const { return here_.ev; }
  std::span<const double> q() const { return here_.q; }
  double t() const { return t_A_ + here_.h; }

  /// r at the evaluated (h, u).
  void momentum(const GaussImpulses& by, std::span<double> out) const { momentum_at(here_, by, out); }
  /// ∂r/∂u and ∂γ_T/∂u, row by row, by differences; leaves the evaluated point as it is.
  void jacobian(const GaussImpulses& by, std::span<double> momentum, std::span<double> slip);
  /// ∂r/∂h and ∂γ_T/∂h at constant u and impulses.
  void step_rates(const GaussImpulses& by, std::span<double> momentum, std::span<double> slip);
  /// Z at the evaluated point.
  double objective(const GaussImpulses& by) { return objective_at(here_, by); }
  /// ∂Z/∂P and ∂Z/∂T, and by differences ∂Z/∂u; returns ∂Z/∂h.
  double objective_rates(const GaussImpulses& by, std::span<double> by_u, std::span<double> by_P,
                         std::span<double> by_T);

  /// √M_jj at the begin: velocities times it are of one unit.
  double mass_root(int j) const { return mass_root_[idx(j)]; }
  /// ‖√M u_A‖ + H ‖f/√M‖ at the begin: what velocities are judged against [√J].
  double speed() const { return speed_; }
  double longest() const { return longest_; }
  /// Size that gaps of a row are judged against: the clearance.
  double length(int row) const { return length_[idx(row)]; }
  /// w M⁻¹ wᵀ with the diagonal of M, at the evaluated point.
  double row_mobility(const double* row) const;

 private:
  struct Point {
    Point(const SystemInfo& info, int rows, int slips);
    Evaluation ev;
    double h = 0;
    std::vector<double> q, u, g, W, D, w_tilde, W_T, slip;
  };
  struct AngularRow {
    int back, front;  ///< contacts on one side of the slider
    double sign;
  };

  void place(double h, std::span<const double> u, Point& at) const;
  void contact_rows(double t, Point& at) const;
  void load(const State& state);
  void momentum_at(const Point& at, const GaussImpulses& by, std::span<double> out) const;
  double objective_at(const Point& at, const GaussImpulses& by);
  int row_T(int contact, int which) const { return info_.dimension * contact + 1 + which; }
  double difference() const;

  const System& system_;
  const SystemInfo& info_;
  const int nu_, joints_, contacts_, tangents_;
  std::vector<AngularRow> angular_;
  const int rows_;
  double t_A_ = 0, longest_ = 0, speed_ = 0;
  std::vector<double> q_A_, u_A_, gap_A_, mass_root_, length_;
  Point here_, other_;
  JointElimination mass_;
  std::vector<double> force_, accel_, r_, trial_u_;
};

}  // namespace freeplay
