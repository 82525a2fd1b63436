// SPDX-License-Identifier: Apache-2.0
// Newton's step on the prox equations of the augmented Lagrangian,
//
//   P_N = prox(P_N − r ξ_N),   P_T = prox(P_T − r ξ_T, |·| ≤ μ P_N),   ξ = G P + b
//                                                                 [Flores2012, (51), (52)]
//
// The prox decides which case a contact is in. In the plane every case is linear, and the step is the
// solution of the equations of the modes. In space the disc is linearised where a contact slips:
//   e = x_T/|x_T|, x_T = P_T − r ξ_T:   δP_T = μ (P_N + δP_N) e + μ P_N/|x_T| (1 − e eᵀ)(δP_T − r δξ_T) − P_T
#pragma once

#include <span>
#include <vector>

#include "complementarity/contact_problem.h"
#include "complementarity/mode_solver.h"

namespace freeplay {

class ProxNewton {
 public:
  ProxNewton(int capacity, int d);

  /// r of every contact from the diagonal of G; to be called once per problem.
  void choose_r(const ContactProblem& problem);
  /// P ← P + δP, the full step; with `damping` > 0 one that is short where the equations are nearly singular.
  void step(ContactProblem& problem, double damping = 0);
  /// The cases the prox sees at P, written to the problem's modes.
  void read_modes(ContactProblem& problem);

 private:
  ContactMode mode_of(const ContactProblem& problem, int contact, const double* xi) const;
  void step_space(ContactProblem& problem, double damping);
  void write_rows(const ContactProblem& problem, int contact);
  void add_dense(const ContactProblem& problem, int contact, const double* C, const double* B);

  int d_;
  std::vector<double> r_N_, r_T_;
  std::vector<ContactMode> modes_;
  ModeSolver planar_;
  // space: unknowns of closed contacts
  DenseDirect dense_;
  BlockDirect sparse_;
  bool is_dense_ = true, all_closed_ = false;
  std::vector<int> unknown_;  ///< first unknown of a contact, −1 when open
  std::vector<double> xi_, rhs_, x_;
};

}  // namespace freeplay
