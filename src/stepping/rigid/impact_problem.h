// SPDX-License-Identifier: Apache-2.0
// The impact of n contacts at one moment, in physical units: γ⁺ = γ⁻ + G P, and what each contact's law
// needs. Contact i owns numbers d·i (normal), d·i+1, … (tangential), as in ContactProblem.
// All memory is allocated once.
#pragma once

#include <vector>

#include "complementarity/solver_chain.h"
#include "freeplay/system.h"

namespace freeplay {

struct ImpactProblem {
  explicit ImpactProblem(int capacity, int d = 2);

  /// Starts an impact of n contacts whose matrix is to be filled in, entry by entry up to
  /// BlockMatrix::kMostDense contacts.
  void resize(int n) { matrix.resize(n); }
  int size() const { return matrix.size(); }
  int d() const { return matrix.d(); }
  double& G(int row, int column) { return matrix.stored(row, column); }
  double G(int row, int column) const { return matrix(row, column); }

  BlockMatrix matrix;
  std::vector<double> gamma;         ///< γ⁻, d per contact
  std::vector<double> mu;            ///< per contact, as are the restitutions
  std::vector<double> restitutionN;  ///< ε_N, or e* of the energetic law
  std::vector<double> restitutionT;  ///< ε_T
  std::vector<double> P;             ///< the answer, d per contact
  std::vector<double> gamma_C;       ///< after the first part of the impact, where a law has one
  std::vector<double> shift;         ///< impulses that the second part begins with
  std::vector<int> first_auxiliary;  ///< per contact and one more, numbers in the contact problem
};

/// G, μ and b of the contacts, followed by auxiliaries: contact i has those from first_auxiliary[i] on, whose
/// tangential rows are its own and whose normal row is tied to nothing.
void pose(const ImpactProblem& impact, const std::vector<double>& b, ContactProblem& problem);

/// The impact without restitution: 0 ≤ P_N ⊥ γ_N⁺ ≥ 0, −P_T ∈ μ P_N Sgn(γ_T⁺). All laws share it.
bool solve_inelastic(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain, SolveReport& report);

}  // namespace freeplay
