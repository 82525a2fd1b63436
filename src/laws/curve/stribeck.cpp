// SPDX-License-Identifier: Apache-2.0
// The Stribeck curve of Bo and Pavelescu.
//   g(v) = μ + (μ_S − μ) e^(−(v/v_S)^δ)                                 [Marques2015, eqs. (3.10), (3.47)]
#include <cmath>

#include "laws/curve/curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU,
                             FREEPLAY_CURVE_STATIC(false),
                             FREEPLAY_CURVE_VELOCITY,
                             {.key = "stribeck_exponent",
                              .symbol = "δ_σ",
                              .fallback = 2,
                              .low = 0,
                              .high = 100,
                              .help = "shape of that fall",
                              .open_low = true}};

class Stribeck final : public FallingCurve {
 public:
  explicit Stribeck(const Parameters& given)
      : FallingCurve(given), exponent_(given.number("stribeck_exponent")) {}
  double dry(double v) const override {
    const double x = v / v_s_;
    return mu_ + (mu_static_ - mu_) * std::exp(exponent_ == 2 ? -x * x : -std::pow(x, exponent_));
  }

 private:
  double exponent_;
};

std::unique_ptr<FrictionCurve> make(const Parameters& given) { return std::make_unique<Stribeck>(given); }

}  // namespace

namespace entry {
FREEPLAY_CURVE(stribeck) = {{.name = "stribeck",
                             .citation = "Marques2015",
                             .help = "falls exponentially (Bo and Pavelescu)",
                             .params = kParams},
                            make,
                            check_static};
}  // namespace entry
}  // namespace freeplay
