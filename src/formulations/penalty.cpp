// SPDX-License-Identifier: Apache-2.0
// The penalty method: joints give way a little, so that their errors make the forces that hold them.
//   (M + α Dᵀ D) u̇ = h + α Dᵀ (γ − 2 μ ω Φ̇ − ω² Φ)                            [Marques2015, eq. (2.58)]
// u̇ and λ err in proportion to 1/α, and positions are off by about λ/(α ω²). Redundant joints share their
// load, and nothing is divided by zero in singular positions. The defaults are those of [Marques2015, Table
// 2.3], with α = 1e7 where the table prints 1e-7.
#include "formulations/penalty_system.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_PENALTY_PARAMS,
                             FREEPLAY_FORMULATION_CORRECTION("none", "mass", "euclidean")};

class Penalty final : public Formulation {
 public:
  Penalty(const System& system, const PenaltyFactors& factors)
      : Formulation(system), equations_(system.info(), factors) {
    mu_.setZero(equations_.units().rows());
    x_.setZero(equations_.units().size());
  }
  void accelerations(const Evaluation& ev, std::span<const double> u, std::span<double> u_dot,
                     std::span<double> lambda) override {
    equations_.take(ev, u);
    mu_.setZero();
    equations_.solve(mu_);
    equations_.accelerations(mu_, x_);
    equations_.units().give_accelerations(x_, u_dot);
    equations_.units().give_multipliers(mu_, lambda);
  }

 private:
  PenaltySystem equations_;
  DenseVector mu_, x_;
};

std::unique_ptr<Formulation> make(const System& system, const Parameters& given, double) {
  return std::make_unique<Penalty>(
      system, PenaltyFactors{given.number("alpha"), given.number("omega"), given.number("mu")});
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(penalty) = {{.name = "penalty",
                                  .citation = "Marques2015",
                                  .help = "joints as stiff springs with mass and damping: errors of 1/alpha",
                                  .params = kParams},
                                 make,
                                 {.redundant = {.holds = true}, .singular = {.holds = true}}};
}  // namespace entry
}  // namespace freeplay
