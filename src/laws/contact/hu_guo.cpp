// SPDX-License-Identifier: Apache-2.0
// Hu and Guo: hysteresis damping that is exact to the second order for nearly elastic impacts.
//   F = K δ^n (1 + c δ̇/δ̇⁽⁻⁾),  c = 3 (1 − c_e)/(2 c_e)          [HuGuo2015]
// Range: 0 < c_e ≤ 1; delivered within 5 % above 0.41, within 1 % above 0.61; 2 c_e/3 for c_e → 0.
// K: materials.h.
#include "laws/contact/hysteresis.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_POSITIVE_RESTITUTION, FREEPLAY_SLOW_START, FREEPLAY_POWER_LAW};

double factor(double e) { return 3 * (1 - e) / (2 * e); }

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_hysteresis(factor, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(hu_guo) = {{"hu_guo", "HuGuo2015", "hysteresis, c = 3 (1 - c_e)/(2 c_e)", kParams},
                                  make};
}  // namespace entry
}  // namespace freeplay
