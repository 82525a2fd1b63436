// SPDX-License-Identifier: Apache-2.0
// Bengisu and Akay's friction: a parabola to static friction, then the Stribeck effect.
//   −F_T = F_N c(|γ_T|) γ_T/|γ_T|                                       [Marques2015, eq. (3.17)]
//   c(v) = μ_S (1 − (1 − v/v₀)²)               v < v₀
//   c(v) = μ + (μ_S − μ) e^(−ξ (v − v₀))       v ≥ v₀
// No sticking: under a tangential load F < μ_S F_N the contact creeps with v₀ (1 − √(1 − F/(μ_S F_N))).
#include <cmath>

#include "laws/friction/sliding.h"
#include "laws/friction/slip_curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU,
                             FREEPLAY_CURVE_STATIC(false),
                             {.key = "velocity",
                              .symbol = "v₀",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slip at which friction is mu_static",
                              .open_low = true,
                              .sample = 1e-3},
                             {.key = "fall",
                              .symbol = "ξ",
                              .unit = "s/m",
                              .low = 0,
                              .help = "how fast friction falls from there on: as e^(−fall · slip)",
                              .open_low = true,
                              .sample = 50}};

class BengisuAkay final : public SlipCurve {
 public:
  explicit BengisuAkay(const Parameters& given)
      : mu_(given.number("mu")),
        mu_static_(given.number("mu_static")),
        v0_(given.number("velocity")),
        xi_(given.number("fall")) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  double mu_at(double v) const override {
    if (v < v0_)
      return mu_static_ * (v / v0_) * (2 - v / v0_);  // written so that it has no cancellation at rest
    return mu_ + (mu_static_ - mu_) * std::exp(-xi_ * (v - v0_));
  }

 private:
  double stick_velocity() const override { return v0_; }

  double mu_, mu_static_, v0_, xi_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<BengisuAkay>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(bengisu_akay) = {
    {.name = "bengisu_akay",
     .citation = "Marques2015",
     .help = "a parabola to static friction, then an exponential down to kinetic friction",
     .params = kParams},
    make,
    {.phenomena = {.stiction = true, .stribeck = true}},
    check_static};
}  // namespace entry
}  // namespace freeplay
