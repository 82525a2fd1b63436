// SPDX-License-Identifier: Apache-2.0
// One contact on its own: ξ = A P + c with Signorini's and Coulomb's laws, solved exactly.
//
//   open    c_N ≥ 0, P = 0
//   stick   P = −A⁻¹ c inside the cone
//   slip    ξ_N = 0, ξ_T = −λ P_T with λ > 0, |P_T| = μ P_N
//
// In the plane the cases are tried one after the other. In space P_N is eliminated,
//   P_N = −(c_N + A_NT P_T)/A_NN,   (Ã + λ 1) P_T = −c̃
//   Ã = A_TT − A_TN A_NT/A_NN,   c̃ = c_T − A_TN c_N/A_NN
// and λ is the root of f(λ) = |P_T| − μ P_N, which is positive at λ = 0 when the contact does not stick and
// negative for λ → ∞ when c_N < 0: a bracket that cannot be lost (compare BonnefonDaviet2011, where the same
// root is that of a quartic).
#pragma once

namespace freeplay {

/// A is row by row with the given stride. P holds the last value on entry, which is kept where no case fits.
void solve_contact(const double* A, int stride, const double* c, double mu, int d, double* P);

}  // namespace freeplay
