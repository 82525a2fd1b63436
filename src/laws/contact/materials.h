// SPDX-License-Identifier: Apache-2.0
// The stiffness of a contact from materials and radii, or as given. Shared by the laws whose elastic part is
//   F = K δ^n                                                   [FloresAmbrosio2010, eq. (1)]
//   K = 4 √R / (3 (σ_a + σ_b)),  σ = (1 − ν²)/E                 [FloresAmbrosio2010, eqs. (2), (3)]
//   1/R = 1/R_a + 1/R_b,  negative where a surface is hollow: R = R_i R_j/(R_i − R_j) in a bearing
// Units: F in N, δ in m, K in N/m^n, E in Pa, R in m.
//
// Validity: elastic bodies that are large against the contact, non-conforming surfaces, quasi-static: impacts
// slower than 1e-5 √(E/ρ) [Love1944; Marques2015, section 1.2.2]. A stiffness from materials has the exponent
// 3/2; any other exponent needs a stiffness of its own.
#pragma once

#include <optional>
#include <string>

#include "freeplay/contact_law.h"

namespace freeplay {

/// σ of both bodies, and how fast an impact of theirs may be.
struct Materials {
  double sigma_a = 0, sigma_b = 0;  ///< [1/Pa]
  double young_a = 0, young_b = 0;  ///< [Pa]
  double fastest = 0;               ///< 1e-5 √(E/ρ) of the softer one [m/s]
};

/// Reads young, poisson, young_2, poisson_2 and density; young must be given.
Materials read_materials(const Parameters& given);

/// F = K δ^n.
struct PowerLaw {
  double K = 0, n = 1.5;
  double fastest = 0;  ///< [m/s]; infinite when only K is known

  double force(double delta) const;
  /// ∫ F dδ [J]
  double energy(double delta) const;
};

/// `radius`, else the geometry's, else nothing: no stiffness follows from the materials of corners and flat faces.
std::optional<double> read_radius(const Parameters& given, const ContactGeometry& geometry,
                                  const std::string& contact, const std::string& key, Diagnostics& problems);

/// K from `stiffness`, else from the materials and `radius`, else the geometry's radius. When both are given
/// the stiffness is used and the materials serve the limit of velocity only.
std::optional<PowerLaw> read_power_law(const Parameters& given, const ContactGeometry& geometry,
                                       const std::string& contact, const std::string& key,
                                       Diagnostics& problems);

}  // namespace freeplay

/// Materials; they may be lacking where a stiffness can be given instead.
#define FREEPLAY_MATERIALS(may_lack)                                               \
  {.key = "young",                                                                 \
   .symbol = "E",                                                                  \
   .unit = "Pa",                                                                   \
   .low = 0,                                                                       \
   .help = "Young's modulus of both bodies",                                       \
   .optional = may_lack,                                                           \
   .open_low = true,                                                               \
   .sample = 207e9},                                                               \
      {.key = "poisson",                                                           \
       .symbol = "ν",                                                              \
       .fallback = 0.3,                                                            \
       .low = 0,                                                                   \
       .high = 0.5,                                                                \
       .help = "Poisson's ratio of both bodies"},                                  \
      {.key = "young_2",                                                           \
       .symbol = "E_b",                                                            \
       .unit = "Pa",                                                               \
       .low = 0,                                                                   \
       .help = "Young's modulus of the second body, if it differs",                \
       .optional = true,                                                           \
       .open_low = true},                                                          \
      {.key = "poisson_2",                                                         \
       .symbol = "ν_b",                                                            \
       .low = 0,                                                                   \
       .high = 0.5,                                                                \
       .help = "Poisson's ratio of the second body, if it differs",                \
       .optional = true},                                                          \
  {                                                                                \
    .key = "density", .symbol = "ρ", .unit = "kg/m^3", .fallback = 7850, .low = 0, \
    .help = "only for the warning about fast impacts", .open_low = true            \
  }

#define FREEPLAY_RADIUS                                                                                    \
  {                                                                                                        \
    .key = "radius", .symbol = "R", .unit = "m", .low = 0,                                                 \
    .help = "effective, 1/(1/R_a + 1/R_b); default: from the geometry", .optional = true, .open_low = true \
  }

/// F = K δ^n with K given or from materials.
#define FREEPLAY_POWER_LAW                                                  \
  {.key = "stiffness",                                                      \
   .symbol = "K",                                                           \
   .unit = "N/m^1.5",                                                       \
   .low = 0,                                                                \
   .help = "of the contact; else from materials and radii",                 \
   .optional = true,                                                        \
   .open_low = true},                                                       \
      {.key = "exponent",                                                   \
       .symbol = "n",                                                       \
       .fallback = 1.5,                                                     \
       .low = 1,                                                            \
       .high = 10,                                                          \
       .help = "of the penetration; other than 1.5 only with a stiffness"}, \
      FREEPLAY_MATERIALS(true), FREEPLAY_RADIUS
