// SPDX-License-Identifier: Apache-2.0
// What laws with bristles share. z is their deflection, n = z/|z|, v = γ_T the slip, e = v/|v|.
//
// A law of a line becomes one of the plane and of space by the rule of perfect plasticity: while the
// deflection is held at its limit, only its part along itself is held,
//   ż = v − (v·n) n,
// so that |z| stays and z turns into the direction of the slip over a way of about |z|. Along a line ż = 0,
// as the papers have it; v·n ≥ 0 there, so that the force takes energy from the motion.
#pragma once

#include <algorithm>

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"
#include "laws/friction/sliding.h"

namespace freeplay {

/// Coefficients of bristles and of viscous friction are per unit of normal force, σ F_N being those of the papers, or
/// absolute: the papers' own, in N/m and N s/m. A law is written with the former; absolute ones are
///   σ/max(F_N, F_0)
/// per unit of normal force, so that bristles do not stiffen without bound where a contact begins and ends: below F_0
/// (`least_force`) they are those of F_0.
struct Coefficients {
  explicit Coefficients(const Parameters& given)
      : absolute(given.word("coefficients") == "absolute"), least(given.number("least_force")) {}

  bool absolute;
  double least;  ///< F_0 [N]

  /// What a coefficient is multiplied by at this normal force.
  double per_force(double normal) const { return absolute ? 1 / std::max(normal, least) : 1; }
  /// Friction of a joint is found at once where it is proportional to what presses the joint, which is not known
  /// beforehand. Absolute coefficients are not: their force is asked for, with what presses it.
  Hold hold(const FrictionInput& in) const { return absolute && !(in.normal > 0) ? Hold::asks : Hold::none; }
};

/// v/|v|, nothing at rest.
inline Tangent heading(const Tangent& v) {
  const double speed = norm(v);
  return speed > 0 ? (1 / speed) * v : Tangent{};
}

/// What is left of v across z.
inline Tangent across(const Tangent& v, const Tangent& z) {
  const double square = dot(z, z);
  return square > 0 ? v - (dot(v, z) / square) * z : v;
}

/// z with another length, in its own direction.
inline Tangent with_length(double length, const Tangent& z) {
  const double now = norm(z);
  return now > 0 ? (length / now) * z : z;
}

/// f(|v|) e, viscous friction over F_N.
inline Tangent viscous(const Sliding& sliding, const Tangent& v) {
  const double speed = norm(v);
  return speed > 0 ? (sliding.viscous(speed) / speed) * v : Tangent{};
}

/// Reports a number that counts something and is none.
void check_count(const Parameters& given, const char* what, const std::string& key, Diagnostics& problems);

}  // namespace freeplay

#define FREEPLAY_FRICTION_SIGMA0                                                                             \
  {                                                                                                          \
    .key = "sigma0", .symbol = "σ₀", .unit = "1/m", .low = 0,                                                \
    .help =                                                                                                  \
        "stiffness of the bristles per unit of normal force: they slide at a deflection of about mu/sigma0", \
    .open_low = true, .sample = 1e5 / kSampleNormal                                                          \
  }
#define FREEPLAY_FRICTION_MU_OPEN                                                                \
  {                                                                                              \
    .key = "mu", .symbol = "μ", .low = 0, .high = 10, .help = "kinetic coefficient of friction", \
    .open_low = true, .sample = 0.1                                                              \
  }
#define FREEPLAY_FRICTION_MU_STATIC                                                         \
  {                                                                                         \
    .key = "mu_static", .symbol = "μ_S", .low = 0, .high = 10,                              \
    .help = "static coefficient of friction; default: mu", .optional = true, .sample = 0.15 \
  }
#define FREEPLAY_FRICTION_COEFFICIENTS                                                              \
  {.key = "coefficients",                                                                           \
   .help =                                                                                          \
       "stiffness, damping and viscous friction: per unit of normal force, in the units given, or " \
       "absolute, in N/m and N s/m, as plain numbers",                                              \
   .kind = ParamKind::choice,                                                                       \
   .optional = true,                                                                                \
   .choices = {"per_force", "absolute"}},                                                           \
  {                                                                                                 \
    .key = "least_force", .symbol = "F_0", .unit = "N", .fallback = 1, .low = 0,                    \
    .help = "normal force below which absolute coefficients are per unit of it", .open_low = true   \
  }
