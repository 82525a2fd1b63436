// SPDX-License-Identifier: Apache-2.0
// Static equilibrium: a position with h(q, 0) + Dᵀ λ = 0 and Φ(q) = 0, found from the drawn one.
//
// In coordinates y of the free motions, u = N ẏ with D N = 0, the force that is left is g = Nᵀ h and the
// stiffness K = −Nᵀ ∂(h + Dᵀ λ)/∂q N (λ held; central differences along the free motions, which is the
// Hessian of the potential on Φ = 0 when the forces have one). Each step is
//   K d = g               where K is positive definite: Newton's method, which converges quadratically,
//   |K| d = g otherwise   eigenvalues taken positive, so that forces do work along d and saddles are left,
// no longer than 0.3 of the system's size, shortened until the forces at its end do not push back by more
// than half of g · d, and followed by a return to Φ = 0. The potential falls from step to step, as in damped
// motion, hence a stable equilibrium is found unless the drawn position is one already.
//
// Joints with play are pressed to where they rest: their contacts push by W F (resting_contacts.h), with soft springs
// first and stiffer ones after them, each search from where the last one ended; then with their laws or, in the rigid
// world, until gaps that are pressed are zero. Friction is left out.
#pragma once

#include <string>
#include <vector>

#include "freeplay/system.h"

namespace freeplay {

enum class Stability {
  stable,    ///< K is positive definite, or nothing is free to move
  neutral,   ///< some motion meets no force
  unstable,  ///< some motion is pushed away, or flutters
};

const char* to_string(Stability stability);

struct Equilibrium {
  bool found = false;
  std::string message;  ///< why not, and a remedy
  int iterations = 0;
  int freedoms = 0;
  Stability stability = Stability::stable;
  std::string softest;  ///< coordinate that moves most in the softest, neutral or unstable motion
  /// Eigenvalues of (Nᵀ M N)⁻¹ K in rising order [1/s²]: squares of the angular frequencies of small motions.
  std::vector<double> eigenvalues;
  std::vector<double> lambda;  ///< per constraint row
  std::vector<double> F_N;     ///< per contact of a joint with play [N]
  double contact_energy = 0;   ///< stored in compliant contacts [J]
};

/// Moves `state` to the equilibrium; its velocities become zero.
Equilibrium find_equilibrium(const System& system, State& state);

}  // namespace freeplay
