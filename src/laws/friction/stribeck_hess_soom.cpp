// SPDX-License-Identifier: Apache-2.0
// Coulomb's friction with stiction, the Stribeck effect by Hess and Soom and viscous friction.
//   −F_T = F_N (g(|γ_T|) + F_v |γ_T|^δ_v) γ_T/|γ_T|                     [Marques2015, eqs. (3.8), (3.9)]
//   g(v) = μ + (μ_S − μ)/(1 + (v/v_S)²)
// At rest up to μ_S F_N, with exact stick (stick_slip.h, stick_slide.h).
#include "laws/friction/stick_slide.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU, FREEPLAY_CURVE_STATIC(false), FREEPLAY_CURVE_VELOCITY,
                             FREEPLAY_FRICTION_VISCOUS(0.1 / kSampleNormal), FREEPLAY_FRICTION_STICK};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  return std::make_unique<StickSlide>(Sliding("hess_soom", given), given);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(stribeck_hess_soom) = {
    {.name = "stribeck_hess_soom",
     .citation = "Marques2015",
     .help = "stiction, the Stribeck effect (Hess and Soom), viscous friction, exact stick",
     .params = kParams},
    make,
    {.set_valued = true, .phenomena = {.stiction = true, .stribeck = true, .viscous = true}},
    check_static};
}  // namespace entry
}  // namespace freeplay
