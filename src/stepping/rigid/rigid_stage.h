// SPDX-License-Identifier: Apache-2.0
// The contact problem on the active contacts of a configuration, and its answer. All memory is allocated once.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/index.h"
#include "complementarity/solver_chain.h"
#include "stepping/rigid/active_contacts.h"
#include "stepping/rigid/impact_solvers.h"
#include "stepping/rigid/rigid_friction.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

class RigidStage : public ActiveContacts {
 public:
  RigidStage(const System& system, const Choice& solver);

  // --------------------------------------------------------------------------- the contact problem
  /// Fills G and μ of the contact problem; b, the modes and P, both guesses, are the stepper's.
  void pose();
  /// The posed problem is the one that was posed last: no solver has scaled it.
  bool posed() const { return !problem_.normalised(); }
  double* b() { return &problem_.b(0); }
  /// Slip is this part of the ξ_T of a contact; 1 when posed.
  void set_slip_part(std::size_t c, double part) { slip_part_[c] = part; }
  ContactMode mode(std::size_t c) const { return problem_.mode(static_cast<int>(c)); }
  void set_mode(std::size_t c, ContactMode mode) { problem_.mode(static_cast<int>(c)) = mode; }
  /// The mode it had, or, of a contact that was open, slip as it comes in: by γ before, which is known.
  void guess_mode(std::size_t c, ContactMode last);
  /// The guess of P of the c-th active contact from the impulses of the state, and back.
  void guess_impulse(std::size_t c, const State& state);
  /// P begins with the solution of the last problem, which had the same contacts.
  void guess_last_impulses();
  void keep_impulse(std::size_t c, State& state) const;
  /// μ of contacts whose friction depends on slip, as a first guess; modes and γ before are known.
  void guess_friction() {
    if (friction_.varies()) friction_.guess(problem_, gamma());
  }
  /// μ of a contact with the slip before.
  double mu_before(std::size_t c) const;
  /// Solves the problem; P() are the impulses, mu() the friction that acted. False, with the reason in
  /// `report`, when nothing solves it.
  bool solve(StepReport& report);
  /// Impulses with which all contacts slide on in the modes and with the slip before that the problem was posed
  /// with. False where one of them sticks or would have to be pulled: where contacts share their load in many ways
  /// these impulses may be of any size.
  bool slide_on();
  /// The impact by a law other than Newton's; what the law needs is in impact().
  bool solve_law(const ImpactEntry& law, SolveReport& report, bool& gave_up);
  ImpactProblem& impact() { return impact_.problem(); }

  // --------------------------------------------------------------------------- its answer
  const double* P() const { return P_.data(); }      ///< impulses, per active row
  double mu(std::size_t c) const { return mu_[c]; }  ///< friction of the last solve
  const RigidFriction& friction() const { return friction_; }
  /// The c-th active contact for the list of impacts.
  Impact impact_of(std::size_t c, double t, const double* before, const double* after) const;
  /// u += M_J⁻¹ W P; the joints' reaction is added to lambda().
  void apply_impulses(std::span<double> u);

  // --------------------------------------------------------------------------- joints
  /// Λ of the joints.
  std::span<const double> lambda() const { return lambda_; }
  void clear_lambda() { std::fill(lambda_.begin(), lambda_.end(), 0.0); }
  void add_lambda(std::span<const double> more) {
    for (std::size_t r = 0; r < lambda_.size(); ++r) lambda_[r] += more[r];
  }
  /// u changed by impulses Λ so that D v + part Φ_t = 0, where v is a sum in which u counts once.
  void hold_joints(std::span<const double> v, double part, std::span<double> u);

  bool stopped() const { return problem_.stopped(); }
  void stop_when(const std::atomic<bool>* flag) { problem_.stop_when(flag); }
  void keep_with(ProblemKeeper* keeper) { chain_.keep_with(keeper); }
  const SolverStatistics& solver_statistics() const { return chain_.statistics(); }
  /// What is left from step to step: the gaps and switches of the state, and what solves have seen.
  void visit(Archive& a, const State& state);

 private:
  bool solve_once(double noise, StepReport& report);
  bool fail(StepStatus status, int culprit, double residual, StepReport& report) const;
  bool slip_ratios();
  void press();
  bool press_again();
  void read_friction();
  void close_joints();

  ContactProblem problem_;
  SolverChain chain_;
  ModeSolver estimate_;
  RigidFriction friction_;
  ImpactSolvers impact_;
  bool laws_;  ///< some friction may depend on slip
  std::vector<double> P_, mu_, slip_part_, lambda_;
  std::vector<double> b_;                   ///< of the problem under way, which solvers scale
  std::vector<double> ratio_;               ///< P_T / P_N of contacts that slide on, in space
  std::vector<ContactMode> modes_;          ///< scratch of slide_on()
  std::vector<double> P_T_, v_, reaction_;  ///< friction of joints that rub, and what solutions do to them
};

/// Stick, or slip in the direction that d − 1 numbers of γ_T have; `rest` is rounding.
ContactMode mode_of_slip(const double* slip, int d, double rest);
/// Books the impulse of the c-th active contact and its work ½ P (γ + γ'), and keeps the peak. `before` and
/// `after` are its d velocities.
void book_impulse(Book& book, const RigidStage& stage, std::size_t c, const double* before,
                  const double* after);
/// Books what a joint that rubs did, with the impulses of its d rows, like a contact.
void book_rubbing(Book& book, const RigidStage& stage, int place, const double* P);
/// Keeps the worst overlap of all contacts at the end of a step; says whether the velocities are finite.
StepReport finish_step(Book& book, const RigidStage& stage, const State& state);

}  // namespace freeplay
