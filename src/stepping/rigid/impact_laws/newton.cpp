// SPDX-License-Identifier: Apache-2.0
// Newton's impact law, unilateral, with normal and tangential restitution.
//   0 ≤ P_N ⊥ ξ_N ≥ 0,  −P_T ∈ μ P_N Sgn(ξ_T),  ξ = γ⁺ + ε γ⁻        [Flores2009, eqs. (32)–(35)]
// Several closed contacts share the impact; one that takes no impulse may leave faster than ε asks.
// With one ε for all directions it never gains energy; otherwise it may (Kane's paradox), and the run
// reports each gain.
#include "laws/impact/impact_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "restitution", .symbol = "ε_N", .low = 0, .high = 1, .help = "normal coefficient of restitution"},
    {.key = "tangential",
     .symbol = "ε_T",
     .fallback = 0,
     .low = 0,
     .high = 1,
     .help = "tangential coefficient of restitution"}};

ImpactCoefficients make(const Parameters& given) {
  return {given.number("restitution"), given.number("tangential")};
}

}  // namespace

namespace entry {
FREEPLAY_IMPACT(newton) = {
    {"newton", "Flores2009", "Newton's law with normal and tangential restitution", kParams}, make};
}  // namespace entry
}  // namespace freeplay
