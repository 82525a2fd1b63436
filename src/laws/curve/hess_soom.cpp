// SPDX-License-Identifier: Apache-2.0
// The Stribeck curve of Hess and Soom.
//   g(v) = μ + (μ_S − μ)/(1 + (v/v_S)²)                                 [Marques2015, eq. (3.9)]
#include "laws/curve/curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU, FREEPLAY_CURVE_STATIC(false), FREEPLAY_CURVE_VELOCITY};

class HessSoom final : public FrictionCurve {
 public:
  explicit HessSoom(const Parameters& given)
      : mu_(given.number("mu")),
        mu_static_(given.number("mu_static")),
        v_s_(given.number("stribeck_velocity")) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  double velocity() const override { return v_s_; }
  double dry(double v) const override {
    const double x = v / v_s_;
    return mu_ + (mu_static_ - mu_) / (1 + x * x);
  }

 private:
  double mu_, mu_static_, v_s_;
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
