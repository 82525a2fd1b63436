// SPDX-License-Identifier: Apache-2.0
// What laws with adhesion share: round elastic bodies whose surfaces attract each other.
//   w    work of adhesion, the energy that separates a unit of area: γ_a + γ_b − γ_ab [J/m²]
//   R    effective radius, 1/R = 1/R_a + 1/R_b;  1/E* = σ_a + σ_b       (materials.h)
// Tabor's number (R w²/(E*² z₀³))^(1/3), with the range z₀ of the attraction, a few tenths of a nanometre, tells which
// is near the truth: above 5 that of Johnson, Kendall and Roberts, below 0.1 that of Derjaguin, Muller and Toporov.
#pragma once

#include "laws/contact/materials.h"

namespace freeplay {

struct Adhesion {
  double w = 0, R = 0, E = 0;  ///< [J/m²], [m], E* [Pa]
  double fastest = 0;          ///< [m/s]
  PowerLaw hertz;              ///< without adhesion
};

/// From the parameters FREEPLAY_ADHESION.
std::optional<Adhesion> read_adhesion(const Parameters& given, const ContactGeometry& geometry,
                                      const std::string& contact, const std::string& key,
                                      Diagnostics& problems);

}  // namespace freeplay

#define FREEPLAY_ADHESION                                                                             \
  {.key = "work_of_adhesion",                                                                         \
   .symbol = "w",                                                                                     \
   .unit = "J/m^2",                                                                                   \
   .low = 0,                                                                                          \
   .help = "energy that separates a unit of area: twice the surface energy of bodies that are alike", \
   .sample = 0.1},                                                                                    \
      FREEPLAY_MATERIALS(false), FREEPLAY_RADIUS
