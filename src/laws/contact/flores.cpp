// SPDX-License-Identifier: Apache-2.0
// Flores, Machado, Silva and Martins: hysteresis damping for soft and hard materials.
//   F = K δ^n (1 + c δ̇/δ̇⁽⁻⁾),  c = 8 (1 − c_e)/(5 c_e)          [FloresMachadoSilvaMartins2011]
// Range: 0 < c_e ≤ 1; delivered within 5 % above 0.54, within 1 % above 0.86; 5 c_e/8 for c_e → 0.
// K: materials.h.
#include "laws/contact/hysteresis.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_POSITIVE_RESTITUTION, FREEPLAY_SLOW_START, FREEPLAY_POWER_LAW};

double factor(double e) { return 8 * (1 - e) / (5 * e); }

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_hysteresis(factor, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(flores) = {{"flores", "FloresMachadoSilvaMartins2011",
                                   "hysteresis, c = 8 (1 - c_e)/(5 c_e); soft and hard materials", kParams},
                                  make};
}  // namespace entry
}  // namespace freeplay
