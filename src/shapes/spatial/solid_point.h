// SPDX-License-Identifier: Apache-2.0
// How far a point is from a solid, and in which direction; and where two lines come closest.
#pragma once

#include <utility>

#include "shapes/spatial/shape.h"

namespace freeplay {

/// A point in front of a surface, in the frame that it was asked in.
struct SurfacePoint {
  double distance = 0;   ///< negative inside
  Vec3 normal{0, 0, 1};  ///< out of the surface
};

/// The face that x is farthest in front of.
struct NearestFace {
  std::size_t index = 0;
  double distance = 0;
};
NearestFace nearest_face(const SpatialShape& polytope, const Vec3& x);

/// Signed Euclidean distance of x, in the inner frame of the body, from a polytope: to a face, an edge or a
/// corner outside, to the nearest face inside.
SurfacePoint distance_to_polytope(const SpatialShape& polytope, const Vec3& x);
/// The same where nearest_face() of x is known.
SurfacePoint distance_to_polytope(const SpatialShape& polytope, const Vec3& x, const NearestFace& face);
/// The same for a cylinder.
SurfacePoint distance_to_cylinder(const SpatialShape& cylinder, const Vec3& x);

/// A segment of given length from a point along a unit vector.
struct Segment {
  Vec3 start{0, 0, 0}, direction{0, 0, 1};
  double length = 0;

  Vec3 at(double s) const { return start + s * direction; }
  /// How far s is off the ends.
  double off(double s) const { return s < 0 ? -s : s > length ? s - length : 0; }
};

/// Where the lines of two segments come closest.
struct Crossing {
  double s = 0, t = 0;   ///< along the first and the second
  Vec3 normal{0, 0, 1};  ///< perpendicular to both
  double distance = 0;   ///< from the first to the second along the normal, signed
  double sine = 0;       ///< of the angle between them; below kParallel nothing else is set
};
inline constexpr double kParallel = 1e-8;
Crossing cross_lines(const Segment& first, const Segment& second);

/// The nearest points of two segments, whose lines come closest as given.
std::pair<Vec3, Vec3> nearest_points(const Segment& first, const Segment& second, const Crossing& crossing);
/// Euclidean distance of two segments.
double segment_distance(const Segment& first, const Segment& second);

}  // namespace freeplay
