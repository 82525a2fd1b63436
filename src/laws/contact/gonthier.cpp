// SPDX-License-Identifier: Apache-2.0
// Gonthier, McPhee, Lange and Piedbœuf: hysteresis damping from the solution of the impact.
//   F = K δ^n (1 + c δ̇/δ̇⁽⁻⁾),  c = (1 − c_e²)/c_e          [GonthierMcPheeLangePiedboeuf2004]
// It approximates the source's own equation, which the law `exact` solves.
// Range: 0 < c_e ≤ 1, delivered within 4.4 % everywhere. K: materials.h.
#include "laws/contact/hysteresis.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_POSITIVE_RESTITUTION, FREEPLAY_SLOW_START, FREEPLAY_POWER_LAW};

double factor(double e) { return (1 - e * e) / e; }

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_hysteresis(factor, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(gonthier) = {{"gonthier", "GonthierMcPheeLangePiedboeuf2004",
                                     "hysteresis, c = (1 - c_e^2)/c_e; all c_e, within 5 %", kParams},
                                    make};
}  // namespace entry
}  // namespace freeplay
