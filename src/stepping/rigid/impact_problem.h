// SPDX-License-Identifier: Apache-2.0
// The impact of n contacts at one moment, in physical units: γ⁺ = γ⁻ + G P, and what each contact's law
// needs. Contact i owns numbers d·i (normal), d·i+1, … (tangential), as in ContactProblem.
//   Poisson's law    stepping/impact_poisson.cpp
//   energetic law    stepping/impact_energetic.h
// All memory is allocated once.
#pragma once

#include <span>
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

/// Contacts that Poisson's law adds to the contact problem of a system: see impact_poisson.cpp.
int poisson_auxiliaries(std::span<const ContactInfo> contacts);

/// Poisson's law. `problem` and `chain` have room for the contacts and their auxiliaries; the modes of
/// `problem` are the first guess. False, with the report of the solve that failed, when there is no solution.
bool solve_poisson(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain, SolveReport& report);

/// The impact without restitution: 0 ≤ P_N ⊥ γ_N⁺ ≥ 0, −P_T ∈ μ P_N Sgn(γ_T⁺). All laws share it.
bool solve_inelastic(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain, SolveReport& report);

}  // namespace freeplay
