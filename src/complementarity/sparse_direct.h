// SPDX-License-Identifier: Apache-2.0
// Direct solution of large sparse equations that may be singular but not contradictory, as the rows of a
// stack with more contacts than freedoms are:
//
//   (A + δ I) Δx = c − A x,  x ← x + Δx       from x = 0, until the error no longer falls
//
// with δ = 1e-11 of the largest entry. What δ changes is removed by the repetition; in directions that A does
// not see, x stays small. With a larger δ, and once only, directions that A hardly sees are damped as well.
// Eigen's sparse LU does the work and allocates its factors.
#pragma once

#include <memory>
#include <span>

namespace freeplay {

class SparseDirect {
 public:
  SparseDirect();
  ~SparseDirect();
  SparseDirect(const SparseDirect&) = delete;
  SparseDirect& operator=(const SparseDirect&) = delete;
  SparseDirect(SparseDirect&&) noexcept;
  SparseDirect& operator=(SparseDirect&&) noexcept;

  /// Starts a matrix of n rows; entries at the same place add up.
  void start(int n);
  void add(int row, int column, double value);
  /// A x = c. Returns the largest |c − A x|; infinite, and x zero, when there is no factorisation.
  /// `damping` > 0 takes that for δ, and no repetition.
  double solve(std::span<const double> c, std::span<double> x, double damping = 0);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace freeplay
