// SPDX-License-Identifier: Apache-2.0
// Hysteresis damping with the factor that delivers the restitution it is asked for, exactly:
//   F = K δ^n (1 + c δ̇/δ̇⁽⁻⁾),  ln((1 + c)/(1 − c c_e)) = c (1 + c_e)     [GonthierMcPheeLangePiedboeuf2004]
// The equation is solved to rounding once; the source uses the approximation of the law `gonthier`.
// Range: 0 < c_e ≤ 1; c grows like 1/c_e, c_e = 0 would need infinite damping. K: materials.h.
#include "laws/contact/hysteresis.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_POSITIVE_RESTITUTION, FREEPLAY_SLOW_START, FREEPLAY_POWER_LAW};

double factor(double e) { return exact_factor(e); }

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_hysteresis(factor, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(exact) = {{"exact", "GonthierMcPheeLangePiedboeuf2004",
                                  "hysteresis, delivers the restitution it is asked for", kParams},
                                 make};
}  // namespace entry
}  // namespace freeplay
