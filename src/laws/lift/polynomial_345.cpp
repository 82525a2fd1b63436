// SPDX-License-Identifier: Apache-2.0
// 3-4-5 polynomial: velocity and acceleration are zero at both ends.
//   f = 10 x³ − 15 x⁴ + 6 x⁵
#include "laws/lift/lift_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_LIFT_ANGLE, FREEPLAY_LIFT_TO};

LiftPoint shape(double x) {
  const double y = 1 - x;
  return {x * x * x * (10 + x * (-15 + 6 * x)), 30 * x * x * y * y, 60 * x * y * (1 - 2 * x)};
}

}  // namespace

namespace entry {
FREEPLAY_LIFT(polynomial_345) = {{"polynomial_345", "", "rise or fall by the 3-4-5 polynomial", kParams},
                                 make_shaped<shape>};
}  // namespace entry
}  // namespace freeplay
