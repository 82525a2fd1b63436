// SPDX-License-Identifier: Apache-2.0
// The energetic impact law: expansion gives back at most e*² of the work that compression took up.
//   W_expansion = −e*² W_compression,   W = ∫ γ_N dP_N                            [Stronge1990]
// Coulomb's law holds at every instant of the impact, so that slip may stop, reverse or turn into stick.
// Several contacts compress and expand together, as equal springs in the limit of infinite stiffness
// (LiuZhaoBrogliato2008): stepping/impact_energetic.h. It never gains energy.
#include "laws/impact/impact_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {"restitution", "e*", "-", kRequired, 0, 1, "square root of the part of the work that is given back"}};

class Stronge final : public ImpactLaw {
 public:
  explicit Stronge(const Parameters& given) : restitution_(given.number("restitution")) {}
  ImpactKind kind() const override { return ImpactKind::stronge; }
  double restitutionN() const override { return restitution_; }
  double restitutionT() const override { return 0; }

 private:
  double restitution_;
};

std::unique_ptr<ImpactLaw> make(const Parameters& given) { return std::make_unique<Stronge>(given); }

}  // namespace

namespace entry {
FREEPLAY_IMPACT(stronge) = {{.name = "stronge",
                             .citation = "Stronge1990",
                             .help = "energetic restitution along the impulse; never gains energy",
                             .params = kParams,
                             .planar = true},
                            make};
}  // namespace entry
}  // namespace freeplay
