// SPDX-License-Identifier: Apache-2.0
// What laws with bristles share. z is their deflection, n = z/|z|, v = γ_T the slip, e = v/|v|.
//
// A law of a line becomes one of the plane and of space by the rule of perfect plasticity: while the
// deflection is held at its limit, only its part along itself is held,
//   ż = v − (v·n) n,
// so that |z| stays and z turns into the direction of the slip over a way of about |z|. Along a line ż = 0,
// as the papers have it; v·n ≥ 0 there, so that the force takes energy from the motion.
#pragma once

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"
#include "laws/friction/sliding.h"

namespace freeplay {

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
