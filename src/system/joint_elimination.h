// SPDX-License-Identifier: Apache-2.0
// The inverse mass matrix with ideal joints eliminated.
//
//   K = D M⁻¹ Dᵀ = L Lᵀ,    M_J⁻¹ = M⁻¹ − M⁻¹ Dᵀ K⁻¹ D M⁻¹
//
// K is factorised once per configuration. A row that follows from earlier ones leaves no pivot: it is
// skipped, its multiplier is zero, and the motion is that of the remaining rows (redundant joints).
// Rows are stored sparsely (RowShape), L in its envelope and rows in an order that keeps it narrow
// (row_order): memory and work grow with the length of chains, not with the square or cube of the number of
// joints.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/index.h"
#include "freeplay/system.h"

namespace freeplay {

/// 3×3 matrix times vector; `v` and `out` are different.
inline void times_three(const double* A, const double* v, double* out) {
  const double a = v[0], b = v[1], c = v[2];
  out[0] = A[0] * a + A[1] * b + A[2] * c;
  out[1] = A[3] * a + A[4] * b + A[5] * c;
  out[2] = A[6] * a + A[7] * b + A[8] * c;
}

class JointElimination {
 public:
  explicit JointElimination(const SystemInfo& info);

  /// (M, D) => M⁻¹, L. With MassKind::dense M is factorised anew when `mass_changed`. `holonomic_only` leaves
  /// rows of velocities out, as if they were redundant: they do not restrict displacements.
  void factorise(const Evaluation& ev, bool mass_changed, bool holonomic_only = false);
  /// Some rows are not holonomic.
  bool has_nonholonomic() const { return nonholonomic_; }

  int rows() const { return rows_; }
  /// The row has no pivot: it follows from earlier ones.
  bool left_out(int row) const { return inverse_L_[static_cast<std::size_t>(place_[idx(row)])] == 0; }
  /// A row that is known to follow from earlier ones: what drift leaves of it is no direction.
  void expect_redundant(int row);
  /// A row that has no pivot though it is not known to be redundant, at the last factorise(); −1: none.
  int lost_row() const { return lost_row_; }

  /// out = M⁻¹ f for a full vector.
  void inverse_mass(std::span<const double> f, std::span<double> out) const {
    if (three_) return times_three(inverse_.data(), f.data(), out.data());
    inverse_whole_mass(f, out);
  }
  /// out = M⁻¹ wᵀ for one row, in the same sparse form.
  void inverse_mass_row(const RowShape& shape, const double* w, double* out) const {
    if (three_) return times_three(inverse_.data(), w, out);
    inverse_sparse_mass(shape, w, out);
  }
  /// D v for all rows.
  void apply_D(const Evaluation& ev, std::span<const double> v, std::span<double> out) const;
  /// y = L⁻¹ x, in place. y is in the order of elimination, which only backward() understands.
  void forward(std::span<double> x) const;
  /// x = L⁻ᵀ y, in place.
  void backward(std::span<double> y) const;
  /// v += M⁻¹ Dᵀ lambda
  void add_impulse(std::span<const double> lambda, std::span<double> v) const;
  /// y = L⁻¹ D m for a row m of M⁻¹ Wᵀ of a contact. Returns the first number that is not zero.
  int joint_part(const RowShape& shape, const double* m, const Evaluation& ev, std::span<double> y) const;

  /// Velocities that joints tie together share a number below groups(); `start` begins a block of a row.
  /// Only rows that have a group in common have a product with M_J⁻¹ that is not zero.
  int group(int start) const { return group_[idx(start)]; }
  int groups() const { return nu_; }

 private:
  struct Overlap {  // a common block of two rows: where its product goes in L, and where it is in D and D M⁻¹
    int to, a, b, size;
  };
  /// Row i of the order of elimination, so that [j] is L_ij.
  double* row_L(int i) { return L_.data() + row_[idx(i)]; }
  const double* row_L(int i) const { return L_.data() + row_[idx(i)]; }

  void set_order();
  void find_touches();
  void find_overlaps();
  void forward_from(std::span<double> x, int from) const;
  void inverse_whole_mass(std::span<const double> f, std::span<double> out) const;
  void inverse_sparse_mass(const RowShape& shape, const double* w, double* out) const;
  void factorise_mass(const std::vector<double>& M);
  void invert_mass();

  const SystemInfo* info_;
  int rows_, nu_, width_;
  bool nonholonomic_ = false;
  bool three_;  ///< M is dense and 3×3, as in the papers' own systems

  std::vector<Overlap> overlaps_;
  struct Touch {  // a row, by its place in the order, and where its block at a given velocity is in D
    int place, at;
  };
  void find_groups();

  std::vector<int> order_, place_;             ///< rows in the order of elimination, and the inverse
  std::vector<std::array<int, 2>> exchanges_;  ///< that bring a vector into that order; none: as it is
  std::vector<std::size_t> row_;               ///< where row i of L would begin with column 0

  int lost_row_ = -1;
  std::vector<double> tolerance_;  ///< of the pivot of a row, of its own K_ii
  std::vector<int> touch_start_;   ///< per velocity, into touches_
  std::vector<Touch> touches_;
  std::vector<int> group_;  ///< per velocity
  std::vector<int> first_;  ///< first column of row i of L that can be non-zero
  std::vector<double> L_;   ///< row by row from first_ on; a zero on the diagonal marks a redundant row
  std::vector<double> inverse_L_;               ///< 1 / L_ii
  std::vector<double> Dm_;                      ///< D M⁻¹, as D
  std::vector<double> M_;                       ///< 1 / M_ii, or the Cholesky factor of a dense M
  std::vector<double> inverse_, inverse_root_;  ///< M⁻¹ of a small dense M in full, and scratch for it
};

/// Product of two blocks of a spatial body; two short sums wait less for each other than one long one does.
inline double dot_six(const double* a, const double* b) {
  const double even = a[0] * b[0] + a[2] * b[2] + a[4] * b[4];
  const double odd = a[1] * b[1] + a[3] * b[3] + a[5] * b[5];
  return even + odd;
}

/// Product of two blocks of a row; planar bodies, and the papers' own systems, have three numbers.
inline double dot_block(const double* a, const double* b, int size) {
  if (size == 3) return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  if (size == 6) return dot_six(a, b);
  double sum = 0;
  for (int k = 0; k < size; ++k) sum += a[k] * b[k];
  return sum;
}

/// Row times full vector.
inline double dot_row(const RowShape& shape, const double* row, const double* v) {
  const double sum = dot_block(row, v + shape.start[0], shape.size[0]);
  if (shape.size[1] == 0) return sum;
  return sum + dot_block(row + shape.size[0], v + shape.start[1], shape.size[1]);
}

/// v += k · block
inline void add_block(const double* block, double k, int size, double* v) {
  if (size == 3) {
    v[0] += k * block[0];
    v[1] += k * block[1];
    v[2] += k * block[2];
  } else if (size == 6) {
    for (int i = 0; i < 6; ++i) v[i] += k * block[i];
  } else {
    for (int i = 0; i < size; ++i) v[i] += k * block[i];
  }
}

/// v += k · row
inline void add_row(const RowShape& shape, const double* row, double k, double* v) {
  add_block(row, k, shape.size[0], v + shape.start[0]);
  if (shape.size[1] == 0) return;
  add_block(row + shape.size[0], k, shape.size[1], v + shape.start[1]);
}

/// Where two sparse rows have numbers for the same bodies.
struct CommonBlocks {
  struct Block {
    int in_a = 0, in_b = 0, size = 0;
  };
  std::array<Block, 4> block;
  std::size_t count = 0;
};
CommonBlocks common_blocks(const RowShape& shape_a, const RowShape& shape_b);

/// Product of two sparse rows of different shapes.
inline double dot_unlike_rows(const CommonBlocks& common, const double* a, const double* b) {
  double sum = 0;
  for (std::size_t i = 0; i < common.count; ++i) {
    const auto& [in_a, in_b, size] = common.block[i];
    for (int k = 0; k < size; ++k) sum += a[in_a + k] * b[in_b + k];
  }
  return sum;
}

/// Equality without the call of memcmp that compilers make of comparing arrays.
inline bool same_shape(const RowShape& a, const RowShape& b) {
  return a.start[0] == b.start[0] && a.size[0] == b.size[0] && a.start[1] == b.start[1] &&
         a.size[1] == b.size[1];
}

/// Product of two sparse rows of one shape: those of one joint, or between the same bodies.
inline double dot_like_rows(const RowShape& shape, const double* a, const double* b) {
  const double sum = dot_block(a, b, shape.size[0]);
  if (shape.size[1] == 0) return sum;
  return sum + dot_block(a + shape.size[0], b + shape.size[0], shape.size[1]);
}

/// Product of two sparse rows.
inline double dot_rows(const RowShape& shape_a, const double* a, const RowShape& shape_b, const double* b) {
  return same_shape(shape_a, shape_b) ? dot_like_rows(shape_a, a, b)
                                      : dot_unlike_rows(common_blocks(shape_a, shape_b), a, b);
}

}  // namespace freeplay
