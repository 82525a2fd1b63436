// SPDX-License-Identifier: Apache-2.0
// Friction of steady sliding, over F_N, as the part of a law that its parameters choose:
//   dry      g(v) = μ + (μ_S − μ) e^(−(v/v_S)^δ)                        [Marques2015, eqs. (3.10), (3.47)]
//   viscous  f(v) = F_v v^δ_v                                           [Marques2015, eqs. (3.7), (3.48)]
// Without v_S the dry part is μ at every speed, and μ_S, where given, is the limit at rest only. Differs from
// [Marques2015]: F_v is per unit of normal force, as everything of a friction law, so that a contact that
// opens has no force; the paper's is F_N times ours.
#pragma once

#include <cmath>
#include <string>

#include "laws/friction/friction_law.h"

namespace freeplay {

class Sliding {
 public:
  /// From the parameters FREEPLAY_FRICTION_SLIDING.
  explicit Sliding(const Parameters& given);
  double mu() const { return mu_; }
  double mu_static() const { return mu_static_; }
  /// Slip over which static friction falls to the kinetic one; 0: at once [m/s].
  double velocity() const { return v_s_; }
  double dry(double v) const;
  double viscous(double v) const {
    return viscous_ == 0            ? 0
           : viscous_exponent_ == 1 ? viscous_ * v
                                    : viscous_ * std::pow(v, viscous_exponent_);
  }
  double at(double v) const { return dry(v) + viscous(v); }

 private:
  double mu_, mu_static_, v_s_, exponent_, viscous_, viscous_exponent_;
};

/// Reports values that do not fit each other. `at_rest`: the law knows a limit at rest apart from the curve,
/// so that mu_static without stribeck_velocity has a meaning.
void check_sliding(const Parameters& given, const std::string& key, bool at_rest, Diagnostics& problems);

}  // namespace freeplay

/// Parameters of Sliding, to stand in the table of a law.
#define FREEPLAY_FRICTION_SLIDING                                                                            \
  {"mu",  "μ",     "-", kRequired, 0, 10, "kinetic coefficient of friction", ParamKind::number,              \
   false, nullptr, true},                                                                                    \
      {"mu_static",       "μ_S", "-", kRequired, 0, 10, "static coefficient of friction; default: mu",       \
       ParamKind::number, true},                                                                             \
      {"stribeck_velocity",                                                                                  \
       "v_S",                                                                                                \
       "m/s",                                                                                                \
       kRequired,                                                                                            \
       0,                                                                                                    \
       kInfinity,                                                                                            \
       "slip over which friction falls from mu_static to mu",                                                \
       ParamKind::number,                                                                                    \
       true,                                                                                                 \
       nullptr,                                                                                              \
       true},                                                                                                \
      {"stribeck_exponent", "δ_σ", "-",     2,   0, 100, "shape of that fall",                               \
       ParamKind::number,   false, nullptr, true},                                                           \
      {"viscous", "F_v", "s/m", 0, 0, kInfinity, "viscous friction per unit of normal force and of slip"}, { \
    "viscous_exponent", "δ_v", "-", 1, 0, 100,                                                               \
        "power of the slip in it; with one other than 1 viscous is "                                         \
        "friction at 1 m/s",                                                                                 \
        ParamKind::number, false, nullptr, true                                                              \
  }
