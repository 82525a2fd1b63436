// SPDX-License-Identifier: Apache-2.0
// Coulomb's dry friction, set-valued at rest.
//   −λ_T ∈ μ λ_N Sgn(γ_T)        [Flores2009, eq. (17)]
#include "laws/friction/friction_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{"mu", "μ", "-", kRequired, 0, 10, "coefficient of friction"}};

class Coulomb final : public FrictionLaw {
 public:
  explicit Coulomb(const Parameters& given) : mu_(given.number("mu")) {}
  bool set_valued() const override { return true; }
  double mu() const override { return mu_; }

 private:
  double mu_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Coulomb>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(coulomb) = {{"coulomb", "Flores2009", "Coulomb's law, set-valued at rest", kParams}, make};
}  // namespace entry
}  // namespace freeplay
