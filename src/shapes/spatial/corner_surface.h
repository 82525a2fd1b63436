// SPDX-License-Identifier: Apache-2.0
// A convex polytope seen from a corner of another one: how far it is, and along which normal.
//
// As in the plane (shapes/planar/polygon_surface.h): outside, the distance is the Euclidean one. A corner can be
// pushed along n if no edge at it, its spokes e, lies behind, n·e ≥ 0 for unit vectors e; its skew is
// max(0, −n·e). Inside, the distance is minus the depth below the face that separates the two best near the
// corner: the one below which the corner and, as far as the face goes, its spokes are least deep. If the corner
// cannot be pushed along the normal of that face, or is beside it, its gap is the distance from the nearest face
// with a positive sign: another corner touches, or an edge. The normal is always one that the corner can be
// pushed along, but for a small angle.
#pragma once

#include "shapes/spatial/solid_point.h"

namespace freeplay {

// Sine of the angle up to which a corner or an edge counts as one that can be pushed along a normal.
inline constexpr double kSkew = 0.1;

/// A corner as the body with the faces sees it: its place, and how its spokes are turned.
struct SeenCorner {
  const SpatialShape* shape = nullptr;
  std::size_t corner = 0;
  Vec3 place{0, 0, 0};
  Mat3 turn;

  std::size_t spokes() const { return shape->first_spoke[corner + 1] - shape->first_spoke[corner]; }
  Vec3 spoke(std::size_t k) const { return turn * shape->spokes[shape->first_spoke[corner] + k]; }
};

/// In the inner frame of the body of the polytope.
SurfacePoint corner_surface(const SpatialShape& polytope, const SeenCorner& corner);

/// max(0, −n·e) over the unit vectors along the spokes of the corner.
double skew(const Vec3& normal, const SeenCorner& corner);

/// How far the foot of x on the plane of a face is off the face; negative within it.
double off_face(const SpatialShape& polytope, std::size_t face, const Vec3& x);

}  // namespace freeplay
