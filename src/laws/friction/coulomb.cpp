// SPDX-License-Identifier: Apache-2.0
// Coulomb's dry friction, set-valued at rest.
//   −λ_T ∈ μ λ_N Sgn(γ_T)        [Flores2009, eq. (17)]
// The compliant world takes it with a ramp over the slip v_ε in place of the step, when v_ε is given:
//   F_T = −μ F_N clamp(γ_T / v_ε, −1, 1)        [Marques2015, eq. (3.13)], k = 1/v_ε
#include <algorithm>

#include "laws/friction/friction_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_MU,
    {"velocity", "v_ε", "m/s", kRequired, 0, kInfinity,
     "slip from which friction is full; the compliant world needs it, the rigid one does not look at it",
     ParamKind::number, true, nullptr, true}};

class Coulomb final : public FrictionLaw {
 public:
  explicit Coulomb(const Parameters& given)
      : mu_(given.number("mu")), velocity_(given.given("velocity") ? given.number("velocity") : 0) {}
  bool set_valued() const override { return true; }
  double mu() const override { return mu_; }
  bool smooth() const override { return velocity_ > 0; }
  double force(const FrictionInput& in) const override {
    return -mu_ * in.normal * std::clamp(in.slip / velocity_, -1.0, 1.0);
  }
  double stick_velocity() const override { return velocity_; }

 private:
  double mu_, velocity_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Coulomb>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(coulomb) = {{.name = "coulomb",
                               .citation = "Flores2009",
                               .help = "Coulomb's law, set-valued at rest; compliant: a ramp over `velocity`",
                               .params = kParams,
                               .worlds = "rigid|compliant"},
                              make};
}  // namespace entry
}  // namespace freeplay
