// SPDX-License-Identifier: Apache-2.0
// One configuration as rigid steppers see it: evaluated, joints factorised, some contacts active, and the
// contact problem on them. All memory is allocated once.
#pragma once

#include <span>
#include <vector>

#include "complementarity/solver_chain.h"
#include "stepping/impact_energetic.h"
#include "stepping/rigid_dynamics.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

class RigidStage {
 public:
  RigidStage(const System& system, const Choice& solver);

  /// Contacts as the state's features say; to be called whenever those changed.
  void load(const State& state);
  /// (t, q) => frames, constraints, M, K = L Lᵀ, gaps. Forces are the stepper's business.
  void evaluate(double t, std::span<const double> q);
  /// Starts a new set of active contacts.
  void clear_active() { active.clear(); }
  /// Adds a contact with its rows at (t, q), the evaluated configuration.
  void activate(double t, std::span<const double> q, int contact);
  /// Rows and Delassus matrix of the active contacts.
  void build() { rows.build(ev, joints, active); }
  /// Fills G and μ of the contact problem; b, the modes and P, both guesses, are the stepper's.
  void pose();
  /// γ of active row i (2c normal, 2c+1 tangential of the c-th active contact).
  double rate(int i, std::span<const double> u) const {
    return rows.dot(i, u) + ev.w_tilde[static_cast<std::size_t>(active[static_cast<std::size_t>(i)])];
  }
  /// Solves the problem; P receives the impulses. False, with the reason in `report`, when nothing solves it.
  bool solve(StepReport& report);
  /// u += M_J⁻¹ W P; the joints' reaction is added to lambda.
  void apply_impulses(std::span<double> u);
  /// u changed so that D u = target, by impulses that go to lambda; lambda holds target − D u on entry.
  void apply_joints(std::span<double> u);

  double gap(int contact) const { return ev.gap[static_cast<std::size_t>(contact)]; }
  /// What the contact is now.
  const ContactData& data(int contact) const { return ev.contacts[static_cast<std::size_t>(contact)]; }
  double length(int contact) const { return data(contact).length; }
  int contact(std::size_t c) const { return active[2 * c] / 2; }
  std::size_t active_contacts() const { return active.size() / 2; }

  const System& system;
  const SystemInfo& info;
  const int contacts;
  const bool dense;
  Evaluation ev;
  JointElimination joints;
  ContactRows rows;
  ContactProblem problem;
  SolverChain chain;
  ImpactProblem impact;         ///< for laws other than Newton's; empty when no contact has one
  EnergeticImpact energetic;    ///< likewise, for the energetic law
  std::vector<int> active;      ///< rows 2i, 2i+1 of W per active contact
  std::vector<double> P;        ///< impulses, per active row
  std::vector<double> gamma;    ///< velocities before, per active row; kept by the stepper
  std::vector<double> surface;  ///< w̃ of the posed problem, per active row
  std::vector<double> lambda;   ///< joint impulses
};

/// Books the impulse of the c-th active contact and its work ½ P (γ + γ'), and keeps the peak.
void book_impulse(Book& book, const RigidStage& stage, std::size_t c, double normal_before,
                  double normal_after, double slip_before, double slip_after);
/// Keeps the worst overlap of all contacts at the end of a step; says whether the velocities are finite.
StepReport finish_step(Book& book, const RigidStage& stage, const State& state);

}  // namespace freeplay
