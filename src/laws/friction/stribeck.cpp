// SPDX-License-Identifier: Apache-2.0
// Coulomb's friction with stiction, the Stribeck effect and viscous friction.
//   −F_T = F_N (g(|γ_T|) + F_v |γ_T|^δ_v) γ_T/|γ_T|                     [Marques2015, eqs. (3.8), (3.10)]
//   g(v) = μ + (μ_S − μ) e^(−(v/v_S)^δ), or another curve (sliding.h)
// At rest up to μ_S F_N, with exact stick (stick_slip.h, stick_slide.h). Just after break-away friction falls faster the
// smaller v_S is: the slip grows at first as e^(t c), c = (μ_S − μ) F_N/(m v_S) for δ = 1.
#include "laws/friction/stick_slide.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_SLIDING(1e-3, 0.1 / kSampleNormal), FREEPLAY_FRICTION_STICK};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  return std::make_unique<StickSlide>(Sliding(given), given);
}

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_sliding(given, key, false, problems);
  if (given.given("sliding") || given.given("mu_static") || given.given("stribeck_velocity")) return;
  problems.error(given.where("mu_static"), key + ".mu_static",
                 "missing: the Stribeck effect needs mu_static and stribeck_velocity",
                 "without it the law is coulomb_viscous");
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(stribeck) = {
    {.name = "stribeck",
     .citation = "Marques2015",
     .help = "stiction, the Stribeck effect (Bo and Pavelescu), viscous friction, exact stick",
     .params = kParams},
    make,
    {.set_valued = true, .phenomena = {.stiction = true, .stribeck = true, .viscous = true}},
    check};
}  // namespace entry
}  // namespace freeplay
