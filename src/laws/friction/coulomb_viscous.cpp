// SPDX-License-Identifier: Apache-2.0
// Coulomb's friction and viscous friction.
//   −F_T = F_N (μ + F_v |γ_T|^δ_v) γ_T/|γ_T|                            [Marques2015, eqs. (3.6), (3.7)]
// At rest as Coulomb's law: exact stick up to μ F_N (stick_slip.h, stick_slide.h). δ_v = 1 is the linear form (3.6).
// Differs from [Marques2015]: F_v is per unit of normal force; the paper's is F_N times ours, and is taken as it is
// with `coefficients = "absolute"` (coefficients.h).
#include "laws/friction/stick_slide.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU, FREEPLAY_FRICTION_VISCOUS(0.1 / kSampleNormal),
                             FREEPLAY_FRICTION_STICK};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  return std::make_unique<StickSlide>(Sliding("constant", given), given);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(coulomb_viscous) = {{.name = "coulomb_viscous",
                                       .citation = "Marques2015",
                                       .help = "Coulomb's law and viscous friction, linear or a power",
                                       .params = kParams},
                                      make,
                                      {.set_valued = true, .phenomena = {.viscous = true}}};
}  // namespace entry
}  // namespace freeplay
