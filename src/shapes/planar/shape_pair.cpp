// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/shape_pair.h"

#include <algorithm>
#include <limits>

namespace freeplay {
namespace {

// Faces whose distances differ by less, relative to the polygon's size, tie: outside, and for a corner inside
// or this close to it.
constexpr double kTie = 1e-5, kTieInside = 0.05;

/// A point of the world in the frame of a body.
Vec2 in_frame(const Pose& at, const Vec2& x) {
  const double dx = x[0] - at.x, dy = x[1] - at.y;
  return {at.c * dx + at.s * dy, at.c * dy - at.s * dx};
}

/// min over corners w of the other polygon of n_i·(w − p_i)
double face_separation(const PlanarShape& polygon, std::size_t face, const Pose& at, const PlanarShape& other,
                       const Pose& at_other) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec2& w : other.points) {
    least = std::min(least, face_distance(polygon, face, in_frame(at, at_other.point(w))));
  }
  return least;
}

/// The face of a polygon that a point x of its frame is in front of, and its distance.
struct Face {
  std::size_t index = 0;
  double distance = -std::numeric_limits<double>::infinity();
};

Face nearest_face(const PlanarShape& polygon, const Vec2& x) {
  Face face;
  for (std::size_t i = 0; i < polygon.normals.size(); ++i) {
    const double distance = face_distance(polygon, i, x);
    if (distance > face.distance) face = {i, distance};
  }
  return face;
}

/// The same for a corner x of another polygon: ties are decided by what separates the two polygons best.
Face face_against(const PlanarShape& polygon, const Pose& at, const Vec2& x, const PlanarShape& other,
                  const Pose& at_other) {
  const Face nearest = nearest_face(polygon, x);
  const double tied =
      nearest.distance - (nearest.distance < kTie * polygon.size ? kTieInside : kTie) * polygon.size;
  Face best = nearest;
  double separated = 0;
  bool alone = true;
  for (std::size_t i = 0; i < polygon.normals.size(); ++i) {
    if (i == nearest.index) continue;
    const double distance = face_distance(polygon, i, x);
    if (distance < tied) continue;
    if (alone) separated = face_separation(polygon, nearest.index, at, other, at_other);
    alone = false;
    const double candidate = face_separation(polygon, i, at, other, at_other);
    if (candidate > separated) {
      separated = candidate;
      best = {i, distance};
    }
  }
  return best;
}

/// A surface with faces, or a round one, against a point: how far the point is, and in which direction.
struct Surface {
  double distance;
  Vec2 normal;  ///< in the world, out of the surface
};

/// Signed Euclidean distance of a circle's centre to a polygon; the normal of a face, or away from a corner.
Surface round_surface(const PlanarShape& polygon, const Pose& at, const Vec2& centre) {
  const Vec2 x = in_frame(at, centre);
  const Face face = nearest_face(polygon, x);
  if (face.distance <= 0) return {face.distance, at.turn(polygon.normals[face.index])};
  Surface nearest{std::numeric_limits<double>::infinity(), {0, 0}};
  const std::size_t n = polygon.points.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double distance = face_distance(polygon, i, x);
    if (distance < 0) continue;
    const Vec2 &p = polygon.points[i], &q = polygon.points[(i + 1) % n];
    const double along = dot(x - p, q - p), length = dot(q - p, q - p);
    if (along >= 0 && along <= length) return {distance, at.turn(polygon.normals[i])};
    const Vec2 from = x - (along < 0 ? p : q);
    const double reach = norm(from);
    if (reach < nearest.distance) nearest = {reach, (1 / reach) * from};
  }
  return {nearest.distance, at.turn(nearest.normal)};
}

/// Faces of `solid` against corner or centre x of `other`.
Surface surface_at(const PlanarShape& solid, const Pose& at, const Vec2& x, const PlanarShape& other,
                   const Pose& at_other) {
  if (solid.kind == ShapeKind::half_plane) {
    return {face_distance(solid, 0, in_frame(at, x)), at.turn(solid.normals[0])};
  }
  if (other.kind == ShapeKind::round && other.radius > 0) return round_surface(solid, at, x);
  const Vec2 local = in_frame(at, x);
  const Face face = other.kind == ShapeKind::round ? nearest_face(solid, local)
                                                   : face_against(solid, at, local, other, at_other);
  return {face.distance, at.turn(solid.normals[face.index])};
}

/// The corner, or the centre, that a feature is about, and whose it is.
struct Corner {
  bool of_a = true;
  std::size_t index = 0;
};

Corner corner_of(const PlanarShape& a, const PlanarShape& b, int feature) {
  const bool of_a = a.kind == ShapeKind::round || b.kind == ShapeKind::half_plane ||
                    (a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon &&
                     feature < static_cast<int>(a.points.size()));
  const bool second = a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon && !of_a;
  return {of_a, static_cast<std::size_t>(feature) - (second ? a.points.size() : 0)};
}

PairContact round_pair(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b) {
  const Vec2 centre = at_a.point(a.points[0]), way = at_b.point(b.points[0]) - centre;
  const double distance = norm(way);
  PairContact contact;
  contact.gap = distance - a.radius - b.radius;
  if (distance > 0) contact.normal = (1 / distance) * way;
  contact.point =
      centre + (a.radius + 0.5 * contact.gap) * contact.normal;  // in the middle of gap or overlap
  return contact;
}

}  // namespace

bool can_touch(const PlanarShape& a, const PlanarShape& b) {
  if (a.kind == ShapeKind::half_plane && b.kind == ShapeKind::half_plane) return false;
  const bool points = a.kind == ShapeKind::round && b.kind == ShapeKind::round && a.radius + b.radius == 0;
  return !points;
}

int feature_count(const PlanarShape& a, const PlanarShape& b) {
  if (a.kind == ShapeKind::round || b.kind == ShapeKind::round) return 1;
  int corners = 0;
  for (const PlanarShape* shape : {&a, &b}) {
    if (shape->kind == ShapeKind::polygon) corners += static_cast<int>(shape->points.size());
  }
  return corners;
}

std::array<int, 2> feature_corner(const PlanarShape& a, const PlanarShape& b, int feature) {
  if (a.kind == ShapeKind::round || b.kind == ShapeKind::round) return {-1, -1};
  const Corner corner = corner_of(a, b, feature);
  const auto index = static_cast<int>(corner.index);
  return corner.of_a ? std::array<int, 2>{index, -1} : std::array<int, 2>{-1, index};
}

std::string feature_name(const PlanarShape& a, const PlanarShape& b, int feature) {
  const std::array<int, 2> corner = feature_corner(a, b, feature);
  if (corner[0] >= 0) return "a" + std::to_string(corner[0]);
  return corner[1] >= 0 ? "b" + std::to_string(corner[1]) : "";
}

PairContact find_contact(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b,
                         int feature) {
  if (a.kind == ShapeKind::round && b.kind == ShapeKind::round) return round_pair(a, at_a, b, at_b);
  const Corner corner = corner_of(a, b, feature);
  const PlanarShape &tip = corner.of_a ? a : b, &solid = corner.of_a ? b : a;
  const Pose &at_tip = corner.of_a ? at_a : at_b, &at_solid = corner.of_a ? at_b : at_a;
  const Vec2 x = at_tip.point(tip.points[corner.index]);
  const Surface surface = surface_at(solid, at_solid, x, tip, at_tip);
  PairContact contact;
  contact.gap = surface.distance - tip.radius;
  contact.normal = corner.of_a ? -1.0 * surface.normal : surface.normal;
  contact.point = x - tip.radius * surface.normal;
  return contact;
}

void pair_rows(const PairContact& contact, const Pose& at_a, const Pose& at_b, double* w_N, double* w_T) {
  const Vec2 from_a = contact.point - at_a.centre(), from_b = contact.point - at_b.centre();
  const Vec2 tangent = -1.0 * perp(contact.normal);
  const auto fill = [&](const Vec2& k, double* row) {
    row[0] = -k[0], row[1] = -k[1], row[2] = -cross(from_a, k);
    row[3] = k[0], row[4] = k[1], row[5] = cross(from_b, k);
  };
  fill(contact.normal, w_N);
  fill(tangent, w_T);
}

PairContact separation(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b) {
  PairContact found;
  if (a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon) {
    found.gap = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a.normals.size() + b.normals.size(); ++i) {
      const bool of_a = i < a.normals.size();
      const std::size_t face = of_a ? i : i - a.normals.size();
      const double gap =
          of_a ? face_separation(a, face, at_a, b, at_b) : face_separation(b, face, at_b, a, at_a);
      if (gap <= found.gap) continue;
      found.gap = gap;
      found.normal = of_a ? at_a.turn(a.normals[face]) : -1.0 * at_b.turn(b.normals[face]);
    }
    return found;
  }
  found.gap = std::numeric_limits<double>::infinity();
  for (int feature = 0; feature < feature_count(a, b); ++feature) {
    const PairContact contact = find_contact(a, at_a, b, at_b, feature);
    if (contact.gap < found.gap) found = contact;
  }
  return found;
}

double pair_length(const PlanarShape& a, const PlanarShape& b, double otherwise) {
  if (a.size == 0 && b.size == 0) return otherwise;
  if (a.size == 0 || b.size == 0) return std::max(a.size, b.size);
  return std::min(a.size, b.size);
}

ContactGeometry pair_geometry(const PlanarShape& a, const PlanarShape& b) {
  const auto radius = [](const PlanarShape& shape, const PlanarShape& other) {
    if (shape.kind == ShapeKind::round) return shape.radius;  // zero for a point
    if (shape.kind == ShapeKind::half_plane || other.kind == ShapeKind::round) return kFlat;
    return 0.0;  // a corner of it, or a face against a corner of the other
  };
  return {radius(a, b), radius(b, a)};
}

}  // namespace freeplay
