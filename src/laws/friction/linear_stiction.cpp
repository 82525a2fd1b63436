// SPDX-License-Identifier: Apache-2.0
// Friction with a peak near rest, by straight lines.
//   −F_T = F_N c(|γ_T|) γ_T/|γ_T|                                       [Marques2015, eq. (3.16)]
//   c(v) = μ_S v/v₀                               v ≤ v₀
//   c(v) = μ_S − (μ_S − μ) (v − v₀)/(v₁ − v₀)     v₀ < v < v₁
//   c(v) = μ                                      v ≥ v₁
// The bracket that the paper's second line lacks is set before F_S. No sticking: under a tangential load
// F < μ_S F_N the contact creeps with v₀ F/(μ_S F_N).
#include <fmt/format.h>

#include "laws/friction/sliding.h"
#include "laws/friction/slip_curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU,
                             FREEPLAY_CURVE_STATIC(false),
                             {.key = "v0",
                              .symbol = "v₀",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slip at which friction is mu_static",
                              .open_low = true,
                              .sample = 1e-3},
                             {.key = "v1",
                              .symbol = "v₁",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slip from which friction is mu",
                              .open_low = true,
                              .sample = 2e-3}};

class LinearStiction final : public SlipCurve {
 public:
  explicit LinearStiction(const Parameters& given)
      : mu_(given.number("mu")),
        mu_static_(given.number("mu_static")),
        v0_(given.number("v0")),
        v1_(given.number("v1")) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  double mu_at(double v) const override {
    if (v <= v0_) return mu_static_ * v / v0_;
    return v < v1_ ? mu_static_ - (mu_static_ - mu_) * (v - v0_) / (v1_ - v0_) : mu_;
  }

 private:
  double stick_velocity() const override { return v0_; }

  double mu_, mu_static_, v0_, v1_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<LinearStiction>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_static(given, key, problems);
  const double v0 = given.number("v0"), v1 = given.number("v1");
  if (v0 < v1) return;
  problems.error(
      given.where("v1"), key + ".v1",
      fmt::format("friction must fall after its peak: that is at v0 = {} m/s, v1 is {} m/s", v0, v1),
      "give v0 < v1");
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(linear_stiction) = {
    {.name = "linear_stiction",
     .citation = "Marques2015",
     .help = "a ramp to static friction, then a ramp down to kinetic friction",
     .params = kParams},
    make,
    {.phenomena = {.stiction = true, .stribeck = true}},
    check};
}  // namespace entry
}  // namespace freeplay
