// SPDX-License-Identifier: Apache-2.0
// Radzimovsky: elastic cylinders in line contact.
//   δ = F/(π E* L) (2/3 + ln(4 R_i/b) + ln(4 R_j/b)),  b = 2.15 √(F R/(E* L))
//                                                        [Radzimovsky1953; PereiraRamalhoAmbrosio2011]
// b is the width of the contact; by the theory it is 4/√π = 2.26 times that root. The 2.15 of handbooks
// belongs to √(F D_i D_j/((D_i + D_j) E L)), with Young's modulus of equal bodies and ν = 0.3, and is the
// same to 5 %. The penetration depends on its logarithm only.
//
// Symbols: cylinder.h. Range: δ < 16 exp(−1/3)/(2.15² π) ΔR = 0.789 ΔR.
#include "laws/contact/cylinder.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CYLINDER};

LogarithmicLaw formula(const LineContact& line, const Parameters&) {
  constexpr double kWidth = 2.15;
  // (4 R_i/b)(4 R_j/b) = 16 ΔR E* L/(2.15² F), since R_i R_j/R = ΔR
  return {line.h / line.L, 16 * line.delta_R * line.E * line.L / (kWidth * kWidth), 2.0 / 3};
}

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  return make_cylinder(formula, true, given, geometry, contact, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(radzimovsky) = {
    {"radzimovsky", "Radzimovsky1953", "cylinders, line contact; for δ below 0.79 ΔR", kParams}, make};
}  // namespace entry
}  // namespace freeplay
