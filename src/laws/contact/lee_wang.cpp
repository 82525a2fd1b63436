// SPDX-License-Identifier: Apache-2.0
// Lee and Wang: hysteresis damping of mechanisms with intermittent motion.
//   F = K δ^n (1 + c δ̇/δ̇⁽⁻⁾),  c = 3 (1 − c_e)/4          [LeeWang1983]
// Half of Hunt and Crossley's factor: the loss of nearly elastic impacts comes out half as large as asked.
// Range: delivered within 5 % above c_e = 0.91, within 1 % above 0.98; asked for 0, it delivers 0.66.
// K: materials.h.
#include "laws/contact/hysteresis.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_RESTITUTION, FREEPLAY_SLOW_START, FREEPLAY_POWER_LAW};

double factor(double e) { return 0.75 * (1 - e); }

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_hysteresis(factor, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(lee_wang) = {
    {"lee_wang", "LeeWang1983", "hysteresis, c = 3 (1 - c_e)/4; for c_e near 1", kParams}, make};
}  // namespace entry
}  // namespace freeplay
