// SPDX-License-Identifier: Apache-2.0
// Coulomb's friction: the same at every slip.
//   g(v) = μ                                                            [Marques2015, eqs. (3.1), (3.4)]
// μ_S, where given, is the limit at rest only.
#include "laws/curve/curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU,
                             {.key = "mu_static",
                              .symbol = "μ_S",
                              .low = 0,
                              .high = 10,
                              .help = "coefficient of friction at rest; default: mu",
                              .optional = true}};

class Constant final : public FrictionCurve {
 public:
  explicit Constant(const Parameters& given)
      : mu_(given.number("mu")), mu_static_(given.given("mu_static") ? given.number("mu_static") : mu_) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  double velocity() const override { return 0; }
  double dry(double) const override { return mu_; }

 private:
  double mu_, mu_static_;
};

std::unique_ptr<FrictionCurve> make(const Parameters& given) { return std::make_unique<Constant>(given); }

}  // namespace

namespace entry {
FREEPLAY_CURVE(constant) = {{.name = "constant",
                             .citation = "Marques2015",
                             .help = "the same friction at every slip",
                             .params = kParams},
                            make,
                            check_static};
}  // namespace entry
}  // namespace freeplay
