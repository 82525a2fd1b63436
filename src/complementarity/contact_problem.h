// SPDX-License-Identifier: Apache-2.0
// The contact problem that every rigid stepper poses and every solver solves:
//
//   ξ = G P + b,   0 ≤ P_N ⊥ ξ_N ≥ 0,   −P_T ∈ μ P_N Sgn(ξ_T)        [Flores2009, eqs. (67), (68)]
//
// Contact i owns numbers 2i (normal) and 2i+1 (tangential). Steppers pose it at velocity or impact level.
// normalise() makes it dimensionless: contact i is scaled by s_i = 1/√max(G_NN, G_TT), so that impulses
// P/s_i and velocities ξ s_i share one unit, and everything is divided by the largest |b|. Solvers and the
// residual then need no tolerance with a unit, and a mechanism of micrometres is solved like one of metres.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "freeplay/state.h"

namespace freeplay {

class ContactProblem {
 public:
  explicit ContactProblem(int capacity);

  /// Starts a problem of n contacts; the numbers are to be filled in.
  void resize(int n);
  int size() const { return n_; }

  double& G(int row, int column) { return G_[index(row, column)]; }
  double G(int row, int column) const { return G_[index(row, column)]; }
  double& b(int row) { return b_[static_cast<std::size_t>(row)]; }
  double b(int row) const { return b_[static_cast<std::size_t>(row)]; }
  double& mu(int contact) { return mu_[static_cast<std::size_t>(contact)]; }
  double mu(int contact) const { return mu_[static_cast<std::size_t>(contact)]; }
  /// Modes: a guess before solving, the answer after.
  ContactMode& mode(int contact) { return mode_[static_cast<std::size_t>(contact)]; }
  ContactMode mode(int contact) const { return mode_[static_cast<std::size_t>(contact)]; }
  double& P(int row) { return P_[static_cast<std::size_t>(row)]; }
  double P(int row) const { return P_[static_cast<std::size_t>(row)]; }

  /// To dimensionless numbers, and P back to units.
  void normalise();
  void restore_units();

  /// ξ = G P + b at row.
  double xi(int row) const;
  /// The one measure of every solution: largest entry of the natural map
  ///   P_N − max(P_N − ξ_N, 0),   P_T − clamp(P_T − ξ_T, ± μ P_N)
  /// of the normalised problem. Its scale is the largest |b|, which is 1.
  double residual() const;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(2 * n_) +
           static_cast<std::size_t>(column);
  }

  int n_ = 0;
  std::vector<double> G_, b_, mu_, P_, scale_;
  std::vector<ContactMode> mode_;
  double unit_ = 1;
};

/// Solves the equations that given modes imply: P = 0 when open, ξ_N = 0 when closed, ξ_T = 0 in stick,
/// P_T = ∓ μ P_N in slip. Complete pivoting; dependent rows (both corners of a face in stick) get the
/// solution with zeros. Writes P; says nothing about inequalities: that is the residual's task.
class ModeSolver {
 public:
  explicit ModeSolver(int capacity);
  void solve(ContactProblem& problem, std::span<const ContactMode> modes);

 private:
  bool solve_sliding(ContactProblem& problem, std::span<const ContactMode> modes) const;

  std::vector<double> A_, x_;
  std::vector<int> unknown_, column_;
};

}  // namespace freeplay
