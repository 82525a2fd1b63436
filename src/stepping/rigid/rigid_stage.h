// SPDX-License-Identifier: Apache-2.0
// One configuration as rigid steppers see it: evaluated, joints factorised, some contacts active, and the
// contact problem on them. All memory is allocated once.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/index.h"
#include "complementarity/solver_chain.h"
#include "laws/impact/impact_law.h"
#include "stepping/rigid/impact_problem.h"
#include "stepping/rigid/rigid_dynamics.h"
#include "stepping/rigid/rigid_friction.h"
#include "stepping/rigid/rigid_rubbing.h"
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
  void clear_active() {
    active.clear();
    active_contact.clear();
    joints_active_ = 0;
  }
  /// Adds a contact with its rows at (t, q), the evaluated configuration.
  void activate(double t, std::span<const double> q, int contact);
  /// Adds all joints that rub, after the contacts: their friction is solved with that of contacts, under the
  /// numbers from `contacts` on.
  void activate_rubbing();
  /// Rows and Delassus matrix of the active contacts.
  void build() {
    rows.build(ev, joints, active);
    if (elements > contacts) rubbing.build(ev, joints);
  }
  /// Fills G and μ of the contact problem; b, the modes and P, both guesses, are the stepper's. Slip is
  /// `slip_part` of the ξ_T of a contact.
  void pose();
  /// μ of contacts whose friction depends on slip, as a first guess; modes and gamma are known.
  void guess_friction() {
    if (friction.varies()) friction.guess(problem, gamma.data());
  }
  /// μ of a contact with the slip in gamma, before the step.
  double mu_before(std::size_t c) const;
  /// γ of active row i (d·c normal, then tangential, of the c-th active contact).
  double rate(int i, std::span<const double> u) {
    if (d == 3) note_terms(i, u);
    return rows.dot(i, u) + surface_rate(active[idx(i)]);
  }
  /// γ of all active rows.
  void rates(std::span<const double> u, double* out);
  /// w̃ of a row; joints that rub have none.
  double surface_rate(int row) const { return row < d * contacts ? ev.w_tilde[idx(row)] : 0; }
  /// γ_T (which ≥ 1) of a contact or a joint that rubs, whose rows are evaluated.
  double slip_rate(int contact, int which, std::span<const double> u) const {
    const int row = d * contact + which;
    if (contact < contacts) return dot_row(data(contact).shape, ev.row_W(row), u.data()) + surface_rate(row);
    const RubbingInfo& joint = info.rubbing[idx(contact - contacts)];
    return which > joint.d ? 0 : dot_row(joint.shape, ev.row_R(contact - contacts, which - 1), u.data());
  }
  /// The mode it had, or, of a contact that was open, slip as it comes in: by gamma, which is known.
  void guess_mode(std::size_t c, ContactMode last) {
    const bool minus = d == 2 && gamma[2 * c + 1] < 0;
    problem.mode(static_cast<int>(c)) = last != ContactMode::open ? last
                                        : minus                   ? ContactMode::slip_minus
                                                                  : ContactMode::slip_plus;
  }
  /// Of a law other than Newton's that contacts have.
  ImpactSolver& impact_solver(const ImpactEntry& law) const;
  /// The c-th active contact for the list of impacts.
  Impact impact_of(std::size_t c, double t, const double* before, const double* after) const;
  /// The guess of P of the c-th active contact from the impulses of the state, and back.
  void guess_impulse(std::size_t c, const State& state) {
    const double* from = state.impulses().data() + static_cast<std::ptrdiff_t>(d) * contact(c);
    for (int a = 0; a < d; ++a) problem.P(d * static_cast<int>(c) + a) = from[a];
  }
  void keep_impulse(std::size_t c, State& state) const {
    double* to = state.impulses().data() + static_cast<std::ptrdiff_t>(d) * contact(c);
    for (int a = 0; a < d; ++a) to[a] = P[idx(d) * c + idx(a)];
  }
  /// Solves the problem; P receives the impulses, mu the friction that acted. False, with the reason in
  /// `report`, when nothing solves it.
  bool solve(StepReport& report);
  /// u += M_J⁻¹ W P; the joints' reaction is added to lambda.
  void apply_impulses(std::span<double> u);
  /// u changed so that D u = target, by impulses that go to lambda; lambda holds target − D u on entry.
  void apply_joints(std::span<double> u);

  /// What is left from step to step: the gaps and switches of the state, and what solves have seen.
  void visit(Archive& a, const State& state);

  double gap(int contact) const { return ev.gap[idx(contact)]; }
  /// What the contact is now.
  const ContactData& data(int contact) const {
    return contact < contacts ? ev.contacts[idx(contact)] : rubbing_data_[idx(contact - contacts)];
  }
  double length(int contact) const { return data(contact).length; }
  int contact(std::size_t c) const { return active_contact[c]; }
  std::size_t active_contacts() const { return active_contact.size(); }

  const System& system;
  const SystemInfo& info;
  const int contacts;
  const int elements;  ///< contacts and joints that rub
  const int d;         ///< rows per contact: the dimension
  const bool dense;
  Evaluation ev;
  JointElimination joints;
  ContactRows rows;
  ContactProblem problem;
  SolverChain chain;
  RigidFriction friction;
  RigidRubbing rubbing;
  ImpactProblem impact;     ///< for laws other than Newton's; empty when no contact has one
  std::vector<int> active;  ///< rows d·i, d·i+1, … of W per active contact
  std::vector<int> active_contact;
  std::vector<double> P;          ///< impulses, per active row
  std::vector<double> mu;         ///< friction of the last solve, per active contact
  std::vector<double> slip_part;  ///< 1/(1 + ε_T) of the posed problem, per active contact
  std::vector<double> gamma;      ///< velocities before, per active row; kept by the stepper
  std::vector<double> surface;    ///< w̃ of the posed problem, per active row
  std::vector<double> lambda;     ///< joint impulses
  double largest_term = 0;        ///< in space: of what rates are the sum of, since the last solve

 private:
  void note_terms(int i, std::span<const double> u);
  struct LawSolver {
    const ImpactEntry* law;
    std::unique_ptr<ImpactSolver> solver;
  };

  bool solve_once(double noise, StepReport& report);
  bool fail(StepStatus status, int culprit, double residual, StepReport& report) const;
  /// The first of the active contacts that is a joint that rubs.
  std::size_t first_joint() const { return active_contact.size() - joints_active_; }
  void press();
  bool press_again();
  void read_friction();
  void close_joints();

  std::vector<LawSolver> impact_solvers_;
  std::vector<ContactData> rubbing_data_;
  std::size_t joints_active_ = 0;
  std::vector<double> b_;                 ///< of the problem under way, which solvers scale
  std::vector<double> P_T_, v_, lambda_;  ///< friction of joints that rub, and what solutions do to them
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
