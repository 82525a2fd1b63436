// SPDX-License-Identifier: Apache-2.0
// Laws for cylinders that touch along a line of length L. They give the penetration that a force makes,
//   δ = a F (ln(b/F) + c)
// and are inverted here. With F_1 = b exp(c − 1) and δ_1 = a F_1, where dδ/dF = 0, all are one function:
//   δ/δ_1 = g (1 − ln g),  g = F/F_1
// The law ends at δ_1: beyond it the formula gives less penetration for more force. With z = −ln g the
// equation is z − ln(1 + z) = ln(δ_1/δ), and the stored energy is
//   ∫ F dδ = F δ − ∫ δ dF = F_1 δ_1 g² (1 + 2z)/4
//
// Symbols: F the whole force [N]; σ = (1 − ν²)/E [1/Pa]; 1/E* = σ_a + σ_b; h = (σ_a + σ_b)/π;
//   ΔR = R_i − R_j of a journal in its bearing, R_i + R_j of two journals; R = R_i R_j/ΔR.
// All of them have the same factor h/L of −F ln F, that of elastic half-planes under a line load
// [Johnson1985]. This is why h, with π, stands in goldsmith, dubowsky_freudenstein and esdu_78035: texts that
// print (1 − ν²)/E there make a contact that is about π times softer than the theory.
//
// The optional `restitution` adds hysteresis damping with the exact factor (hysteresis.h), which serves any
// elastic force. Validity: as in materials.h; lines long against the width of contact, plane strain.
#pragma once

#include "laws/contact/hysteresis.h"

namespace freeplay {

struct LineContact {
  double L = 0;        ///< length of the line [m]
  double E = 0;        ///< E* [Pa]
  double h = 0;        ///< 1/(π E*) [1/Pa]
  double delta_R = 0;  ///< ΔR; infinite when one of the surfaces is flat [m]
  double R = 0;        ///< effective radius [m]
};

/// δ = a F (ln(b/F) + c), a in m/N and b in N.
struct LogarithmicLaw {
  double a = 0, b = 0, c = 0;
};

/// g with g (1 − ln g) = x for 0 ≤ x ≤ 1, to rounding.
double invert_logarithmic(double x);

/// Reads the materials, length and restitution. `radii` says that the formula needs both radii, not only R.
std::unique_ptr<ContactLaw> make_cylinder(LogarithmicLaw (*formula)(const LineContact&, const Parameters&),
                                          bool radii, const Parameters& given,
                                          const ContactGeometry& geometry, const std::string& contact,
                                          const std::string& key, Diagnostics& problems);

}  // namespace freeplay

#define FREEPLAY_CYLINDER                                              \
  {.key = "length",                                                    \
   .symbol = "L",                                                      \
   .unit = "m",                                                        \
   .low = 0,                                                           \
   .help = "of the line along which the cylinders touch",              \
   .open_low = true,                                                   \
   .sample = 0.015},                                                   \
      {.key = "restitution",                                           \
       .symbol = "c_e",                                                \
       .fallback = 1,                                                  \
       .low = 0,                                                       \
       .high = 1,                                                      \
       .help = "coefficient of restitution, delivered exactly; not 0", \
       .open_low = true},                                              \
      FREEPLAY_SLOW_START, FREEPLAY_MATERIALS(false)

/// For formulas that need R only.
#define FREEPLAY_CYLINDER_RADIUS                                                                           \
  {                                                                                                        \
    .key = "radius", .symbol = "R", .unit = "m", .low = 0,                                                 \
    .help = "effective, 1/(1/R_a + 1/R_b); default: from the geometry", .optional = true, .open_low = true \
  }
