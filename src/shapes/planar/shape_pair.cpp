// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/shape_pair.h"

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "shapes/planar/outline_pair.h"
#include "shapes/planar/polygon_surface.h"

namespace freeplay {
namespace {

/// A surface with sides against corner or centre k of `tip`, which is at x in the world. The normal is that of
/// the world.
Surface surface_at(const PlanarShape& solid, const Pose& at, const Vec2& x, const PlanarShape& tip,
                   const Pose& at_tip, std::size_t k) {
  const Vec2 local = in_frame(at, x);
  if (solid.kind == ShapeKind::half_plane) return {face_distance(solid, 0, local), at.turn(solid.normals[0])};
  Surface found;
  if (tip.kind == ShapeKind::polygon) {
    const Pose there = seen_from(at, at_tip);
    Wedge wedge = wedge_of(tip, k);
    for (std::size_t i = 0; i < 2; ++i)
      wedge.side[i] = there.turn(wedge.side[i]), wedge.normal[i] = there.turn(wedge.normal[i]);
    found = polygon_surface(solid, local, &wedge);
  } else {
    found = polygon_surface(solid, local, nullptr);
  }
  return {found.distance - solid.radius, at.turn(found.normal)};
}

/// The corner, or the centre, that a feature is about, and whose it is.
struct Corner {
  bool of_a = true;
  std::size_t index = 0;
};

Corner corner_of(const PlanarShape& a, const PlanarShape& b, int feature) {
  const bool of_a =
      a.kind == ShapeKind::round || b.kind == ShapeKind::half_plane ||
      (a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon && feature < int_size(a.points));
  const bool second = a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon && !of_a;
  return {of_a, idx(feature) - (second ? a.points.size() : 0)};
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
  if (has_outline(a, b)) {  // a polygon with too many corners has no outline
    return (a.kind != ShapeKind::polygon || a.part) && (b.kind != ShapeKind::polygon || b.part);
  }
  const bool points = a.kind == ShapeKind::round && b.kind == ShapeKind::round && a.radius + b.radius == 0;
  return !points;
}

int feature_count(const PlanarShape& a, const PlanarShape& b) {
  if (has_outline(a, b)) return outline_features(a, b);
  if (a.kind == ShapeKind::round || b.kind == ShapeKind::round) return 1;
  int corners = 0;
  for (const PlanarShape* shape : {&a, &b}) {
    if (shape->kind == ShapeKind::polygon) corners += int_size(shape->points);
  }
  return corners;
}

int feature_limit(const PlanarShape& a, const PlanarShape& b) {
  return has_outline(a, b) ? outline_feature_limit(a, b) : feature_count(a, b);
}

std::array<int, 2> feature_corner(const PlanarShape& a, const PlanarShape& b, int feature) {
  if (has_outline(a, b)) return outline_corner(a, b, feature);
  if (a.kind == ShapeKind::round || b.kind == ShapeKind::round) return {-1, -1};
  const Corner corner = corner_of(a, b, feature);
  const auto index = static_cast<int>(corner.index);
  return corner.of_a ? std::array<int, 2>{index, -1} : std::array<int, 2>{-1, index};
}

std::string feature_name(const PlanarShape& a, const PlanarShape& b, int feature) {
  if (has_outline(a, b)) return outline_feature_name(a, b, feature);
  const std::array<int, 2> corner = feature_corner(a, b, feature);
  if (corner[0] >= 0) return "a" + std::to_string(corner[0]);
  return corner[1] >= 0 ? "b" + std::to_string(corner[1]) : "";
}

PairContact find_contact(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b,
                         int feature) {
  if (a.kind == ShapeKind::round && b.kind == ShapeKind::round) return round_pair(a, at_a, b, at_b);
  if (has_outline(a, b)) return outline_contact(a, at_a, b, at_b, feature);
  const Corner corner = corner_of(a, b, feature);
  const PlanarShape &tip = corner.of_a ? a : b, &solid = corner.of_a ? b : a;
  const Pose &at_tip = corner.of_a ? at_a : at_b, &at_solid = corner.of_a ? at_b : at_a;
  const Vec2 x = at_tip.point(tip.points[corner.index]);
  const Surface surface = surface_at(solid, at_solid, x, tip, at_tip, corner.index);
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
  if (has_outline(a, b)) return outline_separation(a, at_a, b, at_b);
  PairContact found;
  if (a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon) {
    found.gap = -std::numeric_limits<double>::infinity();
    const Pose b_seen = seen_from(at_a, at_b), a_seen = seen_from(at_b, at_a);
    for (std::size_t i = 0; i < a.normals.size() + b.normals.size(); ++i) {
      const bool of_a = i < a.normals.size();
      const std::size_t side = of_a ? i : i - a.normals.size();
      const double gap = of_a ? side_separation(a, side, b, b_seen) : side_separation(b, side, a, a_seen);
      if (gap <= found.gap) continue;
      found.gap = gap;
      found.normal = of_a ? at_a.turn(a.normals[side]) : -1.0 * at_b.turn(b.normals[side]);
    }
    found.gap -= a.radius + b.radius;
    if (found.gap + a.radius + b.radius <= 0) return found;
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
  // a corner on a side, rounded as that of them which is rounded less
  if (a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon && std::min(a.radius, b.radius) > 0)
    return {std::min(a.radius, b.radius), kFlat};
  const auto radius = [](const PlanarShape& shape, const PlanarShape& other) {
    if (shape.kind == ShapeKind::round) return shape.radius;  // zero for a point
    if (shape.kind == ShapeKind::half_plane || other.kind == ShapeKind::round) return kFlat;
    return other.kind == ShapeKind::half_plane ? shape.radius : 0.0;  // a sharp corner, or a side on one
  };
  return {radius(a, b), radius(b, a)};
}

}  // namespace freeplay
