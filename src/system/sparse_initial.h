// SPDX-License-Identifier: Apache-2.0
// Consistent initial conditions of systems with many joints: the same corrections as in initial.cpp, the
// least change in the norm of the mass matrix, through K = D M⁻¹ Dᵀ factorised along the chains of joints.
// The cost grows with the number of bodies, where the dense decompositions of small systems grow with its
// cube. Rows that depend on each other are judged with less precision: a rest of 1e-6 of a row instead of
// 1e-9.
#pragma once

#include <vector>

#include "freeplay/system.h"
#include "system/joint_elimination.h"

namespace freeplay {

class SparseInitial {
 public:
  SparseInitial(const System& system, State& state);

  /// From this many constraint rows on.
  static constexpr std::size_t kLeastRows = 120;

  /// Newton's method on Φ = 0 with the velocities that `free` allows, without the rows `without`.
  bool positions(const std::vector<bool>& free, const std::vector<bool>& without);
  /// D u + Φ_t = 0.
  bool velocities(const std::vector<bool>& free);
  /// Some u̇ satisfies D u̇ = γ.
  bool accelerations();
  /// Rows that follow from others but for `without`; `partners` gets the rows that each of them depends on.
  std::vector<int> dependent_rows(const std::vector<bool>& without, std::vector<std::vector<int>>& partners);

 private:
  void evaluate(const std::vector<bool>& without);
  /// Largest error of a row that is left when `change_` is made, relative to the size of the system.
  double left_over() const;
  double relative(const std::vector<double>& change) const;
  void set_rates();
  /// change_ removes residual_ and moves only what is free.
  void correct(const std::vector<bool>& free);
  double length(int row) const;
  /// λ = K⁻¹ λ, v = M⁻¹ Dᵀ λ
  void solve(std::vector<double>& lambda, std::vector<double>& v) const;

  const System& system_;
  const SystemInfo& info_;
  State& state_;
  Evaluation ev_;
  JointElimination elimination_;
  std::vector<double> residual_, lambda_, change_, q_;
};

}  // namespace freeplay
