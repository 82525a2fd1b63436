// SPDX-License-Identifier: Apache-2.0
// What `penalty` and `augmented_lagrangian` share: joints as stiff, heavy and damped springs,
//
//   λ = −α (Φ̈ + 2 μ ω Φ̇ + ω² Φ)                                              [Marques2015, eq. (2.54)]
//   (M + α Dᵀ D) u̇ = h + α Dᵀ r,   r = γ − 2 μ ω Φ̇ − ω² Φ                     [Marques2015, eq. (2.58)]
//
// With α = 1e7 the matrix on the left takes half the digits. The same u̇ follows without that loss from λ:
//
//   (D M⁻¹ Dᵀ + 1/α) λ = r − D M⁻¹ h,   u̇ = M⁻¹ (h + Dᵀ λ)
//
// which has a solution whatever D is. α of a row is the factor times the largest mass: the largest M_ii,
// where moments of inertia are taken as masses at the machine's length; of rows that are angles it is a
// moment of inertia, that mass at that length.
#pragma once

#include "base/decompositions.h"
#include "formulations/formulation.h"
#include "formulations/mass_units.h"

namespace freeplay {

struct PenaltyFactors {
  double alpha = 1e7, omega = 10, mu = 1;
};

class PenaltySystem {
 public:
  PenaltySystem(const SystemInfo& info, const PenaltyFactors& factors);

  /// Everything at ev; the matrix on the left is factorised.
  void take(const Evaluation& ev, std::span<const double> u);
  /// mu ← solution with the multipliers `mu` already there: one step of the augmented Lagrangian.
  void solve(DenseVector& mu);
  /// (mu) => x = g + Cᵀ mu
  void accelerations(const DenseVector& mu, DenseVector& x) const;

  const MassUnits& units() const { return units_; }

 private:
  const SystemInfo* info_;
  PenaltyFactors factors_;
  MassUnits units_;
  DenseMatrix K_;
  dense::Cholesky factor_;
  DenseVector softness_;  ///< 1/α in units of the row
  DenseVector missing_;   ///< b − C g
  std::vector<double> r_;
};

#define FREEPLAY_PENALTY_PARAMS                                                            \
  {.key = "alpha",                                                                         \
   .symbol = "α",                                                                          \
   .fallback = 1e7,                                                                        \
   .low = 0,                                                                               \
   .help = "penalty, over the largest mass of the machine",                                \
   .open_low = true},                                                                      \
      {.key = "omega",                                                                     \
       .symbol = "ω",                                                                      \
       .unit = "1/s",                                                                      \
       .fallback = 10,                                                                     \
       .low = 0,                                                                           \
       .help = "natural frequency with which errors are drawn back"},                      \
  {                                                                                        \
    .key = "mu", .symbol = "μ", .fallback = 1, .low = 0, .help = "damping ratio of errors" \
  }

}  // namespace freeplay
