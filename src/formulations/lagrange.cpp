// SPDX-License-Identifier: Apache-2.0
// Lagrange multipliers as they stand: constraints are kept at the level of accelerations only.
//   D u̇ = γ                                  [Marques2015, eqs. (2.16), (2.46)]
// Errors of velocities grow in proportion to the time, those of positions with its square: for short runs,
// and to see what stabilisation does.
#include <algorithm>

#include "formulations/formulation.h"

namespace freeplay {
namespace {

class Lagrange final : public Formulation {
 public:
  using Formulation::Formulation;
  void accelerations(const Evaluation& ev, std::span<const double>, std::span<double> u_dot,
                     std::span<double> lambda) override {
    std::copy(ev.gamma.begin(), ev.gamma.end(), lambda.begin());
    dynamics_.solve(ev, u_dot, lambda);
  }
};

std::unique_ptr<Formulation> make(const System& system, const Parameters&, double) {
  return std::make_unique<Lagrange>(system);
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(lagrange) = {{.name = "lagrange",
                                   .citation = "Marques2015",
                                   .help = "Lagrange multipliers, no stabilisation: joints drift",
                                   .params = {}},
                                  make};
}  // namespace entry
}  // namespace freeplay
