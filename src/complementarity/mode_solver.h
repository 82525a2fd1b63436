// SPDX-License-Identifier: Apache-2.0
// The equations that given contact modes imply.
#pragma once

#include <span>
#include <vector>

#include "complementarity/block_direct.h"
#include "complementarity/contact_problem.h"
#include "complementarity/dense_direct.h"

namespace freeplay {

/// Solves P = 0 when open, ξ_N = 0 when closed, ξ_T = 0 in stick, P_T = ∓ μ P_N in slip. In space slip has a
/// direction that modes do not tell: `ratio`, two numbers per contact, says P_T / P_N there. Few contacts are
/// eliminated with complete pivoting; dependent rows (both corners of a face in stick) get the solution with zeros.
/// More are solved by BlockDirect. Writes P; says nothing about inequalities: that is the residual's task.
class ModeSolver {
 public:
  explicit ModeSolver(int capacity, int d = 2);
  void solve(ContactProblem& problem, std::span<const ContactMode> modes, std::span<const double> ratio = {});
  /// The same as a change of the P that is there: rows that the equations do not determine keep it. With
  /// `damping` > 0 the change is δP of (A + damping·1) δP = −ξ, short where the equations are nearly
  /// singular.
  void improve(ContactProblem& problem, std::span<const ContactMode> modes, double damping,
               std::span<const double> ratio = {});

 private:
  bool solve_sliding(ContactProblem& problem, std::span<const ContactMode> modes) const;
  template <int d>
  double slip_ratio(const ContactProblem& problem, int contact, ContactMode mode, int a) const;
  template <int d>
  void improve(ContactProblem& problem, std::span<const ContactMode> modes, double damping);
  template <int d>
  int list_unknowns(ContactProblem& problem, std::span<const ContactMode> modes);
  template <int d>
  void solve_dense(ContactProblem& problem, std::span<const ContactMode> modes, double damping);
  template <int d>
  void solve_sparse(ContactProblem& problem, std::span<const ContactMode> modes, double damping);
  void add_change(ContactProblem& problem, int count) const;

  DenseDirect dense_;
  std::vector<double> x_;
  std::vector<int> unknown_;
  std::span<const double> ratio_;  ///< of the solve under way, in space
  BlockDirect sparse_;
};

/// P_T = factor · P_N of a contact in slip in the plane.
inline double slip_factor(const ContactProblem& problem, int contact, ContactMode mode) {
  if (mode == ContactMode::slip_plus) return -problem.mu(contact);
  return mode == ContactMode::slip_minus ? problem.mu(contact) : 0.0;
}

}  // namespace freeplay
