// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/polytope_pair.h"

#include <algorithm>
#include <limits>

#include "base/tolerances.h"

namespace freeplay {
namespace {

// Relative to the smaller size: two edges must separate better than any face by more than this.
constexpr double kTie = 1e-5;
// Sine of the angle below which edges run along each other: that across them is then any direction, and in an
// overlap they must be better than a face by twice the depth.
constexpr double kAlong = 0.01;
// Sine of the angle below which edges run so much along each other that the corners at their ends touch instead.
constexpr double kBeside = 1e-4;
// Of the depth of the overlap: edges that are behind each other by more have not passed each other here.
constexpr double kDeepest = 2;
// Of the smaller size: points this close are in the same place.
constexpr double kSame = kSimultaneous;

/// min over corners w of the other of n_i·(w − p_i)
double face_separation(const SpatialShape& solid, const SpatialPose& at, std::size_t face,
                       const SpatialShape& other, const SpatialPose& at_other) {
  const Vec3 n = at.turn(solid.normals[face]);
  const Vec3 m = at_other.turn_back(n);
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& w : other.points) least = std::min(least, dot(m, w));
  return least + dot(n, at_other.r - at.r) - solid.offset[face];
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

Ridge ridge(const SpatialShape& shape, std::size_t edge) {
  const ShapeEdge& e = shape.edges[edge];
  return {{shape.points[e.from], e.direction, e.length}, shape.normals[e.left], shape.normals[e.right]};
}

Ridge ridge_from(const SpatialShape& shape, const SpatialPose& at, std::size_t edge,
                 const SpatialPose& other) {
  const Ridge own = ridge(shape, edge);
  const auto turn = [&](const Vec3& v) { return other.turn_back(at.turn(v)); };
  const Vec3 start = other.turn_back((at.r - other.r) + at.turn(own.line.start));
  return {{start, turn(own.line.direction), own.line.length}, turn(own.left), turn(own.right)};
}

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
      // most pairs of edges cannot: the normals of f are on the same side of e
      const Vec3 &left = b.normals[b.edges[j].left], &right = b.normals[b.edges[j].right];
      if (dot(left, e.line.direction) * dot(right, e.line.direction) >= 0) continue;
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
  const SeenCorner seen(tip, corner, at_solid.turn_back((at_tip.r - at_solid.r) + arm),
                        at_solid.A.transpose() * at_tip.A);
  const SurfacePoint found = corner_surface(solid, seen);
  return {found.distance, at_solid.turn(found.normal), at_tip.r + arm};
}

namespace {

/// By how much n is not between the normals of the two faces at the edge: the sine of the angle.
double edge_skew(const Vec3& n, const Ridge& e) {
  const Vec3& along = e.line.direction;
  return std::max({0.0, dot(n, cross(e.left, along)), dot(n, cross(along, e.right))});
}

/// The normal across two edges whose nearest points are off their ends: as far towards the way between these
/// as kSkew allows.
Vec3 leaning(const Vec3& n, const Vec3& way) {
  const Vec3 across = way - dot(n, way) * n;
  const double tangent = norm(across), length = norm(way);
  if (tangent <= kSkew * length) return length > 0 && dot(n, way) > 0 ? (1 / length) * way : n;
  return std::sqrt(1 - kSkew * kSkew) * n + (kSkew / tangent) * across;
}

/// The normal across two edges, out of the first, and how far it is from being one that both can be pushed along.
struct Across {
  Vec3 normal;
  double side, skew;
};

Across across(const Ridge& e, const Ridge& f, const Crossing& crossing) {
  const double side = dot(crossing.normal, (e.left + e.right) - (f.left + f.right)) < 0 ? -1 : 1;
  const Vec3 n = side * crossing.normal;
  return {n, side, std::max(edge_skew(n, e), edge_skew(-n, f))};
}

}  // namespace

bool edges_may_touch(const Ridge& e, const Ridge& f, double angle) {
  const Crossing crossing = cross_lines(e.line, f.line);
  if (!(angle < 0.5 * crossing.sine)) return true;
  // turned by the angle, faces change the skew by as much; the normal across turns by at most asin(angle / sine)
  return across(e, f, crossing).skew <= 2 * kSkew + angle * (1 + 1.2 / crossing.sine);
}

SpatialContact edge_contact(const SpatialShape& a, const SpatialPose& at_a, std::size_t edge_a,
                            const SpatialShape& b, const SpatialPose& at_b, std::size_t edge_b,
                            const std::function<double()>& separation) {
  const Ridge e = ridge(a, edge_a), f = ridge_from(b, at_b, edge_b, at_a);  // as a sees them
  const Crossing crossing = cross_lines(e.line, f.line);
  const double size = std::min(a.size, b.size);
  const auto [x, y] = nearest_points(e.line, f.line, crossing);
  SpatialContact contact;
  contact.gap = norm(y - x);
  contact.point = at_a.r + at_a.turn(0.5 * (x + y));
  if (crossing.sine < kParallel) {
    contact.gap += size;
    contact.normal =
        at_a.turn(contact.gap > size ? unit(y - x) : unit((e.left + e.right) - (f.left + f.right)));
    return contact;
  }
  const auto [n, side, skewed] = across(e, f, crossing);
  const double distance = side * crossing.distance;
  const double lost =
      std::max(std::clamp(skewed / kSkew - 1, 0.0, 1.0), std::clamp(2 - crossing.sine / kBeside, 0.0, 1.0));
  const bool off = e.line.off(crossing.s) > kSame * size || f.line.off(crossing.t) > kSame * size;
  contact.normal = at_a.turn(off ? leaning(n, y - x) : n);
  if (distance < 0 && lost < 1 && !off) {
    const double depth = -separation();
    if (depth > 0 && -distance < kDeepest * depth) contact.gap = distance + lost * (contact.gap - distance);
  }
  contact.gap += lost * size;
  return contact;
}

}  // namespace freeplay
