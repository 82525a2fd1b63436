// SPDX-License-Identifier: Apache-2.0
// The Stribeck curve of Hess and Soom.
//   g(v) = μ + (μ_S − μ)/(1 + (v/v_S)²)                                 [Marques2015, eq. (3.9)]
#include "laws/curve/curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU, FREEPLAY_CURVE_STATIC(false), FREEPLAY_CURVE_VELOCITY};

class HessSoom final : public FallingCurve {
 public:
  using FallingCurve::FallingCurve;
  double dry(double v) const override {
    const double x = v / v_s_;
    return mu_ + (mu_static_ - mu_) / (1 + x * x);
  }
};

std::unique_ptr<FrictionCurve> make(const Parameters& given) { return std::make_unique<HessSoom>(given); }

}  // namespace

namespace entry {
FREEPLAY_CURVE(hess_soom) = {{.name = "hess_soom",
                              .citation = "Marques2015",
                              .help = "falls with the square of the slip (Hess and Soom)",
                              .params = kParams},
                             make,
                             check_static};
}  // namespace entry
}  // namespace freeplay
