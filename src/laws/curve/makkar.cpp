// SPDX-License-Identifier: Apache-2.0
// The Stribeck curve of Makkar et al., of hyperbolic tangents.
//   f(v) = γ₁ (tanh(γ₂ v) − tanh(γ₃ v)) + γ₄ tanh(γ₅ v) + γ₆ v          [MakkarDixonSawyerHu2005, eq. (1)]
// tanh(γ₂ v) and tanh(γ₅ v) stand for the sign of the slip, which is the law's here: they are 1, γ₂ = γ₅ = ∞. What is left
// of the curve is
//   g(v) = μ + (μ_S − μ)(1 − tanh(v/v_S))
// with μ = γ₄, μ_S = γ₁ + γ₄ and v_S = 1/γ₃; γ₆ is the viscous friction of the law.
#include <cmath>

#include "laws/curve/curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU, FREEPLAY_CURVE_STATIC(false), FREEPLAY_CURVE_VELOCITY};

class Makkar final : public FallingCurve {
 public:
  using FallingCurve::FallingCurve;
  double dry(double v) const override {
    // 1 − tanh x = 2/(1 + e^2x), without a difference of equal numbers
    return mu_ + (mu_static_ - mu_) * 2 / (1 + std::exp(2 * v / v_s_));
  }
};

std::unique_ptr<FrictionCurve> make(const Parameters& given) { return std::make_unique<Makkar>(given); }

}  // namespace

namespace entry {
FREEPLAY_CURVE(makkar) = {{.name = "makkar",
                           .citation = "MakkarDixonSawyerHu2005",
                           .help = "falls as a hyperbolic tangent",
                           .params = kParams},
                          make,
                          check_static};
}  // namespace entry
}  // namespace freeplay
