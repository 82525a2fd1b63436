// SPDX-License-Identifier: Apache-2.0
// Coefficients of bristles and of viscous friction are per unit of normal force, σ F_N being those of the papers, or
// absolute: the papers' own, in N/m and N s/m. Laws are written with the former; absolute ones are
//   σ/max(F_N, F_0)
// per unit of normal force, so that bristles do not stiffen without bound where a contact begins and ends: below F_0
// (`least_force`) they are those of F_0. What bristles remember as a force over F_N is remembered in N then, so that
// they are springs of their own stiffness, whatever presses them.
#pragma once

#include <algorithm>

#include "freeplay/friction_law.h"

namespace freeplay {

struct Coefficients {
  explicit Coefficients(const Parameters& given)
      : absolute(given.word("coefficients") == "absolute"), least(given.number("least_force")) {}

  bool absolute;
  double least;  ///< F_0 [N]

  /// What a coefficient is multiplied by at this normal force.
  double per_force(double normal) const { return absolute ? 1 / std::max(normal, least) : 1; }
  double per_force(const FrictionInput& in) const { return per_force(in.normal); }
  /// The same where no normal force is known: the largest.
  double per_force() const { return per_force(0.0); }
  /// Friction of a joint is found at once where it is proportional to what presses the joint, which is not known
  /// beforehand. Absolute coefficients are not: their force is asked for, with what presses it.
  Hold hold(const FrictionInput& in) const { return absolute && !(in.normal > 0) ? Hold::asks : Hold::none; }
};

}  // namespace freeplay

/// To stand in the table of a law after its coefficients.
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
