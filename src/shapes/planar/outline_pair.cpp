// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/outline_pair.h"

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "shapes/planar/outline_contact.h"
#include "shapes/planar/outline_crossing.h"

namespace freeplay {
namespace {

int tips(const PlanarShape& shape) { return shape.part ? int_size(shape.part->tips) : 0; }
const OutlineTip& tip_of(const PlanarShape& shape, int tip) { return shape.part->tips[idx(tip)]; }

/// Contacts of the tips of one shape on the stretches of the other.
int tips_on(const PlanarShape& one, const PlanarShape& other) {
  if (one.part->tip_radius < other.part->tightest) return tips(one) * int_size(other.part->stretches);
  int count = 0;
  for (const OutlineTip& tip : one.part->tips) count += stretch_count(*other.part, tip.radius);
  return count;
}

/// Which tip and which stretch is number `feature` of these.
OutlineFeature tip_on(const PlanarShape& one, const PlanarShape& other, int feature) {
  if (one.part->tip_radius < other.part->tightest) {
    const int stretches = int_size(other.part->stretches);
    return {true, feature / stretches, feature % stretches};
  }
  for (int tip = 0; tip < tips(one); ++tip) {
    const int stretches = stretch_count(*other.part, tip_of(one, tip).radius);
    if (feature < stretches) return {true, tip, feature};
    feature -= stretches;
  }
  return {};
}

PairContact round_contact(const PlanarShape& ball, const Pose& at_ball, const PlanarShape& solid,
                          const Pose& at, int stretch) {
  const Vec2 x = at_ball.point(ball.points[0]);
  const Surface surface =
      point_on_stretch(stretch_of(*solid.part, solid.size, ball.radius, stretch), in_frame(at, x));
  const Vec2 normal = at.turn(surface.normal);
  return {surface.distance - ball.radius, normal, x - ball.radius * normal};
}

PairContact plane_contact(const PlanarShape& solid, const Pose& at, const PlanarShape& plane,
                          const Pose& at_plane, int tip) {
  const Vec2 normal = at_plane.turn(plane.normals[0]);
  const Vec2 local{at.c * normal[0] + at.s * normal[1], at.c * normal[1] - at.s * normal[0]};
  const Vec2 x = at.point(lowest(tip_of(solid, tip), local).point);
  return {face_distance(plane, 0, in_frame(at_plane, x)), normal, x};
}

PairContact tip_contact(const PlanarShape& one, const Pose& at_one, const PlanarShape& other,
                        const Pose& at_other, const OutlineFeature& about) {
  const OutlineTip& tip = tip_of(one, about.tip);
  const Stretch stretch = stretch_of(*other.part, other.size, tip.radius, about.stretch);
  const TipTouch touch =
      tip_on_stretch(*one.part, tip, one.size, seen_from(at_other, at_one), stretch, about.tip_of_a);
  return {touch.surface.distance, at_other.turn(touch.surface.normal), at_other.point(touch.point)};
}

PairContact turned_round(PairContact contact) {
  contact.normal = -1.0 * contact.normal;
  return contact;
}

}  // namespace

bool is_outline(const PlanarShape& shape) { return shape.kind == ShapeKind::outline; }

OutlineFeature outline_feature(const PlanarShape& a, const PlanarShape& b, int feature) {
  if (a.kind == ShapeKind::round || b.kind == ShapeKind::round)
    return {a.kind == ShapeKind::round, -1, feature};
  if (a.kind == ShapeKind::half_plane || b.kind == ShapeKind::half_plane) return {is_outline(a), feature, 0};
  const int of_a = tips_on(a, b);
  if (feature < of_a) return tip_on(a, b, feature);
  OutlineFeature found = tip_on(b, a, feature - of_a);
  found.tip_of_a = false;
  return found;
}

int outline_features(const PlanarShape& a, const PlanarShape& b) {
  if (a.kind == ShapeKind::round) return stretch_count(*b.part, a.radius);
  if (b.kind == ShapeKind::round) return stretch_count(*a.part, b.radius);
  if (a.kind == ShapeKind::half_plane || b.kind == ShapeKind::half_plane) return tips(is_outline(a) ? a : b);
  return tips_on(a, b) + tips_on(b, a);
}

int outline_feature_limit(const PlanarShape& a, const PlanarShape& b) {
  // of polygons the kind tells the number of corners, of which some may be straight
  const auto most_tips = [](const PlanarShape& shape) {
    return shape.kind == ShapeKind::polygon ? int_size(shape.points) : tips(shape);
  };
  const auto stretches = [](const PlanarShape& shape) {
    return is_outline(shape) ? shape.part->most_stretches : 1;
  };
  if (a.kind == ShapeKind::round || b.kind == ShapeKind::round) return std::max(stretches(a), stretches(b));
  return most_tips(a) * stretches(b) + most_tips(b) * stretches(a);
}

std::array<int, 2> outline_corner(const PlanarShape& a, const PlanarShape& b, int feature) {
  const OutlineFeature about = outline_feature(a, b, feature);
  if (about.tip < 0) return {-1, -1};
  const int corner = tip_of(about.tip_of_a ? a : b, about.tip).corner;
  return about.tip_of_a ? std::array<int, 2>{corner, -1} : std::array<int, 2>{-1, corner};
}

std::string outline_feature_name(const PlanarShape& a, const PlanarShape& b, int feature) {
  const OutlineFeature about = outline_feature(a, b, feature);
  const PlanarShape &tip = about.tip_of_a ? a : b, &solid = about.tip_of_a ? b : a;
  std::string name;
  if (about.tip >= 0) name = (about.tip_of_a ? "a" : "b") + std::to_string(tip_of(tip, about.tip).corner);
  if (solid.kind != ShapeKind::outline) return name;
  const double radius = about.tip < 0 ? tip.radius : tip_of(tip, about.tip).radius;
  if (solid.part->only && stretch_count(*solid.part, radius) == 1) return name;
  const Stretch stretch = stretch_of(*solid.part, solid.size, radius, about.stretch);
  return name + (name.empty() ? "s" : ".s") + std::to_string(stretch.outline->edges[stretch.first].corner);
}

PairContact outline_contact(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b,
                            int feature) {
  const OutlineFeature about = outline_feature(a, b, feature);
  const PlanarShape &tip = about.tip_of_a ? a : b, &solid = about.tip_of_a ? b : a;
  const Pose &at_tip = about.tip_of_a ? at_a : at_b, &at_solid = about.tip_of_a ? at_b : at_a;
  PairContact contact;  // the normal out of the solid
  if (about.tip < 0)
    contact = round_contact(tip, at_tip, solid, at_solid, about.stretch);
  else if (solid.kind == ShapeKind::half_plane)
    contact = plane_contact(tip, at_tip, solid, at_solid, about.tip);
  else
    contact = tip_contact(tip, at_tip, solid, at_solid, about);
  return about.tip_of_a ? turned_round(contact) : contact;
}

PairContact outline_separation(const PlanarShape& a, const Pose& at_a, const PlanarShape& b,
                               const Pose& at_b) {
  PairContact found;
  found.gap = std::numeric_limits<double>::infinity();
  for (int feature = 0; feature < outline_features(a, b); ++feature) {
    const PairContact contact = outline_contact(a, at_a, b, at_b, feature);
    if (contact.gap < found.gap) found = contact;
  }
  constexpr double kMargin = 1e-4;  // of the size: what lies on something does not cross it
  const double size = std::min(a.size, b.size);
  if (a.part && b.part && found.gap > -kMargin * size &&
      parts_cross(*a.part, *b.part, seen_from(at_a, at_b), kMargin * size))
    found.gap = -size;
  return found;
}

}  // namespace freeplay
