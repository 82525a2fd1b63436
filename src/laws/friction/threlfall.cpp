// SPDX-License-Identifier: Apache-2.0
// Threlfall's friction: Coulomb with an exponential through rest.
//   F_T = −μ F_N sgn(γ_T) (1 − e^(−3|γ_T|/v₀)) / (1 − e⁻³)   for |γ_T| ≤ v₀        [Marques2015, eq. (3.15)]
//   F_T = −μ F_N sgn(γ_T)                                      beyond
// Differs from [Marques2015]: the printed form lacks the divisor 1 − e⁻³ = 0.950 and jumps by 5 % at v₀,
// which an integrator with error control cannot step across; `form = "printed"` keeps it for reproduction.
// The slope at rest is 3.16 times that of the linear ramp over v₀ (printed: 3 times).
#include <cmath>

#include "base/spatial.h"
#include "laws/friction/friction_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_MU,
    FREEPLAY_FRICTION_VELOCITY("v₀, the slip from which friction is full"),
    {"form", "", "-", kRequired, 0, 0, "without the paper's jump of 5 % at v₀, or with it", ParamKind::choice,
     true, "continuous|printed"}};

class Threlfall final : public FrictionLaw {
 public:
  explicit Threlfall(const Parameters& given)
      : mu_(given.number("mu")),
        velocity_(given.number("velocity")),
        full_(given.word("form") == "printed" ? 1 : -std::expm1(-3.0)) {}
  bool set_valued() const override { return false; }
  double mu() const override { return mu_; }
  double mu_at(double v) const override {
    return mu_ * (v <= velocity_ ? -std::expm1(-3 * v / velocity_) / full_ : 1);
  }
  Tangent force(const FrictionInput& in) const override {
    const double v = norm(in.slip);
    return v > 0 ? (-in.normal * mu_at(v) / v) * in.slip : Tangent{};
  }

 private:
  double stick_velocity() const override { return velocity_; }

  double mu_, velocity_;
  double full_;  ///< what the exponential part is divided by
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Threlfall>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(threlfall) = {{.name = "threlfall",
                                 .citation = "Marques2015",
                                 .help = "Coulomb with an exponential through rest",
                                 .params = kParams,
                                 .worlds = "compliant"},
                                make};
}  // namespace entry
}  // namespace freeplay
