// SPDX-License-Identifier: Apache-2.0
// Karnopp's friction: a slip below D_v counts as none.
//   −F_T = F_N μ(|γ_T|) γ_T/|γ_T|                          |γ_T| > D_v
//   F_T = min(|F_hold|, μ_S F_N) F_hold/|F_hold|            |γ_T| ≤ D_v          [Marques2015, eq. (3.11)]
// In the band the contact is held as it is, γ̇_T = 0: a slip that fell into it stays what it was, D_v, until
// the contact breaks. So a block at rest on an incline creeps by up to D_v if it came there sliding; one that
// was put there does not. Formulas and the way between them: velocity_band.h.
#include "laws/friction/velocity_band.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_BAND};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<VelocityBand>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(karnopp) = {{.name = "karnopp",
                               .citation = "Marques2015",
                               .help = "a slip below `velocity` counts as none, and is kept",
                               .params = kParams},
                              make,
                              {.phenomena = {.stiction = true, .stribeck = true, .viscous = true}},
                              check_band};
}  // namespace entry
}  // namespace freeplay
