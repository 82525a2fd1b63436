// SPDX-License-Identifier: Apache-2.0
// The friction characteristic of Popp and Stelter: it falls from static friction and rises again with the square of the
// slip.
//   g(v) = μ₁ + (μ₀ − μ₁)/(1 + λ₁ v) + λ₂ v²                            [PoppStelter1990, section 2]
// μ = μ₁, μ_S = μ₀, v_S = 1/λ₁ and λ₂ [s²/m²]. Its slope at rest is −(μ_S − μ)/v_S; without λ₂ it nears μ as 1/v only.
// With λ₂ it has its least value where 2 λ₂ v (1 + v/v_S)² = (μ_S − μ)/v_S, and no bound.
#include "laws/curve/curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU,
                             FREEPLAY_CURVE_STATIC(false),
                             FREEPLAY_CURVE_VELOCITY,
                             {.key = "quadratic",
                              .symbol = "λ₂",
                              .unit = "s^2/m^2",
                              .fallback = 0,
                              .low = 0,
                              .help = "rise with the square of the slip"}};

class PoppStelter final : public FallingCurve {
 public:
  explicit PoppStelter(const Parameters& given)
      : FallingCurve(given), quadratic_(given.number("quadratic")) {}
  double dry(double v) const override {
    return mu_ + (mu_static_ - mu_) / (1 + v / v_s_) + quadratic_ * v * v;
  }

 private:
  double quadratic_;
};

std::unique_ptr<FrictionCurve> make(const Parameters& given) { return std::make_unique<PoppStelter>(given); }

}  // namespace

namespace entry {
FREEPLAY_CURVE(popp_stelter) = {{.name = "popp_stelter",
                                 .citation = "PoppStelter1990",
                                 .help = "falls inversely with the slip, and rises with its square",
                                 .params = kParams},
                                make,
                                check_static};
}  // namespace entry
}  // namespace freeplay
