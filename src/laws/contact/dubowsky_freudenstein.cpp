// SPDX-License-Identifier: Apache-2.0
// Dubowsky and Freudenstein: a pin in its bearing, line contact.
//   δ = F h/L (ln(L³ (R_i − R_j)/(F R_i R_j h)) + 1)
//                                          [DubowskyFreudenstein1971; PereiraRamalhoAmbrosio2011]
// (R_i − R_j)/(R_i R_j) is 1/R, so that it serves cylinders on each other and on a plane as well.
// Symbols: cylinder.h. Range: δ < L²/R.
#include "laws/contact/cylinder.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CYLINDER, FREEPLAY_CYLINDER_RADIUS};

LogarithmicLaw formula(const LineContact& line, const Parameters&) {
  return {line.h / line.L, line.L * line.L * line.L / (line.R * line.h), 1};
}

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_cylinder(formula, false, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(dubowsky_freudenstein) = {{"dubowsky_freudenstein", "DubowskyFreudenstein1971",
                                                  "cylinders, line contact of a pin in its bearing", kParams},
                                                 make};
}  // namespace entry
}  // namespace freeplay
