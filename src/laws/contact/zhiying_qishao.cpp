// SPDX-License-Identifier: Apache-2.0
// Zhiying and Qishao: Lankarani and Nikravesh's factor, corrected for inelastic impacts.
//   F = K δ^n (1 + c δ̇/δ̇⁽⁻⁾),  c = 3 (1 − c_e²) exp(2 (1 − c_e))/4          [ZhiyingQishao2006]
// Range: delivered within 5 % above c_e = 0.34, within 1 % above 0.85; asked for 0, it delivers 0.18.
// K: materials.h.
#include "laws/contact/hysteresis.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_RESTITUTION, FREEPLAY_SLOW_START, FREEPLAY_POWER_LAW};

double factor(double e) { return 0.75 * (1 - e * e) * std::exp(2 * (1 - e)); }

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_hysteresis(factor, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(zhiying_qishao) = {
    {"zhiying_qishao", "ZhiyingQishao2006", "hysteresis, c = 3 (1 - c_e^2) exp(2 (1 - c_e))/4", kParams},
    make};
}  // namespace entry
}  // namespace freeplay
