// SPDX-License-Identifier: Apache-2.0
// 4-5-6-7 polynomial: velocity, acceleration and jerk are zero at both ends.
//   f = 35 x⁴ − 84 x⁵ + 70 x⁶ − 20 x⁷
#include "laws/lift/lift_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_LIFT_ANGLE, FREEPLAY_LIFT_TO};

LiftPoint shape(double x) {
  const double y = 1 - x, xy = x * y;
  return {x * x * x * x * (35 + x * (-84 + x * (70 - 20 * x))), 140 * xy * xy * xy,
          420 * xy * xy * (1 - 2 * x)};
}

}  // namespace

namespace entry {
FREEPLAY_LIFT(polynomial_4567) = {{"polynomial_4567", "", "rise or fall by the 4-5-6-7 polynomial", kParams},
                                  make_shaped<shape>};
}  // namespace entry
}  // namespace freeplay
