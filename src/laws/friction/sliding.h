// SPDX-License-Identifier: Apache-2.0
// Friction of steady sliding, over F_N, as the part of a law that its parameters choose:
//   dry      g(v) = μ + (μ_S − μ) e^(−(v/v_S)^δ)                        [Marques2015, eqs. (3.10), (3.47)]
//            or another curve of src/laws/curve, given as `sliding = { curve = …, … }`
//   viscous  f(v) = F_v v^δ_v                                           [Marques2015, eqs. (3.7), (3.48)]
// Without v_S the dry part is μ at every speed, and μ_S, where given, is the limit at rest only. Differs from
// [Marques2015]: F_v is per unit of normal force, as everything of a friction law, so that a contact that
// opens has no force; the paper's is F_N times ours, and is taken as it is with `coefficients = "absolute"`
// (coefficients.h).
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "freeplay/friction_law.h"
#include "laws/curve/curve.h"
#include "laws/friction/coefficients.h"

namespace freeplay {

class Sliding {
 public:
  /// From the parameters FREEPLAY_FRICTION_SLIDING.
  explicit Sliding(const Parameters& given);
  /// From the parameters FREEPLAY_FRICTION_VISCOUS, and those of the named curve.
  Sliding(const std::string& curve, const Parameters& given);
  double mu() const { return curve_->mu(); }
  double mu_static() const { return curve_->mu_static(); }
  /// Slip over which static friction falls to the kinetic one; 0: at once [m/s].
  double velocity() const { return curve_->velocity(); }
  double dry(double v) const { return curve_->dry(v); }
  double viscous(double v) const {
    return viscous_ == 0            ? 0
           : viscous_exponent_ == 1 ? viscous_ * v
                                    : viscous_ * std::pow(v, viscous_exponent_);
  }
  /// Both, `per` of Coefficients.
  double at(double v, double per) const { return dry(v) + per * viscous(v); }
  bool has_viscous() const { return viscous_ != 0; }

 private:
  std::shared_ptr<const FrictionCurve> curve_;  ///< of all copies
  double viscous_, viscous_exponent_;
};

/// Reports values that do not fit each other. `at_rest`: the law knows a limit at rest apart from the curve,
/// so that mu_static without stribeck_velocity has a meaning.
void check_sliding(const Parameters& given, const std::string& key, bool at_rest, Diagnostics& problems);

}  // namespace freeplay

/// Viscous friction and how coefficients are given, to stand in the table of a law, with its sample.
#define FREEPLAY_FRICTION_VISCOUS(viscous)                                                    \
  {.key = "viscous",                                                                          \
   .symbol = "F_v",                                                                           \
   .unit = "s/m",                                                                             \
   .fallback = 0,                                                                             \
   .low = 0,                                                                                  \
   .help = "viscous friction per unit of normal force and of slip",                           \
   .sample = viscous},                                                                        \
      {.key = "viscous_exponent",                                                             \
       .symbol = "δ_v",                                                                       \
       .fallback = 1,                                                                         \
       .low = 0,                                                                              \
       .high = 100,                                                                           \
       .help = "power of the slip in it; with one other than 1 viscous is friction at 1 m/s", \
       .open_low = true},                                                                     \
      FREEPLAY_FRICTION_COEFFICIENTS

/// Parameters of Sliding, to stand in the table of a law that calls check_sliding; samples of stribeck_velocity
/// and viscous, or kRequired where a trial is to leave them out.
#define FREEPLAY_FRICTION_SLIDING(fall, viscous)                                      \
  {.key = "mu",                                                                       \
   .symbol = "μ",                                                                     \
   .low = 0,                                                                          \
   .high = 10,                                                                        \
   .help = "kinetic coefficient of friction; needed without sliding",                 \
   .optional = true,                                                                  \
   .open_low = true,                                                                  \
   .sample = 0.1},                                                                    \
      {.key = "mu_static",                                                            \
       .symbol = "μ_S",                                                               \
       .low = 0,                                                                      \
       .high = 10,                                                                    \
       .help = "static coefficient of friction; default: mu",                         \
       .optional = true,                                                              \
       .sample = 0.15},                                                               \
      {.key = "stribeck_velocity",                                                    \
       .symbol = "v_S",                                                               \
       .unit = "m/s",                                                                 \
       .low = 0,                                                                      \
       .help = "slip over which friction falls from mu_static to mu",                 \
       .optional = true,                                                              \
       .open_low = true,                                                              \
       .sample = fall},                                                               \
      {.key = "stribeck_exponent",                                                    \
       .symbol = "δ_σ",                                                               \
       .fallback = 2,                                                                 \
       .low = 0,                                                                      \
       .high = 100,                                                                   \
       .help = "shape of that fall",                                                  \
       .open_low = true},                                                             \
      {.key = "sliding",                                                              \
       .symbol = "g(v)",                                                              \
       .help = "friction over the slip by another curve, in place of the four above", \
       .kind = ParamKind::method,                                                     \
       .optional = true,                                                              \
       .registry = "curve"},                                                          \
      FREEPLAY_FRICTION_VISCOUS(viscous)
