// SPDX-License-Identifier: Apache-2.0
// Coulomb friction smoothed by the hyperbolic tangent: all derivatives are continuous.
//   F_T = −μ F_N tanh(γ_T / v_ε)        [Marques2015, eq. (3.14)], k = 1/v_ε
// The paper gives no slope; k = 1000 s/m is v_ε = 1 mm/s. At v_ε friction is 76 % of its limit, at 3 v_ε
// 99.5 %. No sticking: under a tangential load F < μ F_N the contact creeps with v_ε artanh(F/(μ F_N)).
#include <cmath>

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_MU,
    FREEPLAY_FRICTION_VELOCITY("slip at which friction is 76 % of its limit: 1/k of tanh(k v)")};

class Tanh final : public FrictionLaw {
 public:
  explicit Tanh(const Parameters& given) : mu_(given.number("mu")), velocity_(given.number("velocity")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return mu_; }
  double mu_at(double v) const override { return mu_ * std::tanh(v / velocity_); }
  Tangent force(const FrictionInput& in) const override {
    const double v = norm(in.slip);
    return v > 0 ? (-in.normal * mu_at(v) / v) * in.slip : Tangent{};
  }

 private:
  double stick_velocity() const override { return velocity_; }

  double mu_, velocity_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Tanh>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(tanh) = {{.name = "tanh",
                            .citation = "Marques2015",
                            .help = "Coulomb smoothed by the hyperbolic tangent",
                            .params = kParams},
                           make};
}  // namespace entry
}  // namespace freeplay
