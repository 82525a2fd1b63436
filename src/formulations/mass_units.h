// SPDX-License-Identifier: Apache-2.0
// The equations of motion in units of the mass norm, with constraint rows of unit length. With M = G Gᵀ
// (Cholesky; square roots where M is diagonal) and s the lengths of the rows of D G⁻ᵀ,
//
//   x = Gᵀ u̇,   g = G⁻¹ h,   C = s⁻¹ D G⁻ᵀ,   b = s⁻¹ r,   mu = s λ:      x = g + Cᵀ mu,   C x = b
//
// No unit is left that a tolerance could depend on: a row says how much of an acceleration of norm 1 it
// forbids. C is M^{-1/2} of [Marques2015, eqs. (2.83), (2.84)], where M need not be diagonal.
//
// C is stored in full: for mechanisms of up to some dozens of bodies.
#pragma once

#include <Eigen/Dense>
#include <span>

#include "base/tolerances.h"
#include "freeplay/system.h"

namespace freeplay {

using DenseMatrix = Eigen::MatrixXd;
using DenseVector = Eigen::VectorXd;

class MassUnits {
 public:
  explicit MassUnits(const SystemInfo& info);

  /// (M, h, D) => g, C, s
  void take(const Evaluation& ev);
  /// r => b, from one number per row.
  void take_right_side(std::span<const double> r);
  /// x => u̇
  void give_accelerations(const DenseVector& x, std::span<double> u_dot) const;
  /// mu => λ
  void give_multipliers(const DenseVector& mu, std::span<double> lambda) const;

  int rows() const { return static_cast<int>(C.rows()); }
  int size() const { return static_cast<int>(C.cols()); }

  DenseMatrix C;
  DenseVector g, b, s;

 private:
  const SystemInfo* info_;
  DenseVector inverse_root_;  ///< 1 / √M_ii of a diagonal M
  DenseMatrix root_;          ///< G of a full one
};

/// Which rows count, when the last of them are nearly combinations of the others. `left` is what remains of a
/// row of unit length, best first.
///
/// Rows that follow from others at the first configuration are redundant joints: while positions drift off
/// the constraints a little remains of them, which must not be taken for a direction. Rows that lose theirs
/// later are in a singular position.
class RankRule {
 public:
  /// `power`: 1 where `left` is a length, 2 where it is a square, as pivots of C Cᵀ are.
  explicit RankRule(int power = 1)
      : nothing_(power == 1 ? kDependentRow : kDependentPivot),
        something_(power == 1 ? kRedundantRow : kRedundantPivot) {}

  /// (left(0) ≥ left(1) ≥ …) => how many of them count
  template <class Left>
  int operator()(int rows, const Left& left) {
    int rank = 0;
    while (rank < rows && left(rank) > (rank < known_ || known_ < 0 ? nothing_ : something_)) ++rank;
    known_ = known_ > rank ? known_ : rank;
    lost_ = rank < known_;
    return rank;
  }
  /// Fewer rows count than at other configurations.
  bool lost() const { return lost_; }

 private:
  double nothing_, something_;
  int known_ = -1;
  bool lost_ = false;
};

}  // namespace freeplay
