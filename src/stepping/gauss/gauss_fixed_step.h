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
#include "stepping/gauss/gauss_equations.h"

namespace freeplay {

/// A solution for one h.
struct GaussPoint {
  explicit GaussPoint(const GaussEquations& equations);

  bool solved = false;
  double h = 0;
  double Z = 0;                         ///< [J/s²]
  double momentum = 0;                  ///< largest |r_j|/√M_jj [√J]
  double law = 0;                       ///< largest entry of the natural map of friction, of the speed
  double worst_joint = 0;               ///< largest |Φ| in units of the row
  int worst_joint_row = -1;             ///< where
  std::vector<double> u, lambda, P, g;  ///< P and g per row of g
  std::vector<double> T, slip;          ///< and γ_T, GaussEquations::tangents() per contact
  std::vector<ContactMode> mode;        ///< per row of g; slip in space is slip_plus

  GaussImpulses impulses() const { return {lambda, P, T}; }
  /// Starts from another one: everything but the answer.
  void guess(const GaussPoint& other);
};

/// The modes of a solution, and how far other solutions with the same modes are from where these end.
class GaussBranch {
 public:
  explicit GaussBranch(const GaussEquations& equations);

  void take(const GaussPoint& point);
  std::span<const ContactMode> modes() const { return mode_; }
  /// Bounds: one per row of g, with friction one more per contact.
  int size() const { return static_cast<int>(mode_.size()) + (eq_.tangents() > 0 ? eq_.contacts() : 0); }
  /// g of an open contact, P of a closed one; 1 − |T|/(μ P) of one that sticks, γ_T along the slip of the point that was
  /// taken, over that slip, of one that slips. Positive inside; infinite where nothing is bounded.
  double margin(const GaussPoint& point, int which) const;
  bool open(int which) const { return idx(which) < mode_.size() && mode_[idx(which)] == ContactMode::open; }

 private:
  const GaussEquations& eq_;
  std::vector<ContactMode> mode_;
  std::vector<double> slip_;  ///< γ_T of the point that was taken
};

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
