// SPDX-License-Identifier: Apache-2.0
// The impact of all contacts that are closed at one moment, by the law they ask for (docs/impact_laws.md):
//   newton    ξ = γ⁺ + ε γ⁻,  0 ≤ P_N ⊥ ξ_N ≥ 0,  −P_T ∈ μ P_N Sgn(ξ_T)        [Flores2009, eqs. (32)–(35)]
//             Restitution acts on min(γ_N⁻, 0): a contact that already separates is not thrown further.
//   others    by the solver that the law brings                                   impact_laws/
// An impact whose contacts have different laws follows that of the highest rank, each contact with its own
// coefficients. Friction that depends on slip is that of the slip after the impact with Newton's law, and
// that of the slip before with the others, which go through many slips. Without restitution all laws are the
// same complementarity problem.
#pragma once

#include <span>

#include "stepping/rigid/rigid_stage.h"

namespace freeplay {

/// How a contact enters an impact: not at all (or already held), with its restitution, or to stay closed.
enum class Closing { none, elastic, plastic };

/// Changes velocities and modes of the state, books impulses, work and the list of impacts. `hits` counts the
/// contacts that took an impulse; `closing` is cleared. Leaves the stage at the state, with its gaps.
bool solve_impact(RigidStage& stage, State& state, std::span<Closing> closing, std::span<int> hits,
                  Book& book, StepReport& report);

}  // namespace freeplay
