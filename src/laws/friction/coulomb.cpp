// SPDX-License-Identifier: Apache-2.0
// Coulomb's dry friction, set-valued at rest.
//   −λ_T ∈ μ λ_N Sgn(γ_T)        [Flores2009, eq. (17)]
// In smooth motion it sticks exactly (stick_slip.h). When v_ε is given it has a ramp over that slip there, in
// place of the step:
//   F_T = −μ F_N clamp(γ_T / v_ε, −1, 1)        [Marques2015, eq. (3.13)], k = 1/v_ε
#include <algorithm>

#include "laws/friction/stick_slip.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_MU,
                             {.key = "velocity",
                              .symbol = "v_ε",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slip from which friction is full in smooth motion, in place of exact "
                                      "stick; rigid stepping does not look at it",
                              .optional = true,
                              .open_low = true},
                             FREEPLAY_FRICTION_STICK};

class Coulomb final : public StickSlip {
 public:
  explicit Coulomb(const Parameters& given) : StickSlip(given), mu_(given.number("mu")) {}
  double mu() const override { return mu_; }

 private:
  double mu_;
};

class CoulombRamp final : public FrictionLaw {
 public:
  CoulombRamp(double mu, double velocity) : mu_(mu), velocity_(velocity) {}
  bool set_valued() const override { return true; }
  double mu() const override { return mu_; }
  Tangent force(const FrictionInput& in) const override {
    return (-mu_ * in.normal / std::max(norm(in.slip), velocity_)) * in.slip;
  }

 private:
  double stick_velocity() const override { return velocity_; }
  double mu_, velocity_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  if (given.given("velocity"))
    return std::make_unique<CoulombRamp>(given.number("mu"), given.number("velocity"));
  return std::make_unique<Coulomb>(given);
}

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  if (!given.given("velocity") || !given.given("stick")) return;
  problems.error(given.where("stick"), key + ".stick",
                 "with velocity friction has a ramp in smooth motion, and no stick",
                 "leave stick or velocity out");
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(coulomb) = {{.name = "coulomb",
                               .citation = "Flores2009",
                               .help = "Coulomb's law, set-valued at rest, with exact stick; a ramp over "
                                       "`velocity` in smooth motion if given",
                               .params = kParams},
                              make,
                              {.set_valued = true},
                              check};
}  // namespace entry
}  // namespace freeplay
