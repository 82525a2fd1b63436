// SPDX-License-Identifier: Apache-2.0
// Coulomb's friction with a larger limit at rest.
//   −λ_T ∈ μ λ_N Sgn(γ_T) in sliding, |λ_T| ≤ μ_S λ_N at rest           [Marques2015, eqs. (3.4), (3.5)]
// In smooth motion it sticks exactly (stick_slip.h): break-away needs μ_S F_N, and from then on friction is
// μ F_N, however slow the slip.
#include "laws/friction/sliding.h"
#include "laws/friction/stick_slip.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU, FREEPLAY_CURVE_STATIC(false), FREEPLAY_FRICTION_STICK};

class CoulombStiction final : public StickSlip {
 public:
  explicit CoulombStiction(const Parameters& given)
      : StickSlip(given), mu_(given.number("mu")), mu_static_(given.number("mu_static")) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }

 private:
  double mu_, mu_static_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  return std::make_unique<CoulombStiction>(given);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(coulomb_stiction) = {{.name = "coulomb_stiction",
                                        .citation = "Marques2015",
                                        .help = "Coulomb's law with a larger limit at rest, exact stick",
                                        .params = kParams},
                                       make,
                                       {.set_valued = true, .phenomena = {.stiction = true}},
                                       check_static};
}  // namespace entry
}  // namespace freeplay
