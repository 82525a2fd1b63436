// SPDX-License-Identifier: Apache-2.0
// The point of an ellipse farthest from the origin: where a tilted rim, seen along the bearing's axis, comes
// nearest to the wall [Marques2015, eqs. (4.24), (4.25)].
//
//   x(z) = p + size (z_1 e_1 + r z_2 e_2),  |z| = 1,   e_1 along the major axis, 0 ≤ |r| ≤ 1, f = 1 − r²
//
// |x| is stationary where z_1 = p_1/ν and z_2 = r p_2/(ν + f) (p in units of size), with the one unknown ν of
//   φ(ν) = (p_1/ν)² + (r p_2/(ν + f))² = 1                                         the secular equation
// For ν > 0 it has exactly one root, the farthest point. 1/√φ is increasing and concave there, so Newton's
// method on it, started below the root, rises to it monotonically: it cannot fail. f is the squared sine of
// the tilt and is only added: nothing is divided by a vanishing angle.
// Hard case p_1 = 0: if |r p_2| < f both points z_1 = ± √(1 − z_2²), z_2 = r p_2/f are farthest (ν = 0), else
// the end of the minor axis on the side of p.
// For −f < ν < 0 there may be a second, lower maximum on the other side of the minor axis: φ is convex, and
// it is the root next to 0, if p is inside the evolute, |r p_2|^⅔ + |p_1|^⅔ < f^⅔.
#pragma once

#include <optional>

#include "freeplay/planar.h"

namespace freeplay {

struct Ellipse {
  Vec2 centre;
  Vec2 major, minor;  ///< unit vectors e_1, e_2
  double size;        ///< major semi-axis
  double ratio;       ///< r, minor over major; its sign is that of e_2
  double flatness;    ///< f = 1 − r², given so that a small one keeps its digits

  /// x(z), z = (z_1, z_2).
  Vec2 at(const Vec2& z) const { return centre + (size * z[0]) * major + (size * ratio * z[1]) * minor; }
};

/// z of the point farthest from the origin; for a circle about the origin, that along e_2.
Vec2 farthest(const Ellipse& ellipse);
/// z of the other local maximum of the distance, if there is one.
std::optional<Vec2> second_farthest(const Ellipse& ellipse);

}  // namespace freeplay
