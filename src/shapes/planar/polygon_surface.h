// SPDX-License-Identifier: Apache-2.0
// A convex polygon seen from a point x near it: how far it is, and along which normal.
//
// Outside, the distance is the Euclidean one, to a side or to a corner. Inside it is minus the depth below a
// side. For a point of its own, or the centre of a circle, that is the nearest side.
//
// A corner v of another polygon is different: it is only where two sides end. It can be pushed along n alone
// if that other polygon is wholly in front of v, n·e ≥ 0 for the directions e of both of its sides; by how
// much it is not is its skew, max(0, −n·e). A corner just inside a polygon may be nearer to a side that it
// cannot touch than to the one it rests on: of two equal bricks on each other, the corner that sinks in by
// 1e-9 is a rounding away from the upright side. So the side is taken below which the corner, and as
// far as that side goes the two sides that end in it, are least deep: the one that separates the two polygons
// best near the corner. If the corner cannot be pushed along its normal, or is past its end, the gap is the
// distance from the nearest side with a positive sign: another corner is the one that touches. The normal is
// always one that the corner can be pushed along, but for a small angle. All this holds as well for a corner that is
// outside for the only reason that the side ends in an acute angle: two stones of an arch that hinge overlap along their
// whole joint, and neither has a corner inside the other.
#pragma once

#include "shapes/planar/shape.h"

namespace freeplay {

/// A point of the world in the frame of a body.
inline Vec2 in_frame(const Pose& at, const Vec2& x) {
  const double dx = x[0] - at.x, dy = x[1] - at.y;
  return {at.c * dx + at.s * dy, at.c * dy - at.s * dx};
}

/// The frame of a body as another one sees it.
inline Pose seen_from(const Pose& at, const Pose& other) {
  const Vec2 origin = in_frame(at, other.centre());
  return {origin[0], origin[1], other.angle - at.angle, at.c * other.c + at.s * other.s,
          at.c * other.s - at.s * other.c};
}

/// Distance of a point from a surface, and the normal out of it.
struct Surface {
  double distance = 0;
  Vec2 normal{0, 1};
};

/// Directions of the two sides that end in a corner, away from it, and the outward normals of these sides.
struct Wedge {
  Vec2 side[2], normal[2];
  double length[2];
};

/// Of a corner of a polygon, in the frame of its body.
Wedge wedge_of(const PlanarShape& polygon, std::size_t corner);

/// For a point x of the polygon's frame, which is a corner with this wedge, in the same frame, or, with no
/// wedge, a point of its own. A radius of the polygon does not count.
Surface polygon_surface(const PlanarShape& polygon, const Vec2& x, const Wedge* wedge);

/// min over corners w of the other polygon of n_i·(w − p_i), with `there` from its frame to that of the first.
double side_separation(const PlanarShape& polygon, std::size_t side, const PlanarShape& other,
                       const Pose& there);

}  // namespace freeplay
