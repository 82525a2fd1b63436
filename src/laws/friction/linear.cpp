// SPDX-License-Identifier: Apache-2.0
// Coulomb friction with a linear ramp through rest.
//   F_T = −μ F_N min(|γ_T|/v_ε, 1) γ_T/|γ_T|      [Marques2015, eq. (3.13)], k = 1/v_ε
// The paper gives no slope; k = 1000 s/m is v_ε = 1 mm/s. No sticking: under a tangential load F < μ F_N the
// contact creeps with v_ε F/(μ F_N).
#include <algorithm>

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_MU,
                             FREEPLAY_FRICTION_VELOCITY("slip from which friction is full")};

class Linear final : public FrictionLaw {
 public:
  explicit Linear(const Parameters& given) : mu_(given.number("mu")), velocity_(given.number("velocity")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return mu_; }
  double mu_at(double v) const override { return mu_ * std::min(v / velocity_, 1.0); }
  Tangent force(const FrictionInput& in) const override {
    return (-mu_ * in.normal / std::max(norm(in.slip), velocity_)) * in.slip;
  }

 private:
  double stick_velocity() const override { return velocity_; }

  double mu_, velocity_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Linear>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(linear) = {{.name = "linear",
                              .citation = "Marques2015",
                              .help = "Coulomb with a linear ramp through rest",
                              .params = kParams},
                             make};
}  // namespace entry
}  // namespace freeplay
