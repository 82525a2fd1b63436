// SPDX-License-Identifier: Apache-2.0
// Goldsmith: elastic cylinders in line contact.
//   δ = F h/L (ln(L^m/(F R h)) + 1),  m = 1              [Goldsmith1960; PereiraRamalhoAmbrosio2011]
// With m = 1, as printed, the argument of the logarithm has a dimension: lengths are in metres there, and the
// law changes with the unit of length. With m = 3 it has none, and the law is dubowsky_freudenstein.
//
// Symbols: cylinder.h. Range: δ < L^(m−1)/R: without meaning for m = 1 (in practice no limit).
#include "laws/contact/cylinder.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CYLINDER,
                             FREEPLAY_CYLINDER_RADIUS,
                             {.key = "length_exponent",
                              .symbol = "m",
                              .fallback = 1,
                              .low = 1,
                              .high = 3,
                              .help = "of L in the logarithm; 3 makes it free of the unit of length"}};

LogarithmicLaw formula(const LineContact& line, const Parameters& given) {
  return {line.h / line.L, std::pow(line.L, given.number("length_exponent")) / (line.R * line.h), 1};
}

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_cylinder(formula, false, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(goldsmith) = {
    {"goldsmith", "Goldsmith1960", "cylinders, line contact; as printed, in metres", kParams}, make};
}  // namespace entry
}  // namespace freeplay
