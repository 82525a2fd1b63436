// SPDX-License-Identifier: Apache-2.0
// Two polytopes a and b: the direction that separates them best, and their contacts.
//
// Along a unit vector n from a to b they are σ(n) = min n·x_b − max n·x_a apart. The largest σ is at the
// normal of a face of one of them, or across two edges that could touch [Gregorius2013]; it is positive when
// they are apart, zero when they touch, and else minus the depth of the overlap.
//
// A corner against the faces of the other: see corner_surface.h.
//
// Edges e and f have the distance of their nearest points while the bodies are apart. They can touch if both can
// be pushed along n across them: n points out of a between the faces of e, and −n out of b between those of f, up
// to a small angle. Where they can, cross within their ends, and have passed each other along n by no more than
// the bodies overlap, but for a factor, the gap is minus the way that they have passed. Otherwise another contact is
// the one that touches; the gap of edges that cannot touch is larger than their distance, so that none of them
// counts as touching. Edges that run along each other touch by the corners at their ends.
#pragma once

#include <functional>

#include "shapes/spatial/corner_surface.h"

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

/// Corner of `tip` against the faces of `solid`. The normal points out of the solid.
SpatialContact corner_contact(const SpatialShape& tip, const SpatialPose& at_tip, std::size_t corner,
                              const SpatialShape& solid, const SpatialPose& at_solid);

/// `separation` is asked only where it matters: the largest σ.
SpatialContact edge_contact(const SpatialShape& a, const SpatialPose& at_a, std::size_t edge_a,
                            const SpatialShape& b, const SpatialPose& at_b, std::size_t edge_b,
                            const std::function<double()>& separation);

/// An edge with the normals of its two faces.
struct Ridge {
  Segment line;
  Vec3 left, right;
};
Ridge ridge(const SpatialShape& shape, std::size_t edge);
/// As the other body sees it.
Ridge ridge_from(const SpatialShape& shape, const SpatialPose& at, std::size_t edge,
                 const SpatialPose& other);

/// Whether edges of two bodies, both seen from one of them, can be such that touch after the bodies have turned against
/// each other by an angle.
bool edges_may_touch(const Ridge& e, const Ridge& f, double angle);

/// An edge, seen from `origin`.
Segment edge_segment(const SpatialShape& shape, const SpatialPose& at, std::size_t edge, const Vec3& origin);

}  // namespace freeplay
