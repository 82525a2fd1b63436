// SPDX-License-Identifier: Apache-2.0
// The equations of an implicit Euler step (gauss_equations.h) solved for one given h, to rounding.
//
// complementary(): Newton's method that keeps complementarity in every iteration (Josephy1979). With
// A = ∂r/∂u and everything at the last iterate,
//   A δu − Dᵀ Λ − Wᵀ P = −(M (u − u_A) − h f),   D δu = −Φ/h,   0 ≤ g/h + W δu ⊥ P ≥ 0
// is a linear complementarity problem for P once δu and Λ are eliminated; the chain of contact solvers
// answers it. branch(): the same with a given set of closed contacts, g = 0 there and P = 0 elsewhere; signs
// are not asked for, so that one can look for the h at which a branch ends.
#pragma once

#include <span>
#include <vector>

#include "complementarity/solver_chain.h"
#include "stepping/dense_lu.h"
#include "stepping/gauss/gauss_equations.h"

namespace freeplay {

/// A solution for one h.
struct GaussPoint {
  explicit GaussPoint(const GaussEquations& equations);

  bool solved = false;
  double h = 0;
  double Z = 0;                         ///< [J/s²]
  double momentum = 0;                  ///< largest |r_j|/√M_jj [√J]
  double worst_joint = 0;               ///< largest |Φ| in units of the row
  int worst_joint_row = -1;             ///< where
  std::vector<double> u, lambda, P, g;  ///< P and g per row of g
};

class FixedStepSolver {
 public:
  FixedStepSolver(GaussEquations& equations, const Choice& solver);

  /// Newton starts from point.u, point.lambda, point.P; the answer is there too.
  bool complementary(double h, GaussPoint& point);
  bool branch(double h, std::span<const char> closed, GaussPoint& point);

  const SolverStatistics& statistics() const { return chain_.statistics(); }
  void visit(Archive& a) { a(chain_.statistics()); }
  void stop_when(const std::atomic<bool>* flag) { problem_.stop_when(flag); }
  bool stopped() const { return problem_.stopped(); }

 private:
  bool newton(double h, const char* closed, GaussPoint& point);
  void build(std::span<const char> held);
  bool solve_contacts(GaussPoint& point);
  void solve_held(std::span<const char> held, GaussPoint& point);
  void free_motion(double h);
  bool moves_by_rounding(double h) const;
  double error_of(const char* closed, GaussPoint& point);
  void scale_rows();

  GaussEquations& eq_;
  const int nu_, joints_, rows_;
  DenseLu lu_;
  ContactProblem problem_;
  SolverChain chain_;
  std::vector<double> jacobian_, k_, x_, columns_, row_scale_, joint_scale_, r_;
  std::vector<int> taken_;
};

}  // namespace freeplay
