// SPDX-License-Identifier: Apache-2.0
// The penalty method with multipliers that take over what the penalty cannot hold:
//   (M + α Dᵀ D) u̇ᵢ₊₁ = M u̇ᵢ + α Dᵀ (γ − 2 μ ω Φ̇ − ω² Φ),   M u̇₀ = h
//                                                                 [Marques2015, eqs. (2.62), (2.63)]
// until ‖u̇ᵢ₊₁ − u̇ᵢ‖ ≤ ε ‖u̇ᵢ₊₁‖ in the norm of M                     [Marques2015, eq. (2.64)]
// where the paper compares with ε itself. Each iteration divides the error by 1 + α times the inverse mass
// that the joints feel: two or three of them suffice. It converges to D u̇ = γ − 2 μ ω Φ̇ − ω² Φ, and λ of
// redundant rows to the least that does so, in the norm in which α weighs the rows. In singular positions
// it converges slowly; the last iterate is then the answer, which is at least as good as that of `penalty`.
#include <cmath>

#include "formulations/penalty_system.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_PENALTY_PARAMS,
    {.key = "tolerance",
     .symbol = "ε",
     .fallback = 1e-10,
     .low = 0,
     .high = 1,
     .help = "largest relative change of accelerations in the last iteration"},
    {.key = "iterations", .fallback = 20, .low = 1, .high = 1e6, .help = "most iterations"},
    FREEPLAY_FORMULATION_CORRECTION("none", "mass", "euclidean")};

class AugmentedLagrangian final : public Formulation {
 public:
  AugmentedLagrangian(const System& system, const PenaltyFactors& factors, double tolerance, int iterations)
      : Formulation(system),
        equations_(system.info(), factors),
        tolerance_(tolerance),
        iterations_(iterations) {
    mu_.setZero(equations_.units().rows());
    x_.setZero(equations_.units().size());
    before_ = x_;
  }
  void accelerations(const Evaluation& ev, std::span<const double> u, std::span<double> u_dot,
                     std::span<double> lambda) override {
    equations_.take(ev, u);
    mu_.setZero();
    before_ = equations_.units().g;
    for (int i = 0; i < iterations_; ++i) {
      equations_.solve(mu_);
      equations_.accelerations(mu_, x_);
      before_ -= x_;
      if (before_.norm() <= tolerance_ * x_.norm()) break;
      before_ = x_;
    }
    equations_.units().give_accelerations(x_, u_dot);
    equations_.units().give_multipliers(mu_, lambda);
  }

 private:
  PenaltySystem equations_;
  double tolerance_;
  int iterations_;
  DenseVector mu_, x_, before_;
};

std::unique_ptr<Formulation> make(const System& system, const Parameters& given, double) {
  return std::make_unique<AugmentedLagrangian>(
      system, PenaltyFactors{given.number("alpha"), given.number("omega"), given.number("mu")},
      given.number("tolerance"), static_cast<int>(given.number("iterations")));
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(augmented_lagrangian) = {
    {.name = "augmented_lagrangian",
     .citation = "Marques2015",
     .help = "penalty, iterated until the constraints hold without error",
     .params = kParams},
    make,
    {.redundant = {.holds = true}, .singular = {.holds = true}}};
}  // namespace entry
}  // namespace freeplay
