// SPDX-License-Identifier: Apache-2.0
// Cycloidal rise or fall: acceleration is a full sine wave, zero at both ends.
//   f = x − sin(2π x)/2π                                                     [Flores2012, eq. (57)]
#include <cmath>
#include <numbers>

#include "laws/lift/lift_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_LIFT_ANGLE, FREEPLAY_LIFT_TO};

LiftPoint shape(double x) {
  constexpr double turn = 2 * std::numbers::pi;
  const double s = std::sin(turn * x), c = std::cos(turn * x);
  return {x - s / turn, 1 - c, turn * s};
}

}  // namespace

namespace entry {
FREEPLAY_LIFT(cycloidal) = {{"cycloidal", "Flores2012", "rise or fall with a sine of acceleration", kParams},
                            make_shaped<shape>};
}  // namespace entry
}  // namespace freeplay
