// SPDX-License-Identifier: Apache-2.0
// The energetic impact law: expansion gives back at most e*² of the work that compression took up.
//   W_expansion = −e*² W_compression,   W = ∫ γ_N dP_N                            [Stronge1990]
// Coulomb's law holds at every instant of the impact, so that slip may stop, reverse or turn into stick.
// Several contacts compress and expand together, as equal springs in the limit of infinite stiffness
// (LiuZhaoBrogliato2008): stepping/rigid/impact_energetic.h. It never gains energy.
#include <algorithm>

#include "base/index.h"
#include "laws/impact/impact_law.h"
#include "stepping/rigid/impact_energetic.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "restitution",
                              .symbol = "e*",
                              .low = 0,
                              .high = 1,
                              .help = "square root of the part of the work that is given back"}};

ImpactCoefficients make(const Parameters& given) { return {given.number("restitution"), 0}; }

/// The evolution along the impulse; one that does not end is ended by an impact without restitution.
class Stronge final : public ImpactSolver {
 public:
  explicit Stronge(int capacity) : energetic_(capacity) {}

  bool solve(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain, SolveReport& report,
             bool& gave_up) override {
    const EnergeticImpact::Outcome outcome = energetic_.solve(impact);
    if (outcome == EnergeticImpact::Outcome::complete) return true;
    const std::ptrdiff_t rows = static_cast<std::ptrdiff_t>(impact.d()) * impact.size();
    std::copy_n(impact.P.begin(), rows, impact.shift.begin());
    std::copy_n(impact.gamma_C.begin(), rows, impact.gamma.begin());
    if (!solve_inelastic(impact, problem, chain, report)) return false;
    for (std::size_t i = 0; i < idx(rows); ++i) impact.P[i] += impact.shift[i];
    gave_up = outcome == EnergeticImpact::Outcome::unfinished;
    return true;
  }

 private:
  EnergeticImpact energetic_;
};

std::unique_ptr<ImpactSolver> make_solver(int capacity) { return std::make_unique<Stronge>(capacity); }

std::optional<ImpactRefusal> refuse(const ContactData&, int dimension) {
  if (dimension == 2) return std::nullopt;
  return ImpactRefusal{"the energetic impact law is for planar systems", "use newton or poisson"};
}

}  // namespace

namespace entry {
FREEPLAY_IMPACT(stronge) = {{.name = "stronge",
                             .citation = "Stronge1990",
                             .help = "energetic restitution along the impulse; never gains energy",
                             .params = kParams,
                             .planar = true},
                            make,
                            2,
                            make_solver,
                            nullptr,
                            refuse};
}  // namespace entry
}  // namespace freeplay
