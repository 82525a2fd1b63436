// SPDX-License-Identifier: Apache-2.0
// The optimisation problem of one step, and its answer.
//
//   min Z(h, μ, u)  over  h, μ, u  subject to the equations of gauss_equations.h,  h⁻ ≤ h ≤ h⁺
//                                                                                  [Chaturvedi2023, eq. (14)]
//
// The objective alone does not determine h: in free flight Z = 0 for every h, and while contact forces do not
// change, Z is the same for every h. So the problem is read in two stages,
//   1. Z* = min Z,    2. max h subject to Z ≤ (1 + tolerance) Z*,
// and the answer is polished: the equations are solved at the h found, to rounding. Before a contact that is
// the h at which its gap becomes zero.
//
// Given h, the equations determine the rest: Z is a function of h alone, in general neither convex nor
// smooth. Solutions of the equations at both bounds, at their geometric mean and at the h of the last step
// are feasible points from the start. Z = 0 there is a minimum already; otherwise the method (interior point
// or SQP) starts from the best of them, and whatever it returns must beat it. The answer does not depend on
// the guess.
#pragma once

#include <memory>
#include <vector>

#include "stepping/gauss/gauss_fixed_step.h"

namespace freeplay {

/// Stage 1: a method that minimises Z over [lower, upper].
class GaussMinimiser {
 public:
  virtual ~GaussMinimiser() = default;
  virtual const char* name() const = 0;
  /// Returns h of a minimum; start is feasible with Z > 0. NaN when the method fails.
  virtual double minimise(const GaussPoint& start, double lower, double upper) = 0;
};

std::unique_ptr<GaussMinimiser> make_gauss_sqp(GaussEquations& equations, FixedStepSolver& solver);

/// The interior-point method needs Ipopt, which the engine does not: whoever has it offers it (ipopt.h).
using GaussMinimiserMaker = std::unique_ptr<GaussMinimiser> (*)(GaussEquations& equations);
void offer_interior_point(GaussMinimiserMaker maker);
/// nullptr: nobody has offered it.
GaussMinimiserMaker interior_point();

struct GaussOptions {
  bool interior_point = true;  ///< or sqp
  bool angular_row = false;
  double tolerance =
      1e-6;  ///< steps whose Z differs by less than this fraction are equal: the longest is taken
  Choice solver{"lemke", {}, {}};
};

class GaussProblem {
 public:
  GaussProblem(const System& system, const GaussOptions& options);

  /// To be called before a step: free contacts, and gaps that jumped. False: the pool is too small.
  bool choose_contacts(State& state, double longest) { return equations_.choose_contacts(state, longest); }
  /// Solves the problem from this state on; guess is an h to start from. False when no h has a solution: the
  /// answer is then the last trial.
  bool solve(const State& state, double lower, double upper, double guess);
  const GaussPoint& answer() const { return best_; }
  GaussEquations& equations() { return equations_; }
  const GaussEquations& equations() const { return equations_; }
  const SolverStatistics& statistics() const { return statistics_; }
  void visit(Archive& a) { a(solver_, statistics_, handed_over_, law_); }
  /// Parts of the solution, for tests: stage 1, and the equations at one h.
  GaussMinimiser& minimiser() { return *methods_.front(); }
  FixedStepSolver& fixed_step() { return solver_; }

 private:
  void try_step(double h);
  void minimise(double lower, double upper);
  void lengthen(double upper, double range);
  bool follow_branch(double upper, double limit);
  double margin(const GaussPoint& point, double limit, int which) const;
  double least_margin(const GaussPoint& point, double limit, int& culprit) const;
  void count();

  GaussEquations equations_;
  FixedStepSolver solver_;
  std::vector<std::unique_ptr<GaussMinimiser>> methods_;  ///< the chosen one, then what stands in
  double tolerance_, nothing_ = 0;                        ///< Z below `nothing_` is zero
  GaussPoint best_, trial_, other_;
  GaussBranch branch_;
  double law_ = 0;  ///< largest GaussPoint::law of the answers
  SolverStatistics statistics_;
  long long handed_over_ = 0;
};

}  // namespace freeplay
