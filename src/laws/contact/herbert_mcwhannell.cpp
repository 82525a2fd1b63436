// SPDX-License-Identifier: Apache-2.0
// Herbert and McWhannell: hysteresis damping of an impact pair.
//   F = K δ^n (1 + c δ̇/δ̇⁽⁻⁾),  c = 6 (1 − c_e)/((2 c_e − 1)² + 3)          [HerbertMcWhannell1977]
// Range: delivered within 5 % above c_e = 0.66, within 1 % above 0.79; asked for 0, it delivers 0.49.
// K: materials.h.
#include "laws/contact/hysteresis.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_RESTITUTION, FREEPLAY_SLOW_START, FREEPLAY_POWER_LAW};

double factor(double e) { return 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3); }

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_hysteresis(factor, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(herbert_mcwhannell) = {{"herbert_mcwhannell", "HerbertMcWhannell1977",
                                               "hysteresis, c = 6 (1 - c_e)/((2 c_e - 1)^2 + 3)", kParams},
                                              make};
}  // namespace entry
}  // namespace freeplay
