// SPDX-License-Identifier: Apache-2.0
// What the two models of Bliman and Sorine share: the way ε_f over which friction builds up, as such or by the
// stiffness of the beginning, which is in inverse proportion to it.
#pragma once

#include "laws/friction/bristles.h"

namespace freeplay {

/// ε_f where coefficients are per unit of normal force; `stiffness` is the law's own at a given ε_f.
inline double way_of(const Parameters& given, double (*stiffness)(const Parameters&, double way)) {
  return given.given("sigma0") ? stiffness(given, 1) / given.number("sigma0") : given.number("epsilon_f");
}

inline void check_way(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_either(given, "epsilon_f", key, problems);
}

}  // namespace freeplay

/// Parameters of that, to stand in the table of a law.
#define FREEPLAY_FRICTION_BLIMAN_SORINE(text, way)                                                      \
  {.key = "epsilon_f",                                                                                  \
   .symbol = "ε_f",                                                                                     \
   .unit = "m",                                                                                         \
   .low = 0,                                                                                            \
   .help = text,                                                                                        \
   .optional = true,                                                                                    \
   .open_low = true,                                                                                    \
   .sample = way},                                                                                      \
      {.key = "sigma0",                                                                                 \
       .symbol = "σ₀",                                                                                  \
       .unit = "1/m",                                                                                   \
       .low = 0,                                                                                        \
       .help = "in place of epsilon_f: how steeply friction grows from rest, per unit of normal force", \
       .optional = true,                                                                                \
       .open_low = true},                                                                               \
      FREEPLAY_FRICTION_COEFFICIENTS
