// SPDX-License-Identifier: Apache-2.0
// Simple harmonic rise or fall. Its acceleration jumps at both ends when a dwell is next to it.
//   f = (1 − cos π x)/2
#include <cmath>
#include <numbers>

#include "laws/lift/lift_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_LIFT_ANGLE, FREEPLAY_LIFT_TO};

LiftPoint shape(double x) {
  constexpr double pi = std::numbers::pi;
  const double s = std::sin(pi * x), c = std::cos(pi * x);
  return {0.5 * (1 - c), 0.5 * pi * s, 0.5 * pi * pi * c};
}

}  // namespace

namespace entry {
FREEPLAY_LIFT(harmonic) = {{"harmonic", "", "rise or fall as half a cosine wave", kParams},
                           make_shaped<shape>};
}  // namespace entry
}  // namespace freeplay
