// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/polytope_pair.h"

#include <algorithm>
#include <limits>

namespace freeplay {
namespace {

// Relative to the smaller size: two edges must separate better than any face by more than this.
constexpr double kTie = 1e-5;
// Sine of the angle below which edges run along each other: that across them is then any direction, and in an
// overlap they must be better than a face by twice the depth.
constexpr double kAlong = 0.01;
// Edges whose normal is farther than this from the best direction do not touch.
constexpr double kTurned = 0.1;

/// min over corners w of the other of n_i·(w − p_i)
double face_separation(const SpatialShape& solid, const SpatialPose& at, std::size_t face,
                       const SpatialShape& other, const SpatialPose& at_other) {
  const Vec3 n = at.turn(solid.normals[face]);
  const Vec3 m = at_other.turn_back(n);
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& w : other.points) least = std::min(least, dot(m, w));
  return least + dot(n, at_other.r - at.r) - solid.offset[face];
}

/// An edge with the normals of its two faces.
struct Ridge {
  Segment line;
  Vec3 left, right;
};

Ridge ridge(const SpatialShape& shape, std::size_t edge) {
  const ShapeEdge& e = shape.edges[edge];
  return {{shape.points[e.from], e.direction, e.length}, shape.normals[e.left], shape.normals[e.right]};
}

/// As the other body sees it.
Ridge ridge_from(const SpatialShape& shape, const SpatialPose& at, std::size_t edge,
                 const SpatialPose& other) {
  const Ridge own = ridge(shape, edge);
  const auto turn = [&](const Vec3& v) { return other.turn_back(at.turn(v)); };
  const Vec3 start = other.turn_back((at.r - other.r) + at.turn(own.line.start));
  return {{start, turn(own.line.direction), own.line.length}, turn(own.left), turn(own.right)};
}

/// Whether some plane touches both bodies along these edges, between them: on the sphere of directions, the
/// arc between the normals of e crosses the one between the reversed normals of f.
bool can_touch_along(const Ridge& e, const Ridge& f) {
  const double f_left = dot(f.left, e.line.direction), f_right = dot(f.right, e.line.direction);
  if (f_left * f_right >= 0) return false;
  const double e_left = dot(e.left, f.line.direction), e_right = dot(e.right, f.line.direction);
  if (e_left * e_right >= 0) return false;
  // the two arcs are on the same half of the sphere
  const Vec3 n = cross(e.line.direction, f.line.direction);
  return dot(n, e.left + e.right) * dot(n, f.left + f.right) < 0;
}

}  // namespace

Segment edge_segment(const SpatialShape& shape, const SpatialPose& at, std::size_t edge, const Vec3& origin) {
  const ShapeEdge& e = shape.edges[edge];
  return {(at.r - origin) + at.turn(shape.points[e.from]), at.turn(e.direction), e.length};
}

BestAxis best_axis(const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                   const SpatialPose& at_b) {
  BestAxis best{-std::numeric_limits<double>::infinity(), {0, 0, 1}};
  for (std::size_t i = 0; i < a.normals.size(); ++i) {
    const double separation = face_separation(a, at_a, i, b, at_b);
    if (separation > best.separation) best = {separation, at_a.turn(a.normals[i])};
  }
  for (std::size_t i = 0; i < b.normals.size(); ++i) {
    const double separation = face_separation(b, at_b, i, a, at_a);
    if (separation > best.separation) best = {separation, -at_b.turn(b.normals[i])};
  }
  const double faces = best.separation, tie = kTie * std::min(a.size, b.size);
  double chosen = faces;
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    const Ridge e = ridge_from(a, at_a, i, at_b);
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const Ridge f = ridge(b, j);
      if (!can_touch_along(e, f)) continue;
      const Crossing crossing = cross_lines(e.line, f.line);
      if (crossing.sine < kParallel) continue;
      const double side = dot(crossing.normal, e.left + e.right) > 0 ? 1 : -1;
      const double separation = side * crossing.distance;
      best.separation = std::max(best.separation, separation);
      const double depth = crossing.sine < kAlong ? std::max(0.0, -separation) : 0;
      if (separation <= chosen || separation - tie - 2 * depth <= faces) continue;
      chosen = separation;
      best.normal = at_b.turn(side * crossing.normal);
    }
  }
  return best;
}

SpatialContact corner_contact(const SpatialShape& tip, const SpatialPose& at_tip, std::size_t corner,
                              const SpatialShape& solid, const SpatialPose& at_solid) {
  const Vec3 arm = at_tip.turn(tip.points[corner]);
  const Vec3 x = at_solid.turn_back((at_tip.r - at_solid.r) + arm);
  const NearestFace chosen =
      face_against(solid, x, [&](std::size_t i) { return face_separation(solid, at_solid, i, tip, at_tip); });
  return {chosen.distance, at_solid.turn(solid.normals[chosen.index]), at_tip.r + arm};
}

SpatialContact edge_contact(const SpatialShape& a, const SpatialPose& at_a, std::size_t edge_a,
                            const SpatialShape& b, const SpatialPose& at_b, std::size_t edge_b,
                            const BestAxis& best) {
  const Segment e = edge_segment(a, at_a, edge_a, at_a.r), f = edge_segment(b, at_b, edge_b, at_a.r);
  const Crossing crossing = cross_lines(e, f);
  const double far = a.extent + b.extent;
  SpatialContact contact;
  contact.normal = best.normal;
  if (crossing.sine < kParallel) {  // their ends touch, or nothing of them
    contact.gap = std::max(best.separation, 0.0) + far;
    contact.point = at_a.r + e.start;
    return contact;
  }
  const double side = dot(crossing.normal, best.normal) < 0 ? -1 : 1;
  contact.normal = side * crossing.normal;
  contact.gap = side * crossing.distance;
  const double turned = norm(contact.normal - best.normal) - kTurned;
  if (turned > 0) {
    contact.gap += std::max(0.0, best.separation - contact.gap) * std::min(1.0, turned / kTurned);
    contact.gap += far * turned;
  }
  contact.gap += e.off(crossing.s) + f.off(crossing.t);
  contact.point = at_a.r + 0.5 * (e.at(crossing.s) + f.at(crossing.t));
  return contact;
}

}  // namespace freeplay
