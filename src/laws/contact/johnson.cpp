// SPDX-License-Identifier: Apache-2.0
// Johnson: elastic cylinders in line contact.
//   δ = F/(π E* L) (ln(4 π E* L ΔR/F) − 1)               [Johnson1985; PereiraRamalhoAmbrosio2011]
// Symbols: cylinder.h. Range: δ < 4 exp(−2) ΔR = 0.541 ΔR, which small clearances reach soon.
#include "laws/contact/cylinder.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CYLINDER};

// F/L is the force per length of the source.
LogarithmicLaw formula(const LineContact& line, const Parameters&) {
  return {line.h / line.L, 4 * line.delta_R * line.L / line.h, -1};
}

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_cylinder(formula, true, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(johnson) = {
    {"johnson", "Johnson1985", "cylinders, line contact; for δ below 0.54 ΔR", kParams}, make};
}  // namespace entry
}  // namespace freeplay
