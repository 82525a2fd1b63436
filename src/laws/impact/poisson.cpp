// SPDX-License-Identifier: Apache-2.0
// Poisson's impact law: the impulse of the expansion is at least ε_N times that of the compression.
//   compression  0 ≤ P_NC ⊥ γ_NC ≥ 0,              −P_TC ∈ μ P_NC Sgn(γ_TC)      [PfeifferGlocker1996]
//   expansion    0 ≤ P_NE − ε_N P_NC ⊥ γ_N⁺ ≥ 0,   −P_TE ∈ μ P_NE Sgn(γ_T⁺)      with ε_T = 0
// With ε_T > 0 part of the tangential impulse of the compression is given back: stepping/impact_poisson.cpp.
// With one ε_N for all contacts of an impact it never gains energy; otherwise it may, and the run reports
// each gain.
#include "laws/impact/impact_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {"restitution", "ε_N", "-", kRequired, 0, 1, "normal impulse of expansion over that of compression"},
    {"tangential", "ε_T", "-", 0, 0, 1, "part of the tangential impulse that expansion can give back"}};

class Poisson final : public ImpactLaw {
 public:
  explicit Poisson(const Parameters& given)
      : restitutionN_(given.number("restitution")), restitutionT_(given.number("tangential")) {}
  ImpactKind kind() const override { return ImpactKind::poisson; }
  double restitutionN() const override { return restitutionN_; }
  double restitutionT() const override { return restitutionT_; }

 private:
  double restitutionN_, restitutionT_;
};

std::unique_ptr<ImpactLaw> make(const Parameters& given) { return std::make_unique<Poisson>(given); }

}  // namespace

namespace entry {
FREEPLAY_IMPACT(poisson) = {
    {"poisson", "PfeifferGlocker1996", "Poisson's law: compression, then expansion", kParams}, make};
}  // namespace entry
}  // namespace freeplay
