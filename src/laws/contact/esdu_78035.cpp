// SPDX-License-Identifier: Apache-2.0
// ESDU 78035: elastic cylinders in line contact.
//   δ = F h/L (ln(4 L (R_i − R_j)/(F h)) + 1)            [EsduTribology1978; PereiraRamalhoAmbrosio2011]
// It is johnson with + 1 for − 1: softer by 2 F h/L.
// Symbols: cylinder.h. Range: δ < 4 ΔR.
#include "laws/contact/cylinder.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CYLINDER};

LogarithmicLaw formula(const LineContact& line, const Parameters&) {
  return {line.h / line.L, 4 * line.L * line.delta_R / line.h, 1};
}

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_cylinder(formula, true, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(esdu_78035) = {
    {"esdu_78035", "EsduTribology1978", "cylinders, line contact; for δ below 4 ΔR", kParams}, make};
}  // namespace entry
}  // namespace freeplay
