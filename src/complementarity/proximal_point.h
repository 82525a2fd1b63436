// SPDX-License-Identifier: Apache-2.0
// The proximal point method for contact problems whose G has a low rank: bodies that share loads over more
// contact points than they have freedoms.
//
//   ξ_ρ = G P + b + ρ (P − A),   x = P − r ξ_ρ,   F(P) = P − prox(x) = 0
//   prox: x_N ≥ 0, |x_T| ≤ μ max(x_N, 0)                              (Rockafellar1976; prox as in Flores2012)
//
// The anchor A makes the equations regular, whatever the rank of G; semismooth Newton steps solve them, then
// the anchor moves to what was found and ρ falls, so that hardly anything of ρ (P − A) is left in a few rounds.
// The slope r changes no solution but the cases that a step sees. Where an anchor fails, another r is tried with
// a larger ρ. The first few steps of an anchor are taken in full, whatever they do to |F|: they find the cases;
// then a line search lets |F| rise over no more than the last four values.
//
// Work is counted in factorisations of the equations of closed contacts, and bounded by it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "complementarity/block_direct.h"
#include "complementarity/contact_problem.h"
#include "complementarity/regular_equations.h"

namespace freeplay {

class ProximalPoint {
 public:
  ProximalPoint(int capacity, int d);

  /// From the guess in P, with the first ρ and at most `most` factorisations, until the residual is within the
  /// tolerance. P becomes the best point seen; returns its residual, never more than that of the guess.
  double solve(ContactProblem& problem, double tolerance, double rho, int most);
  /// Factorisations of the last solve.
  int factorisations() const { return factorisations_; }
  /// How far the last anchor moved. Where there is no solution it moves on for ever, ever farther the smaller ρ,
  /// along a direction of impulses that change no velocity and yet are called for.
  std::span<const double> drift() const { return {drift_.data(), idx(rows_)}; }

 private:
  enum class Case { open, stick, slip };
  struct Contact {
    Case which = Case::open;
    double e[2] = {0, 0};  ///< x_T / |x_T|
    double turn = 0;       ///< μ x_N / |x_T| of a contact that slips
  };

  bool solve_anchor(ContactProblem& problem, double tolerance);
  double merit(const ContactProblem& problem);
  bool find_direction(const ContactProblem& problem);
  void write_rows(const ContactProblem& problem, int contact);
  void add_blocks(const ContactProblem& problem, int contact, const double* B, const double* C);
  void multiply(const ContactProblem& problem, const std::vector<double>& x, std::vector<double>& out) const;
  void note(const ContactProblem& problem);
  void anchor_at(const ContactProblem& problem, const std::vector<double>& point);
  void set(ContactProblem& problem, const std::vector<double>& point);

  int d_, rows_ = 0, factorisations_ = 0, most_ = 0;
  double rho_ = 1, r_ = 1, residual_ = 0;
  int undamped_ = 0, steps_ = 0;
  std::array<double, 4> merits_{};
  std::vector<Contact> contacts_;
  std::vector<int> unknown_;
  std::vector<double> P_, xi_;         ///< the point, and G P + b
  std::vector<double> anchor_, best_;  ///< A, and the point with the least residual
  std::vector<double> direction_, G_direction_, from_, xi_from_, drift_;
  RegularEquations dense_;
  BlockDirect sparse_;
  bool is_dense_ = true;
  std::vector<double> x_, rhs_;
};

}  // namespace freeplay
