// SPDX-License-Identifier: Apache-2.0
// A point of each of two bodies in the plane: what rods and springs between them need.
#pragma once

#include "freeplay/planar.h"

namespace freeplay {

struct PlanarArms {
  Vec2 ra, rb;  ///< from the centres, in world axes
  Vec2 d;       ///< from the point of a to that of b

  PlanarArms(const Pose& a, const Pose& b, const Vec2& sa, const Vec2& sb)
      : ra(a.turn(sa)), rb(b.turn(sb)), d(b.centre() + rb - a.centre() - ra) {}

  /// ḋ.
  Vec2 rate(const Twist& va, const Twist& vb) const {
    return Vec2{vb.vx - va.vx, vb.vy - va.vy} + vb.omega * perp(rb) - va.omega * perp(ra);
  }
};

}  // namespace freeplay
