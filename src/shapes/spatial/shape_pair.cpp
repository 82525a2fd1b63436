// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/shape_pair.h"

#include <algorithm>
#include <limits>

#include "base/assert.h"
#include "base/index.h"
#include "shapes/spatial/cylinder_pair.h"

namespace freeplay {
namespace {

int rank(const SpatialShape& shape) { return static_cast<int>(shape.kind); }
int corners(const SpatialShape& shape) { return int_size(shape.points); }
int edges(const SpatialShape& shape) { return int_size(shape.edges); }

bool are(const SpatialShape& a, const SpatialShape& b, SpatialKind first, SpatialKind second) {
  return a.kind == first && b.kind == second;
}

/// The axis of a capsule, seen from `origin`.
Segment axis_of(const SpatialShape& capsule, const SpatialPose& at, const Vec3& origin) {
  return {(at.r - origin) + at.turn(capsule.points[0]), at.turn(capsule.axes.column(2)),
          2 * capsule.half_length};
}

/// A point x of the world against a capsule: its nearest point of the axis, and how far that is off its ends.
struct BesideAxis {
  Vec3 way{0, 0, 0};  ///< from the axis to x
  double off = 0;
};

BesideAxis beside(const Segment& axis, const Vec3& x) {
  const Vec3 from = x - axis.start;
  const double s = dot(from, axis.direction);
  return {from - std::clamp(s, 0.0, axis.length) * axis.direction, axis.off(s)};
}

/// What is `distance` away along a way that may have no length.
SurfacePoint along(const Vec3& way, double radius, const Vec3& otherwise) {
  const double distance = norm(way);
  return {distance - radius, distance > 0 ? (1 / distance) * way : otherwise};
}

/// A point of the world against a shape.
SurfacePoint surface_at(const SpatialShape& solid, const SpatialPose& at, const Vec3& x) {
  const Vec3 from = x - at.r;
  const auto turned = [&](const SurfacePoint& found) {
    return SurfacePoint{found.distance, at.turn(found.normal)};
  };
  switch (solid.kind) {
    case SpatialKind::sphere: return along(from - at.turn(solid.points[0]), solid.radius, {0, 0, 1});
    case SpatialKind::capsule:
      return along(beside(axis_of(solid, at, at.r), from).way, solid.radius, at.turn(solid.axes.column(0)));
    case SpatialKind::polytope: return turned(distance_to_polytope(solid, at.turn_back(from)));
    case SpatialKind::cylinder: return turned(distance_to_cylinder(solid, at.turn_back(from)));
    case SpatialKind::half_space:
      return turned({face_distance(solid, 0, at.turn_back(from)), solid.normals[0]});
    case SpatialKind::mesh: break;
  }
  FREEPLAY_ASSERT(false && "a mesh touches nothing");
  return {};
}

/// A ball of the first shape about x against the second. The contact is in the middle of gap or overlap when
/// the second is round too, and otherwise, as in the plane, on the surface of the ball: that is its arm when
/// it rolls.
SpatialContact ball_contact(const Vec3& x, double radius, const SurfacePoint& surface, bool both_round) {
  SpatialContact contact;
  contact.gap = surface.distance - radius;
  contact.normal = -surface.normal;
  contact.point = x + (radius + (both_round ? 0.5 * contact.gap : 0)) * contact.normal;
  return contact;
}

SpatialContact ball_contact(const Vec3& x, double radius, const SpatialShape& solid, const SpatialPose& at) {
  const bool round = solid.kind == SpatialKind::sphere || solid.kind == SpatialKind::capsule;
  return ball_contact(x, radius, surface_at(solid, at, x), round);
}

SpatialContact turned_round(SpatialContact contact) {
  contact.normal = -contact.normal;
  return contact;
}

/// A point x of b, or the centre of a ball of it, against the axis of capsule a.
SpatialContact beside_capsule(const SpatialShape& capsule, const SpatialPose& at, const Vec3& x,
                              double radius) {
  const BesideAxis near = beside(axis_of(capsule, at, at.r), x - at.r);
  SpatialContact contact = turned_round(
      ball_contact(x, radius, along(near.way, capsule.radius, at.turn(capsule.axes.column(0))), true));
  contact.gap += near.off;
  return contact;
}

/// Where in the segment, if anywhere, it is inside of all faces.
bool pierces(const SpatialShape& polytope, const Vec3& p, const Vec3& q) {
  double first = 0, last = 1;
  for (std::size_t i = 0; i < polytope.normals.size(); ++i) {
    const double d_p = face_distance(polytope, i, p), d_q = face_distance(polytope, i, q);
    if (d_p >= 0 && d_q >= 0) return false;
    if (d_p > 0) first = std::max(first, d_p / (d_p - d_q));
    if (d_q > 0) last = std::min(last, d_p / (d_p - d_q));
  }
  return first < last;
}

/// Corners first, then those of the second, then pairs of edges, then faces of the first with ends of the
/// second.
struct Numbered {
  int of_first = 0, of_second = 0, edges_first = 0, edges_second = 0, faces = 0;
  int count() const { return of_first + of_second + edges_first * edges_second + 2 * faces; }
  std::array<int, 2> parts(int feature) const {
    if (feature < of_first) return {feature, -1};
    feature -= of_first;
    if (feature < of_second) return {-1, feature};
    feature -= of_second;
    if (feature < edges_first * edges_second) return {feature / edges_second, feature % edges_second};
    feature -= edges_first * edges_second;
    return {edges_first + feature / 2, feature % 2};
  }
};

/// For shapes in the order of the kinds.
Numbered numbered(const SpatialShape& a, const SpatialShape& b) {
  if (a.kind == SpatialKind::sphere) return {1, 0, 0, 0};
  if (b.kind == SpatialKind::half_space) return {most_corners(a), 0, 0, 0};
  const int ridges = a.kind == SpatialKind::capsule ? 1 : edges(a);
  if (b.kind == SpatialKind::cylinder) {
    if (a.kind == SpatialKind::capsule) return {corners(a), 0, 1, kEdgeContacts};
    return {corners(a), 2 * kRingPoints, ridges, kEdgeContacts, int_size(a.faces)};
  }
  return {corners(a), corners(b), ridges, b.kind == SpatialKind::capsule ? 1 : edges(b)};
}

}  // namespace

bool can_touch(const SpatialShape& a, const SpatialShape& b) {
  return a.contact && b.contact && !are(a, b, SpatialKind::half_space, SpatialKind::half_space);
}

std::string not_computed(const SpatialShape& a, const SpatialShape& b) {
  return are(a, b, SpatialKind::cylinder, SpatialKind::cylinder) ? "contacts of two cylinders" : "";
}

std::string doubtful(const SpatialShape& a, const SpatialShape& b) {
  const bool pair = are(a, b, SpatialKind::capsule, SpatialKind::cylinder) ||
                    are(a, b, SpatialKind::cylinder, SpatialKind::capsule);
  return pair ? "a capsule that slides along the rim of a cylinder may sink in where its end passes the rim"
              : "";
}

int feature_count(const SpatialShape& a, const SpatialShape& b) {
  return rank(a) <= rank(b) ? numbered(a, b).count() : numbered(b, a).count();
}

std::array<int, 2> feature_corner(const SpatialShape& a, const SpatialShape& b, int feature) {
  if (feature_count(a, b) == 1) return {-1, -1};
  if (rank(a) <= rank(b)) return numbered(a, b).parts(feature);
  const std::array<int, 2> parts = numbered(b, a).parts(feature);
  return {parts[1], parts[0]};
}

int most_corners(const SpatialShape& shape) {
  if (shape.kind == SpatialKind::cylinder) return 2 * (1 + kRingPoints);
  return shape.kind == SpatialKind::capsule || shape.kind == SpatialKind::polytope ? corners(shape) : 0;
}

std::string feature_name(const SpatialShape& a, const SpatialShape& b, int feature) {
  const std::array<int, 2> corner = feature_corner(a, b, feature);
  std::string name;
  if (corner[0] >= 0) name += "a" + std::to_string(corner[0]);
  if (corner[0] >= 0 && corner[1] >= 0) name += "x";
  if (corner[1] >= 0) name += "b" + std::to_string(corner[1]);
  return name;
}

SpatialPair::SpatialPair(const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                         const SpatialPose& at_b)
    : a_(&a), b_(&b), at_a_(&at_a), at_b_(&at_b), swapped_(rank(a) > rank(b)) {
  if (!swapped_) return;
  std::swap(a_, b_);
  std::swap(at_a_, at_b_);
}

int SpatialPair::count() const { return numbered(*a_, *b_).count(); }

const BestAxis& SpatialPair::best() {
  if (!best_) best_ = best_axis(*a_, *at_a_, *b_, *at_b_);
  return *best_;
}

SpatialContact SpatialPair::find(int feature, bool gap) {
  SpatialContact contact;
  if (a_->kind == SpatialKind::sphere || are(*a_, *b_, SpatialKind::capsule, SpatialKind::half_space)) {
    const Vec3 x = at_a_->point(a_->points[idx(feature)]);
    contact = ball_contact(x, a_->radius, *b_, *at_b_);
  } else if (b_->kind == SpatialKind::half_space) {
    const Vec3 x = a_->kind == SpatialKind::polytope
                       ? a_->points[idx(feature)]
                       : cylinder_point(*a_, feature, at_a_->turn_back(at_b_->turn(b_->normals[0])));
    contact = ball_contact(at_a_->point(x), 0, *b_, *at_b_);
  } else if (b_->kind == SpatialKind::cylinder) {
    contact = on_cylinder(feature);
  } else if (b_->kind == SpatialKind::capsule) {
    contact = of_capsules(feature);
  } else if (a_->kind == SpatialKind::capsule) {
    contact = of_capsule_and_polytope(feature);
  } else {
    contact = of_polytopes(feature, gap);
  }
  return swapped_ ? turned_round(contact) : contact;
}

SpatialContact SpatialPair::of_capsules(int feature) const {
  if (feature < 2) {
    const Vec3 x = at_a_->point(a_->points[idx(feature)]);
    return ball_contact(x, a_->radius, *b_, *at_b_);
  }
  if (feature < 4) {
    const Vec3 x = at_b_->point(b_->points[idx(feature - 2)]);
    return beside_capsule(*a_, *at_a_, x, b_->radius);
  }
  const Segment e = axis_of(*a_, *at_a_, at_a_->r), f = axis_of(*b_, *at_b_, at_a_->r);
  const Crossing crossing = cross_lines(e, f);
  SpatialContact contact;
  if (crossing.sine < kParallel) {  // their ends touch, or nothing of them
    contact.gap = norm(f.start - e.start) + a_->extent + b_->extent;
    contact.point = at_a_->r + e.start;
    return contact;
  }
  contact.normal = crossing.distance < 0 ? -crossing.normal : crossing.normal;
  contact.gap = std::abs(crossing.distance) - a_->radius - b_->radius;
  contact.point = at_a_->r + e.at(crossing.s) + (a_->radius + 0.5 * contact.gap) * contact.normal;
  contact.gap += e.off(crossing.s) + f.off(crossing.t);
  return contact;
}

SpatialContact SpatialPair::of_capsule_and_polytope(int feature) const {
  if (feature < 2) {
    const Vec3 x = at_a_->point(a_->points[idx(feature)]);
    return ball_contact(x, a_->radius, *b_, *at_b_);
  }
  feature -= 2;
  if (feature < corners(*b_)) return beside_capsule(*a_, *at_a_, at_b_->point(b_->points[idx(feature)]), 0);
  const auto edge = idx(feature - corners(*b_));
  const Segment e = axis_of(*a_, *at_a_, at_b_->r), f = edge_segment(*b_, *at_b_, edge, at_b_->r);
  const Crossing crossing = cross_lines(e, f);
  SpatialContact contact;
  if (crossing.sine < kParallel) {
    contact.gap = norm(f.start - e.start) + a_->extent + b_->extent;
    contact.point = at_b_->r + f.start;
    return contact;
  }
  contact.normal = crossing.distance < 0 ? -crossing.normal : crossing.normal;
  contact.gap = std::abs(crossing.distance) - a_->radius;
  contact.point = at_b_->r + f.at(crossing.t) - 0.5 * contact.gap * contact.normal;
  contact.gap += e.off(crossing.s) + f.off(crossing.t);
  return contact;
}

SpatialContact SpatialPair::on_cylinder(int feature) const {
  const Numbered numbers = numbered(*a_, *b_);
  const auto [first, second] = numbers.parts(feature);
  if (a_->kind == SpatialKind::capsule) {
    if (second >= 0) return axis_on_cylinder(*a_, *at_a_, *b_, *at_b_, second);
    const Vec3 x = at_a_->point(a_->points[idx(first)]);
    return ball_contact(x, a_->radius, *b_, *at_b_);
  }
  if (second < 0) return corner_on_cylinder(*a_, *at_a_, idx(first), *b_, *at_b_);
  if (first < 0) return ring_on_polytope(*a_, *at_a_, *b_, *at_b_, second);
  if (first < numbers.edges_first) return edge_on_cylinder(*a_, *at_a_, idx(first), *b_, *at_b_, second);
  const auto face = idx(first - numbers.edges_first);
  return rim_on_face(*a_, *at_a_, face, *b_, *at_b_, second);
}

SpatialContact SpatialPair::of_polytopes(int feature, bool gap) {
  if (feature < corners(*a_)) return turned_round(corner_contact(*a_, *at_a_, idx(feature), *b_, *at_b_));
  feature -= corners(*a_);
  if (feature < corners(*b_)) return corner_contact(*b_, *at_b_, idx(feature), *a_, *at_a_);
  feature -= corners(*b_);
  const auto count = int_size(b_->edges);
  return edge_contact(*a_, *at_a_, idx(feature / count), *b_, *at_b_, idx(feature % count),
                      [this, gap] { return gap ? best().separation : 0; });
}

double SpatialPair::away(int feature) {
  const Numbered numbers = numbered(*a_, *b_);
  const auto [first, second] = numbers.parts(feature);
  const bool capsule = a_->kind == SpatialKind::capsule;
  if (second < 0) return find(feature).gap;
  if (first < 0) {  // a corner or an end beside a capsule
    if (!capsule) return find(feature).gap;
    const Vec3 x = at_b_->point(b_->points[idx(second)]);
    return surface_at(*a_, *at_a_, x).distance - b_->radius;
  }
  if (first >= numbers.edges_first) {  // a rim in front of a face, at either side of it
    const Vec3 x = at_a_->turn_back(find(feature).point - at_a_->r);
    return std::abs(face_distance(*a_, idx(first - numbers.edges_first), x));
  }
  const bool edges_of_b = b_->kind == SpatialKind::polytope;
  const Vec3& origin = at_a_->r;
  const Segment e = capsule ? axis_of(*a_, *at_a_, origin) : edge_segment(*a_, *at_a_, idx(first), origin);
  const Segment f =
      edges_of_b ? edge_segment(*b_, *at_b_, idx(second), origin) : axis_of(*b_, *at_b_, origin);
  return segment_distance(e, f) - a_->radius - b_->radius;
}

double SpatialPair::least() {
  return are(*a_, *b_, SpatialKind::polytope, SpatialKind::polytope)
             ? best().separation
             : -std::numeric_limits<double>::infinity();
}

SpatialContact SpatialPair::separation() {
  SpatialContact found;
  if (are(*a_, *b_, SpatialKind::polytope, SpatialKind::polytope)) {
    found.gap = best().separation;
    found.normal = swapped_ ? -best().normal : best().normal;
    if (found.gap <= 0) return found;
  }
  found.gap = std::numeric_limits<double>::infinity();
  for (int feature = 0; feature < count(); ++feature) {
    const SpatialContact contact = find(feature);
    if (contact.gap < found.gap) found = contact;
  }
  // an axis that goes through a polytope, with both ends outside
  const bool capsule = are(*a_, *b_, SpatialKind::capsule, SpatialKind::polytope);
  if (capsule || are(*a_, *b_, SpatialKind::polytope, SpatialKind::cylinder)) {
    const SpatialShape &rod = capsule ? *a_ : *b_, &solid = capsule ? *b_ : *a_;
    const SpatialPose &at_rod = capsule ? *at_a_ : *at_b_, &at_solid = capsule ? *at_b_ : *at_a_;
    const auto end = [&](std::size_t k) {
      return at_solid.turn_back((at_rod.r - at_solid.r) + at_rod.turn(rod.points[k]));
    };
    if (found.gap > -rod.radius && pierces(solid, end(0), end(1))) found.gap = -rod.radius;
    if (!capsule && found.gap > 0) {
      found = polytope_from_cylinder(*a_, *at_a_, *b_, *at_b_);
      if (swapped_) found = turned_round(found);
    }
  }
  return found;
}

SpatialContact find_contact(const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                            const SpatialPose& at_b, int feature) {
  return SpatialPair(a, at_a, b, at_b).find(feature);
}

SpatialContact separation(const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                          const SpatialPose& at_b) {
  return SpatialPair(a, at_a, b, at_b).separation();
}

void pair_rows(const SpatialContact& contact, const SpatialPose& at_a, const SpatialPose& at_b,
               const std::array<double*, 3>& rows) {
  const Vec3 from_a = contact.point - at_a.r, from_b = contact.point - at_b.r;
  const auto fill = [&](const Vec3& d, double* row) {
    const Vec3 turn_a = at_a.turn_back(cross(from_a, d)), turn_b = at_b.turn_back(cross(from_b, d));
    for (std::size_t k = 0; k < 3; ++k)
      row[k] = -d[k], row[3 + k] = -turn_a[k], row[6 + k] = d[k], row[9 + k] = turn_b[k];
  };
  const auto [t1, t2] = tangents(contact.normal);
  fill(contact.normal, rows[0]);
  fill(t1, rows[1]);
  fill(t2, rows[2]);
}

double pair_length(const SpatialShape& a, const SpatialShape& b, double otherwise) {
  if (a.size == 0 && b.size == 0) return otherwise;
  if (a.size == 0 || b.size == 0) return std::max(a.size, b.size);
  return std::min(a.size, b.size);
}

ContactGeometry pair_geometry(const SpatialShape& a, const SpatialShape& b) {
  const auto radius = [](const SpatialShape& shape, const SpatialShape& other) {
    if (shape.kind == SpatialKind::sphere || shape.kind == SpatialKind::capsule) return shape.radius;
    const bool round = other.kind == SpatialKind::sphere || other.kind == SpatialKind::capsule;
    if (shape.kind == SpatialKind::cylinder && round) return shape.radius;
    if (shape.kind == SpatialKind::half_space || round) return kFlat;
    return 0.0;  // a corner or rim of it, or a face against those of the other
  };
  return {radius(a, b), radius(b, a)};
}

}  // namespace freeplay
