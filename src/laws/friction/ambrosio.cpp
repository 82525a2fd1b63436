// SPDX-License-Identifier: Apache-2.0
// Ambrósio's friction: Coulomb with a dead zone and a linear ramp near rest.
//   F_T = −μ F_N c_d sgn(γ_T),  c_d = clamp((|γ_T| − v₀)/(v₁ − v₀), 0, 1)        [Marques2015, eq. (3.18)]
// The paper's example takes v₀ = 0.1 mm/s and v₁ = 1 mm/s. No sticking: below v₀ there is no friction at all,
// so friction does not change sign with every change of the slip's sign, and a loaded contact creeps with a
// slip between v₀ and v₁.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_MU,
                             {.key = "v0",
                              .symbol = "v₀",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slip up to which there is no friction",
                              .sample = 1e-4},
                             {.key = "v1",
                              .symbol = "v₁",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slip from which friction is full",
                              .open_low = true,
                              .sample = 1e-3}};

class Ambrosio final : public FrictionLaw {
 public:
  explicit Ambrosio(const Parameters& given)
      : mu_(given.number("mu")), v0_(given.number("v0")), v1_(given.number("v1")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return mu_; }
  double mu_at(double v) const override { return mu_ * std::clamp((v - v0_) / (v1_ - v0_), 0.0, 1.0); }
  Tangent force(const FrictionInput& in) const override {
    const double v = norm(in.slip);
    return v > v0_ ? (-in.normal * mu_at(v) / v) * in.slip : Tangent{};
  }

 private:
  double stick_velocity() const override { return v1_; }

  double mu_, v0_, v1_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Ambrosio>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  const double v0 = given.number("v0"), v1 = given.number("v1");
  if (v0 < v1) return;
  problems.error(given.where("v1"), key + ".v1",
                 fmt::format("friction must set in before it is full: v0 is {} m/s, v1 is {} m/s", v0, v1),
                 "give v0 < v1");
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(ambrosio) = {{.name = "ambrosio",
                                .citation = "Marques2015",
                                .help = "Coulomb with a dead zone and a ramp near rest",
                                .params = kParams},
                               make,
                               {},
                               check};
}  // namespace entry
}  // namespace freeplay
