// SPDX-License-Identifier: Apache-2.0
// Cylinders with sharp rims against half-spaces, boxes, hulls and capsules.
//
// In the frame of the cylinder, with ρ the distance from its axis, a point x is G(x) = max(ρ − R, |z| − h) in
// front of it: zero exactly on its surface. Contacts are points of one body against the other, so that no gap
// closes before the bodies touch:
//   a corner of a polytope        G
//   an edge x(t), along the side  G where ρ(t) is least
//   an edge over a rim            G where ρ − R = ±z − h, two points: the least G is at one of them, with the
//                                 normal λ ρ̂ + (1 − λ) ẑ perpendicular to the edge; lying on an end face, an
//                                 edge touches at both. The gap is G over the length of that vector.
//   a rim, at its deepest point in front of a face, and four points of each end face: max_i n_i·(x − p_i). An end face
//                                 that lies flat has no deepest point: there it is the one nearest to the face's middle
// Capsules: Euclidean distances of the ends, of the axes where they cross, and of the axis from a rim, on
// either side of where it passes over the rim.
#pragma once

#include "shapes/spatial/polytope_pair.h"

namespace freeplay {

/// Points fixed on an end face, besides the deepest point of its rim.
inline constexpr int kRingPoints = 4;

/// The rim's deepest point of end `feature` (0 and 1) along −n, then the points of the end faces; n and the
/// point are in the inner frame of the cylinder's body.
Vec3 cylinder_point(const SpatialShape& cylinder, int feature, const Vec3& n);

/// Contacts of an edge with a cylinder: along the side, and two over each rim.
inline constexpr int kEdgeContacts = 5;

/// The normals of these point from the polytope, or the capsule, to the cylinder.
SpatialContact corner_on_cylinder(const SpatialShape& polytope, const SpatialPose& at, std::size_t corner,
                                  const SpatialShape& cylinder, const SpatialPose& at_cylinder);
SpatialContact edge_on_cylinder(const SpatialShape& polytope, const SpatialPose& at, std::size_t edge,
                                const SpatialShape& cylinder, const SpatialPose& at_cylinder, int which);
/// A point of an end face, counted from 0.
SpatialContact ring_on_polytope(const SpatialShape& polytope, const SpatialPose& at,
                                const SpatialShape& cylinder, const SpatialPose& at_cylinder, int which);
SpatialContact rim_on_face(const SpatialShape& polytope, const SpatialPose& at, std::size_t face,
                           const SpatialShape& cylinder, const SpatialPose& at_cylinder, int end);
/// Euclidean distance of a polytope and a cylinder that are apart: that of its edges, along which the distance
/// from the cylinder has one minimum, or of the rims at their deepest points in front of its faces. The gaps of
/// contacts away from the surface are neither more nor less than that.
SpatialContact polytope_from_cylinder(const SpatialShape& polytope, const SpatialPose& at,
                                      const SpatialShape& cylinder, const SpatialPose& at_cylinder);
/// The axis of a capsule: as an edge, less its radius.
SpatialContact axis_on_cylinder(const SpatialShape& capsule, const SpatialPose& at,
                                const SpatialShape& cylinder, const SpatialPose& at_cylinder, int which);

}  // namespace freeplay
