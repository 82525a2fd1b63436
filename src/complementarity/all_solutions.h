// SPDX-License-Identifier: Apache-2.0
// How many solutions a small contact problem has: every combination of modes is asked, none is skipped.
//
// Given modes, the laws are linear equations and inequalities in variables that must not be negative:
//   open     ξ_N                                        (ξ_T is free)
//   stick    a = μ P_N + P_T and c = μ P_N − P_T;       ξ_N = 0, ξ_T = 0
//   slip ±   P_N and |ξ_T|;                             ξ_N = 0, ξ_T = ±|ξ_T|, P_T = ∓ μ P_N
// The simplex method decides whether they can be met, also where the equations are singular and the equations
// alone would not show it; the least and the largest of two weighted sums tell one solution from several.
#pragma once

#include "complementarity/contact_problem.h"

namespace freeplay {

enum class SolutionCount { unknown, none, one, several };

struct AllSolutions {
  SolutionCount count = SolutionCount::unknown;
  long long combinations = 0;  ///< of modes that were asked
  long long fitting = 0;       ///< of these that can be met
  bool one_motion = true;      ///< all solutions found have the same ξ: only the impulses differ
};

/// Of the normalised problem. Problems with d = 3, or with more combinations than 70 000, are `unknown`.
/// If there is a solution, one is left in problem.P. Allocates; no part of a step.
AllSolutions find_all_solutions(ContactProblem& problem);

}  // namespace freeplay
