// SPDX-License-Identifier: Apache-2.0
// Two polytopes a and b: the direction that separates them best, and their contacts.
//
// Along a unit vector n from a to b they are σ(n) = min n·x_b − max n·x_a apart. The largest σ is at the
// normal of a face of one of them, or across two edges that could touch [Gregorius2013]; it is positive when
// they are apart, zero when they touch, and else minus the depth of the overlap.
//
// A corner v against the faces of the other has the gap max_i n_i·(v − p_i), as in the plane
// (clearances/planar/shape_pair.h), with the same rule for faces that tie.
//
// Edges e and f have the gap of their lines, g = n·(x_f − x_e) with n across both, which is that of the
// bodies where e and f touch. Where they cannot, it is made positive: by how far the closest points are off
// the ends of the edges, and by how far n is from the direction n* that separates the bodies best. Let n·n* >
// 0. While a and b are apart, x_f − x_e = g n has n*·(x_f − x_e) ≥ σ(n*) > 0 when both points are on the
// edges, so that no gap closes before the bodies touch; and where e and f touch and nothing else does, n is
// n*. The gap is continuous but where n* changes from one direction to another; while they are apart it then
// jumps between positive values.
#pragma once

#include "shapes/spatial/solid_point.h"

namespace freeplay {

/// One contact of shapes a and b in the world. The normal points from a to b: the gap grows when b moves
/// along it.
struct SpatialContact {
  double gap = 0;
  Vec3 normal{0, 0, 1};
  Vec3 point{0, 0, 0};
};

struct BestAxis {
  double separation = 0;  ///< the largest σ
  Vec3 normal{0, 0, 1};   ///< n*, in the world, from a to b; that of a face when edges are hardly better
};
BestAxis best_axis(const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                   const SpatialPose& at_b);

/// Distances from the faces of a solid that differ by less tie: 1e-5 of its size, and 5 % for a point inside
/// or as near as that.
inline double tie_width(double distance, double size) {
  constexpr double kTie = 1e-5, kTieInside = 0.05;
  return (distance < kTie * size ? kTieInside : kTie) * size;
}

/// The face of a polytope that a point x of its body's frame is in front of. Ties are decided by how far a
/// face separates the bodies, separation(face).
template <class Separation>
NearestFace face_against(const SpatialShape& solid, const Vec3& x, Separation separation) {
  const NearestFace nearest = nearest_face(solid, x);
  const double tied = nearest.distance - tie_width(nearest.distance, solid.size);
  NearestFace chosen = nearest;
  double separated = 0;
  bool alone = true;
  for (std::size_t i = 0; i < solid.normals.size(); ++i) {
    if (i == nearest.index) continue;
    const double distance = face_distance(solid, i, x);
    if (distance < tied) continue;
    if (alone) separated = separation(nearest.index);
    alone = false;
    const double candidate = separation(i);
    if (candidate > separated) {
      separated = candidate;
      chosen = {i, distance};
    }
  }
  return chosen;
}

/// Corner of `tip` against the faces of `solid`. The normal points out of the solid.
SpatialContact corner_contact(const SpatialShape& tip, const SpatialPose& at_tip, std::size_t corner,
                              const SpatialShape& solid, const SpatialPose& at_solid);

SpatialContact edge_contact(const SpatialShape& a, const SpatialPose& at_a, std::size_t edge_a,
                            const SpatialShape& b, const SpatialPose& at_b, std::size_t edge_b,
                            const BestAxis& best);

/// An edge, seen from `origin`.
Segment edge_segment(const SpatialShape& shape, const SpatialPose& at, std::size_t edge, const Vec3& origin);

}  // namespace freeplay
