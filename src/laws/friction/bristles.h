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
#include "laws/friction/coefficients.h"
#include "laws/friction/sliding.h"

namespace freeplay {

/// A law of bristles, its coefficients per unit of normal force or absolute (coefficients.h).
class Bristles : public FrictionLaw {
 public:
  explicit Bristles(const Parameters& given) : coefficients_(given) {}
  bool set_valued() const override { return false; }
  Hold hold(const FrictionInput& in) const override { return coefficients_.hold(in); }

 protected:
  /// What a coefficient is multiplied by.
  double per(const FrictionInput& in) const { return coefficients_.per_force(in); }

  Coefficients coefficients_;
};

/// What damped bristles with a curve of sliding capture, and further ones.
inline constexpr Phenomena kDampedBristles{
    .stiction = true, .stribeck = true, .viscous = true, .presliding = true, .lag = true, .breakaway = true};
constexpr Phenomena with_hysteresis(Phenomena all) { return all.hysteresis = true, all; }
constexpr Phenomena with_dwell(Phenomena all) { return all.dwell = true, all; }

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

/// |v| z, by which deflections decay in sliding; as printed, `form = "printed"`, only z·e does: (z·v) e.
inline Tangent worn(const Tangent& z, const Tangent& v, bool printed) {
  const double speed = norm(v);
  if (!printed) return speed * z;
  return speed > 0 ? (dot(z, v) / speed) * v : Tangent{};
}

/// The least of r^(n+1) g − s r^n + s + f for r from 1 to r_max: what bristles at the deflection r, over that of steady
/// slip, take up beyond what they store, over F_N |v|, with s = σ₁ |v| and viscous friction f. Below r = 1 it is not
/// negative; r_max = μ_S/g, since deflections are no longer than those of rest.
double least_taken(double g, double mu_static, double s, double f, double n);

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

/// A law that takes a length, `way`, or sigma0 in its place, which alone may be absolute: reports both or neither.
void check_either(const Parameters& given, const char* way, const std::string& key, Diagnostics& problems);

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
#define FREEPLAY_FRICTION_FORM                                                                               \
  {                                                                                                          \
    .key = "form",                                                                                           \
    .help = "in space: the whole deflection decays in sliding, or only its part along the slip, as printed", \
    .kind = ParamKind::choice, .optional = true, .choices = {                                                \
      "vector",                                                                                              \
      "printed"                                                                                              \
    }                                                                                                        \
  }
