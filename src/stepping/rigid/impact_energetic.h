// SPDX-License-Identifier: Apache-2.0
// The energetic impact law [Stronge1990]: of the work that the normal impulse of a contact takes up in
// compression, it gives back at most the part e*²,
//
//   W_expansion = −e*² W_compression,   W = ∫ γ_N dP_N
//
// while Coulomb's law holds at every instant of the impact: slip may stop, reverse or turn into stick.
//
// One contact. The impulse P_N itself is the clock (Darboux and Keller): dγ/dP_N is constant as long as the
// slip keeps its direction, so that the impact is a few straight pieces with closed-form ends.
//
// Several contacts. The impulses share a clock through equal springs, in the limit of infinite stiffness
// [LiuZhaoBrogliato2008, bi-stiffness with exponent 1]: contact i carries the force F_i, and in a common
// time τ
//   dP_Ni = F_i dτ,   dF_i = −γ_Ni dτ in compression,   dF_i = −γ_Ni dτ / e*² in expansion
// It stores A_i = ½ F_i² and can give back e*² A_i. The time is cut into increments. Within one, the
// impulses have a fixed direction, so that velocities are linear and works quadratic in its length; it ends
// early where a contact changes between compression and expansion, has given back all it can, or comes to
// rest in slip. Works are therefore exact, whatever the increments:
//   normal:      what is given back ≤ e*² × what was taken up, contact by contact
//   tangential:  P_T dγ-work ≤ 0, because slip keeps its sign within an increment
// and the total never is a gain. Only how contacts share the impulse depends on the increments, with an
// error of second order.
#pragma once

#include <vector>

#include "stepping/rigid/box_quadratic.h"
#include "stepping/rigid/impact_problem.h"

namespace freeplay {

class EnergeticImpact {
 public:
  explicit EnergeticImpact(int capacity);

  /// complete; or not, because the contacts throw each other back and forth, with next to nothing left to
  /// lose (negligible) or for too long (unfinished).
  enum class Outcome { complete, negligible, unfinished };

  /// γ⁻ => P. If not complete, impact.gamma_C holds the velocities reached with impact.P, from where an
  /// impact without restitution is to end it.
  Outcome solve(ImpactProblem& impact);

  /// Length of an increment as a fraction of 1/ω, ω the fastest oscillation of the springs.
  void set_increment(double fraction) { fraction_ = fraction; }
  long long increments() const { return increments_; }  ///< of the last solve

 private:
  double energy_at_stake(const ImpactProblem& impact) const;
  bool find_loaded(const ImpactProblem& impact);
  void push_alone(const ImpactProblem& impact);
  void push_together(const ImpactProblem& impact);
  void rub(const ImpactProblem& impact);
  bool stick(const ImpactProblem& impact);
  void change_velocities(const ImpactProblem& impact);
  bool drives_others(const ImpactProblem& impact) const;
  bool advance(ImpactProblem& impact, double most);

  struct Event;
  Event first_event(const ImpactProblem& impact, double most) const;

  double fraction_;
  double rest_ = 0, speed_ = 0;
  long long increments_ = 0;
  bool settled_ = true;         ///< the impulses of held contacts and of contacts at rest are found
  std::vector<double> gamma_;   ///< now
  std::vector<double> push_;    ///< impulses of a whole increment
  std::vector<double> change_;  ///< G push
  std::vector<double> stored_;  ///< A_i
  std::vector<int> loaded_;     ///< contacts that press, or are about to
  std::vector<int> at_rest_;    ///< those of them without slip
  std::vector<bool> pressing_;  ///< marks loaded ones
  BoxQuadratic box_;
};

}  // namespace freeplay
