// SPDX-License-Identifier: Apache-2.0
// Lemke's complementary pivot algorithm on a linear complementarity problem
//
//   y = A x + b,   0 ≤ y ⊥ x ≥ 0
//
// with lexicographic ties, which make cycling impossible on degenerate problems (CottlePangStone1992, section
// 4.9), such as the two corners of a face that stick together. The numbers are of order one.
#pragma once

#include <cstddef>
#include <vector>

#include "base/index.h"
#include "complementarity/contact_problem.h"

namespace freeplay {

class LemkePivots {
 public:
  static constexpr int kAttempts = 8;    ///< that make sense when there are few rows
  static constexpr int kFewRows = 100;   ///< rows that are few
  static constexpr int kMostRows = 600;  ///< the tableau then takes 6 MB

  /// For up to `capacity` rows, at most kMostRows.
  explicit LemkePivots(int capacity);

  /// Starts a problem of m rows with A = 0 and b = 0. Later attempts go another way: the column of the
  /// artificial variable is a vector of numbers between 1 and 2, and b is larger by that times 1e-7, so that
  /// nothing ties.
  void start(int m, int attempt);
  int rows() const { return m_; }
  void set_A(int row, int column, double value) { at(row, m_ + column) = -value; }
  /// Of a problem that was set and not yet solved.
  double A(int row, int column) const { return -at(row, m_ + column); }
  double b(int row) const { return at(row, width_ - 1); }
  void set_b(int row, double value) { at(row, width_ - 1) = value; }

  /// Pivots, at most `limit` times (0: chosen by the size), until `whole` is to be stopped. True when a solution was
  /// found.
  bool solve(int limit, const ContactProblem& whole);
  int pivots() const { return pivots_; }
  /// The path of pivots ended on a ray.
  bool ray() const { return ray_; }
  /// x_k is in the basis; otherwise it is zero.
  bool basic(int k) const { return row_of(k) >= 0; }
  double x(int k) const;

 private:
  double& at(int row, int column) { return tableau_[idx(row * width_ + column)]; }
  double at(int row, int column) const { return tableau_[idx(row * width_ + column)]; }
  int row_of(int k) const;
  bool before(int r, int s, int entering) const;
  void pivot(int row, int column);

  int m_ = 0, width_ = 2, attempt_ = 0, pivots_ = 0;
  bool ray_ = false;
  std::vector<double> tableau_;
  std::vector<int> basis_;
};

}  // namespace freeplay
