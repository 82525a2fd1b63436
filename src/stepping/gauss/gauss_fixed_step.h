// SPDX-License-Identifier: Apache-2.0
// The equations of an implicit Euler step (gauss_equations.h) solved for one given h, to rounding.
//
// complementary(): Newton's method that keeps complementarity in every iteration (Josephy1979). With
// A = ∂r/∂u and everything at the last iterate,
//   A δu − Dᵀ Λ − Wᵀ P − W_Tᵀ T = −(M (u − u_A) − h f),   D δu = −Φ/h,
//   0 ≤ g/h + W δu ⊥ P ≥ 0,   −T ∈ μ P Sgn(γ_T + ∂γ_T/∂u δu)
// is a contact problem for P and T once δu and Λ are eliminated, without friction a linear complementarity
// problem; the chain of contact solvers answers it, and its residual judges the law. branch(): the same with given
// modes of all contacts. g = 0 where closed and P = 0 elsewhere; γ_T = 0 where it sticks, T = −μ P γ_T/|γ_T| where it
// slips. Signs and bounds are not asked for, so that one can look for the h at which a branch ends.
#pragma once

#include <span>
#include <vector>

#include "complementarity/solver_chain.h"
#include "stepping/dense_lu.h"
#include "stepping/gauss/gauss_point.h"

namespace freeplay {

class FixedStepSolver {
 public:
  FixedStepSolver(GaussEquations& equations, const Choice& solver);

  /// Newton starts from point.u, point.lambda, point.P; the answer is there too.
  bool complementary(double h, GaussPoint& point);
  bool branch(double h, std::span<const ContactMode> modes, GaussPoint& point);

  const SolverStatistics& statistics() const { return chain_.statistics(); }
  void visit(Archive& a) { a(chain_.statistics()); }
  void stop_when(const std::atomic<bool>* flag) { problem_.stop_when(flag); }
  bool stopped() const { return problem_.stopped(); }
  void keep_with(ProblemKeeper* keeper) { chain_.keep_with(keeper); }

 private:
  using Modes = std::span<const ContactMode>;  ///< empty: they are to be found

  bool newton(double h, Modes modes, GaussPoint& point);
  bool is_solution(double h, Modes modes, bool resolved, GaussPoint& point);
  void build(Modes modes, const GaussPoint& point);
  void border(int row, int column, const double* values, const double* rates, double scale);
  void build_slip(int contact, int place, const GaussPoint& point);
  bool solve_contacts(GaussPoint& point);
  int pose_contacts(const GaussPoint& point);
  double times(const double* row, double scale, const double* v) const;
  double clear(int row, double h) const;
  void solve_held(Modes modes, GaussPoint& point);
  void free_motion(double h);
  bool moves_by_rounding(double h) const;
  double error_of(Modes modes, GaussPoint& point);
  double law_error(int contact, Modes modes, const GaussPoint& point) const;
  void direction(int contact, Modes modes, const GaussPoint& point, double* t) const;
  void scale_rows();
  const double* slip_rate(int slip) const {
    return slip_jacobian_.data() + static_cast<std::ptrdiff_t>(slip) * nu_;
  }

  GaussEquations& eq_;
  const int nu_, joints_, rows_;
  const int tangents_;  ///< per contact
  const int d_;         ///< rows per contact in the contact problem
  DenseLu lu_;
  ContactProblem problem_;
  SolverChain chain_;
  std::vector<double> jacobian_, slip_jacobian_, k_, x_, columns_, row_scale_, joint_scale_, r_;
  std::vector<int> taken_;
  double rest_ = 0;  ///< error_of() without friction
};

}  // namespace freeplay
