// SPDX-License-Identifier: Apache-2.0
// Direct correction: positions and velocities are put back onto the constraints by the least change.
//   δ = −N⁻¹ Dᵀ (D N⁻¹ Dᵀ)⁻¹ Φ,  q ← q ⊕ δ,  repeated until δ is rounding
//                                                                 [Marques2015, eqs. (2.93)–(2.95)]
//   u ← u − N⁻¹ Dᵀ (D N⁻¹ Dᵀ)⁻¹ (D u + Φ_t)                       [Marques2015, eq. (2.102)]
// N is the norm of the change: M, in which all coordinates have the same unit (as everywhere in Freeplay), or
// 1, as printed, where metres are added to radians. δ lives in velocity space: q ⊕ δ is System::advance,
// which also keeps Euler parameters at unit length.
#pragma once

#include <span>
#include <vector>

#include "formulations/joint_dynamics.h"
#include "freeplay/system.h"

namespace freeplay {

class Correction {
 public:
  enum class Norm { mass, euclidean };
  Correction(const System& system, Norm norm);

  /// (t; q, u) => the nearest q and u that satisfy the constraints; ev is scratch. False: none is near, q and
  /// u are as they were. Allocates nothing.
  bool apply(double t, std::span<double> q, std::span<double> u, Evaluation& ev);

 private:
  const System& system_;
  Norm norm_;
  SystemInfo info_;  ///< of the system, with the mass matrix of the norm
  JointDynamics dynamics_;
  Evaluation unit_;  ///< D, and M = 1
  std::vector<double> delta_, rest_, moved_, q_, u_, sizes_;
};

}  // namespace freeplay
