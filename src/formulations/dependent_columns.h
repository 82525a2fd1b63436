// SPDX-License-Identifier: Apache-2.0
// A choice of rows of D and of as many columns, the dependent velocities, with which linear equations are
// solved: D_d δ_d = r.
//
// They are the pivots of Gauss' elimination of C with full pivoting, C being D in units of the velocities'
// sizes (the machine's length, 1 rad) with rows of unit length. Rows that follow from others leave no pivot.
// |det C_d| is the share of the motion that the other velocities have.
#pragma once

#include <span>
#include <vector>

#include "base/decompositions.h"
#include "formulations/mass_units.h"
#include "freeplay/archive.h"
#include "freeplay/system.h"

namespace freeplay {

class DependentColumns {
 public:
  /// `holonomic`: only rows that are. The system's info is kept by reference.
  DependentColumns(const SystemInfo& info, bool holonomic);

  /// Takes the pivots of D at ev among the columns where `allowed` is true.
  void choose(const Evaluation& ev, const std::vector<bool>& allowed);
  /// The same, unless what was chosen before has at least the part `enough` of the best determinant. True: it
  /// has changed.
  bool improve(const Evaluation& ev, const std::vector<bool>& allowed, double enough);
  bool chosen() const { return chosen_; }
  /// True for the dependent velocities.
  const std::vector<bool>& dependent() const { return dependent_; }

  /// Rows that count.
  std::span<const int> rows() const { return rows_; }
  /// D_d at ev. Returns a row without a pivot, −1: none.
  int factorise(const Evaluation& ev);
  /// r, one number for each of rows(), is overwritten; δ is zero in the other velocities. Returns the largest
  /// |δ| over the size of its velocity.
  double solve(std::span<double> r, std::span<double> delta) const;
  void visit(Archive& a) { a(chosen_, rows_, columns_, dependent_); }

 private:
  void take_rows(const Evaluation& ev, const std::vector<bool>& allowed);
  int rank();
  void take_pivots();
  double log_best() const;
  double log_now();
  int triangular();

  const SystemInfo& info_;
  bool holonomic_, chosen_ = false;
  DenseMatrix C_, A_;
  dense::PivotedLu pivots_;
  RankRule rule_;
  std::vector<int> rows_, columns_, swaps_;
  std::vector<bool> dependent_;
  std::vector<double> sizes_;
};

}  // namespace freeplay
