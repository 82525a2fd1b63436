// SPDX-License-Identifier: Apache-2.0
// The inverse mass matrix with ideal joints eliminated.
//
//   K = D M⁻¹ Dᵀ = L Lᵀ,    M_J⁻¹ = M⁻¹ − M⁻¹ Dᵀ K⁻¹ D M⁻¹
//
// K is factorised once per configuration. A row that follows from earlier ones leaves no pivot: it is
// skipped, its multiplier is zero, and the motion is that of the remaining rows (redundant joints).
// Rows are stored sparsely (RowShape), L in its envelope: the work grows with the length of chains, not with
// the square of the number of joints, when joints are listed along the chain.
#pragma once

#include <span>
#include <vector>

#include "freeplay/system.h"

namespace freeplay {

class JointElimination {
 public:
  explicit JointElimination(const SystemInfo& info);

  /// (M, D) => M⁻¹, L. With MassKind::dense M is factorised anew when `mass_changed`.
  void factorise(const Evaluation& ev, bool mass_changed);

  int rows() const { return rows_; }
  bool redundant(int row) const { return L_[index(row, row)] == 0; }

  /// out = M⁻¹ f for a full vector.
  void inverse_mass(std::span<const double> f, std::span<double> out) const;
  /// out = M⁻¹ wᵀ for one row, in the same sparse form.
  void inverse_mass_row(const RowShape& shape, const double* w, double* out) const;
  /// D v for all rows.
  void apply_D(const Evaluation& ev, std::span<const double> v, std::span<double> out) const;
  /// y = L⁻¹ x, in place.
  void forward(std::span<double> x) const;
  /// x = L⁻ᵀ y, in place.
  void backward(std::span<double> y) const;
  /// v += M⁻¹ Dᵀ lambda
  void add_impulse(std::span<const double> lambda, std::span<double> v) const;
  /// y = L⁻¹ D m for a row m of M⁻¹ Wᵀ.
  void joint_part(const RowShape& shape, const double* m, const Evaluation& ev, std::span<double> y) const;

 private:
  struct Overlap {  // a common block of rows i and j
    int i, j, offset_i, offset_j, size;
  };
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(j);
  }

  const SystemInfo* info_;
  int rows_, nu_, width_;
  std::vector<Overlap> overlaps_;
  std::vector<int> first_;         ///< first column of row i of L that can be non-zero
  std::vector<double> L_;          ///< row by row; a zero on the diagonal marks a redundant row
  std::vector<double> inverse_L_;  ///< 1 / L_ii
  std::vector<double> Dm_;         ///< D M⁻¹, as D
  std::vector<double> M_;          ///< 1 / M_ii, or the Cholesky factor of a dense M
};

/// Product of two sparse rows.
double dot_rows(const RowShape& shape_a, const double* a, const RowShape& shape_b, const double* b);
/// Row times full vector.
double dot_row(const RowShape& shape, const double* row, const double* v);
/// v += k · row
void add_row(const RowShape& shape, const double* row, double k, double* v);

}  // namespace freeplay
