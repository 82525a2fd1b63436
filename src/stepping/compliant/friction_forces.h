// SPDX-License-Identifier: Apache-2.0
// Friction in smooth motion where it depends on the dynamics of the whole machine: contacts and joints that
// stick or ask for the force that would hold them, and ideal joints, whose normal force is their reaction.
//
//   M u̇ = h + Dᵀ λ + Σ w_T F_T + Σ (R F_T + levers)
// Unknown are the forces that hold, with w_Tᵀ u̇ = what keeps the slip, and the pressing forces N of the pads
// of joints that slide, with N = |P(λ)|. The response of the machine to a unit along each row
// (friction_response.h) leads to a small dense system.
//   implicit        |P| = eᵀ P with e = P/|P| iterated to consistency: (4.6) with consistent signs
//   previous_signs  e from the end of the last step                    [Marques2015, eqs. (4.5), (4.6)]
//   iterated        N from the last iterate of λ until it no longer changes
//                                                                      [Marques2015, eqs. (4.1), (4.2)]
#pragma once

#include <array>
#include <span>
#include <vector>

#include "stepping/compliant/friction_response.h"
#include "stepping/compliant/holding_together.h"
#include "stepping/dense_lu.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

class FrictionForces {
 public:
  FrictionForces(const System& system, Formulation& formulation, JointFriction scheme);

  /// Starts an evaluation: nothing rubs.
  void clear() { rubs_.clear(); }
  void add(const Rub& rub) { rubs_.push_back(rub); }
  std::span<Rub> rubs() { return rubs_; }
  std::span<const Rub> rubs() const { return rubs_; }

  /// Everything of `ev` but friction is there, h without it. Finds normal forces of joints, forces that hold
  /// and F of every rub, and adds them to ev.h. False: no consistent pressing forces were found; jammed() has
  /// the place.
  bool solve(std::span<const double> u, Evaluation& ev);
  int jammed() const { return jammed_; }
  /// After solve(): HoldingTogether::resolve, clip and share_load; after a clip solve() is to be called again.
  void resolve() { together_.resolve(response_, x_, rubs_); }
  bool clip() { return HoldingTogether::clip(rubs_); }
  bool share_load(Evaluation& ev) { return together_.share_load(response_, x_, rubs_, lu_, ev); }
  /// The directions of P now: what previous_signs uses until the next call.
  void remember();
  /// FrictionResponse::room()
  std::size_t room() const { return response_.room(); }
  void visit(Archive& a) { a(remembered_, has_remembered_); }

 private:
  using Row = FrictionResponse::Row;
  using Pad = FrictionResponse::Pad;

  /// What is solved for: the force along a row that holds, or N of a pad.
  struct Unknown {
    int row = -1, pad = -1;
  };

  /// Rows that an unknown acts along.
  struct Shares {
    std::array<int, Evaluation::kRubbingRows> row{};
    std::array<double, Evaluation::kRubbingRows> part{};
    std::size_t count = 0;
  };

  bool iterate();
  bool share_levers(int turn);
  void solve_for(bool askers_hold);
  /// Share of an unknown in the force along a row.
  double share(const Unknown& unknown, std::size_t row) const;
  void solve_shared(int n);
  void take_pressing();
  double lever_share(const Row& row) const;
  std::span<const Row> rows() const { return response_.rows(); }
  std::span<const Pad> pads() const { return response_.pads(); }
  double G(std::size_t i, std::size_t c) const { return response_.G(i, c); }
  static double normal_of(std::span<const Tangent> P, std::span<const Pad> pads, int rub);

  const SystemInfo& info_;
  JointFriction scheme_;
  FrictionResponse response_;
  std::vector<Rub> rubs_;
  std::vector<Unknown> unknowns_;
  std::vector<Shares> shares_;  ///< of each unknown
  std::vector<Tangent> P_, P_share_, e_, remembered_;
  std::vector<double> N_;     ///< of pads
  std::vector<double> x_;     ///< force along each row
  std::vector<Tangent> phi_;  ///< force of a sliding rub over its normal force
  std::vector<double> known_, y_, A_, right_, step_;
  std::vector<double> scale_;  ///< of the equations
  bool symmetric_ = false;     ///< but for the scales the equations are
  DenseLu lu_;
  HoldingTogether together_;
  int jammed_ = -1;
  bool has_remembered_ = false;
};

}  // namespace freeplay
