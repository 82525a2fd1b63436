// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/cylinder_pair.h"

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
namespace {

constexpr double kInside = 0.99;  // of the radius: where the points of an end face are
// Sine of the angle below which an edge over a rim lies in the end face and along the rim: then the face touches it.
constexpr double kGrazing = 1e-4;

/// What is fixed in another body, as the cylinder sees it: from its middle, z along its axis.
struct Seen {
  Mat3 turn;
  Vec3 shift{0, 0, 0};

  Seen(const SpatialPose& at, const SpatialShape& cylinder, const SpatialPose& at_cylinder)
      : turn(cylinder.axes.transpose() * (at_cylinder.A.transpose() * at.A)),
        shift(cylinder.axes.transposed(at_cylinder.turn_back(at.r - at_cylinder.r) - cylinder.centre)) {}
  Vec3 point(const Vec3& p) const { return turn * p + shift; }
};

/// From a point of the cylinder's own frame; the normal points out of the cylinder.
SpatialContact in_world(double gap, const Vec3& normal, const Vec3& point, const SpatialShape& cylinder,
                        const SpatialPose& at) {
  return {gap, -at.turn(cylinder.axes * normal), at.point(cylinder.centre + cylinder.axes * point)};
}

double across(const Vec3& x) { return std::hypot(x[0], x[1]); }

/// From the axis to x; any direction on the axis itself.
Vec3 outward(const Vec3& x) {
  const double rho = across(x);
  return rho > 0 ? Vec3{x[0] / rho, x[1] / rho, 0} : Vec3{1, 0, 0};
}

Segment seen_edge(const Seen& seen, const SpatialShape& shape, std::size_t edge) {
  const ShapeEdge& e = shape.edges[edge];
  return {seen.point(shape.points[e.from]), seen.turn * e.direction, e.length};
}

/// Along the line, where it is closest to the axis.
double closest_to_axis(const Segment& line) {
  const Vec3 &s = line.start, &d = line.direction;
  return -(s[0] * d[0] + s[1] * d[1]) / (d[0] * d[0] + d[1] * d[1]);
}

struct LineContact {
  double gap = 0;
  Vec3 normal{0, 0, 1}, point{0, 0, 0};
};

/// Beside the cylinder: ρ − R; the gap is made larger where the point is above an end face instead.
LineContact along_side(const Segment& line, const SpatialShape& cylinder) {
  const double t = closest_to_axis(line);
  const Vec3 x = line.at(t);
  const double beside = across(x) - cylinder.radius, above = std::abs(x[2]) - cylinder.half_length;
  return {beside + std::max(0.0, above) + 2 * std::max(0.0, above - beside), outward(x), x};
}

/// Where the line goes through the cone ρ − R = z − h on which the rim at z = h is. Root 0 or 1; when there
/// is none, or the root is on the other nappe of the cone, below its tip, `miss` tells by how much.
struct ConeRoot {
  double t = 0, miss = 0;
};

ConeRoot through_cone(const Segment& line, const SpatialShape& cylinder, int root) {
  const Vec3 &s = line.start, &d = line.direction;
  const double up = s[2] - cylinder.half_length + cylinder.radius;  // (up + t d_z)² = ρ²
  const double A = d[2] * d[2] - d[0] * d[0] - d[1] * d[1];
  const double B = up * d[2] - s[0] * d[0] - s[1] * d[1];
  const double C = up * up - s[0] * s[0] - s[1] * s[1];
  const double discriminant = B * B - A * C;
  if (discriminant < 0) return {-B / A, std::sqrt(-discriminant) / std::abs(A)};
  const double q = -(B + std::copysign(std::sqrt(discriminant), B));
  const bool large = (B > 0) == (root == 0);
  double t = large ? q / A : C / q;
  if (!std::isfinite(t)) t = 1e9 * (cylinder.radius + line.length);
  return {t, 2 * std::max(0.0, -(up + t * d[2]))};
}

/// Over the rim at z = h.
LineContact over_rim(const Segment& line, const SpatialShape& cylinder, int root) {
  const ConeRoot at = through_cone(line, cylinder, root);
  const Vec3 x = line.at(at.t), out = outward(x);
  const double rises = line.direction[2], leaves = dot(out, line.direction);
  // both vanish where an edge on the end face touches the rim: rounding alone would say that it is met from the side
  const double crosses = std::clamp((std::abs(rises) + std::abs(leaves)) / kGrazing - 1, 0.0, 1.0);
  const double share = crosses == 0 ? 0 : crosses * std::clamp(rises / (rises - leaves), 0.0, 1.0);
  const Vec3 normal = share * out + Vec3{0, 0, 1 - share};
  const double length = norm(normal);
  const double distance = std::max(std::abs(x[2]) - cylinder.half_length, across(x) - cylinder.radius);
  return {distance / length + at.miss, (1 / length) * normal, x};
}

/// Euclidean distance of a line from the rim at z = h, on that side of the way over it that `side` says.
LineContact from_rim(const Segment& line, const SpatialShape& cylinder, double side) {
  const double R = cylinder.radius, h = cylinder.half_length;
  const Vec3& d = line.direction;
  const double steep = across(d);
  if (steep < kParallel) {  // along the cylinder: beside the rim, in one point
    const Vec3 x = line.at((h - line.start[2]) / d[2]);
    return {std::abs(across(x) - R) + (side < 0 ? R : 0), outward(x), x};
  }
  const double middle = closest_to_axis(line), least = across(line.at(middle));
  const double reach = least < R ? std::sqrt((R - least) * (R + least)) / steep : 0;
  // half the derivative of the squared distance: beyond the rim it changes its sign once
  const auto slope = [&](double t) {
    const Vec3 x = line.at(t);
    const double rho = across(x), leaves = rho > 0 ? (x[0] * d[0] + x[1] * d[1]) / rho : steep;
    return (rho - R) * leaves + (x[2] - h) * d[2];
  };
  double t = middle + side * reach;
  const bool outside = least >= R;
  const double way = outside && side * slope(t) > 0 ? -side : side;
  if (way * slope(t) < 0) {
    double near = t, far = t, step = R;
    while (way * slope(far) < 0 && step < 1e6 * R) near = far, far += way * step, step *= 2;
    for (int k = 0; k < 200; ++k) {
      t = 0.5 * (near + far);
      if (t == near || t == far) break;
      (way * slope(t) < 0 ? near : far) = t;
    }
  }
  const Vec3 x = line.at(t), out = outward(x);
  const Vec3 apart = x - R * out - Vec3{0, 0, h};
  const double distance = norm(apart);
  LineContact contact{distance, distance > 0 ? (1 / distance) * apart : Vec3{0, 0, 1}, x};
  // beside the rim there is only one such point
  if (outside && side < 0) contact.gap += least - R;
  return contact;
}

/// Of the corners of a face.
Vec3 middle_of(const SpatialShape& polytope, std::size_t face) {
  Vec3 sum{0, 0, 0};
  for (const std::size_t corner : polytope.faces[face]) sum = sum + polytope.points[corner];
  return (1 / static_cast<double>(polytope.faces[face].size())) * sum;
}

LineContact mirrored(LineContact contact) {
  contact.normal[2] = -contact.normal[2];
  contact.point[2] = -contact.point[2];
  return contact;
}

Segment mirrored(Segment line) {
  line.start[2] = -line.start[2];
  line.direction[2] = -line.direction[2];
  return line;
}

}  // namespace

Vec3 cylinder_point(const SpatialShape& cylinder, int feature, const Vec3& n) {
  if (feature < 2) {
    const Vec3 x = cylinder.axes.column(0), y = cylinder.axes.column(1);
    const double along_x = dot(n, x), along_y = dot(n, y), length = std::hypot(along_x, along_y);
    const Vec3 down = length > 0 ? (along_x / length) * x + (along_y / length) * y : x;
    return cylinder.points[idx(feature)] - cylinder.radius * down;
  }
  const int end = (feature - 2) / kRingPoints, place = (feature - 2) % kRingPoints;
  const double side = place < 2 ? 1 : -1;
  return cylinder.points[idx(end)] + (side * kInside * cylinder.radius) * cylinder.axes.column(place % 2);
}

SpatialContact corner_on_cylinder(const SpatialShape& polytope, const SpatialPose& at, std::size_t corner,
                                  const SpatialShape& cylinder, const SpatialPose& at_cylinder) {
  const Seen seen(at, cylinder, at_cylinder);
  const Vec3 x = seen.point(polytope.points[corner]), out = outward(x);
  const Vec3 up{0, 0, x[2] < 0 ? -1.0 : 1.0};
  const double beside = across(x) - cylinder.radius, above = std::abs(x[2]) - cylinder.half_length;
  const double rounding = kSimultaneous * cylinder.size;
  if (std::min(beside, above) > 0 && std::hypot(beside, above) > rounding) {  // off the rim
    const double distance = std::hypot(beside, above);
    return in_world(distance, (1 / distance) * (beside * out + above * up), x, cylinder, at_cylinder);
  }
  if (std::max(beside, above) > rounding)
    return in_world(std::max(beside, above), beside > above ? out : up, x, cylinder, at_cylinder);
  // below both surfaces: that counts which the edges at the corner are in front of
  const SeenCorner tip(polytope, corner, x, seen.turn);
  const double reach = kSkew * cylinder.size;
  const bool side = beside - reach * skew(out, tip) > above - reach * skew(up, tip);
  return in_world(side ? beside : above, side ? out : up, x, cylinder, at_cylinder);
}

SpatialContact edge_on_cylinder(const SpatialShape& polytope, const SpatialPose& at, std::size_t edge,
                                const SpatialShape& cylinder, const SpatialPose& at_cylinder, int which) {
  const Seen seen(at, cylinder, at_cylinder);
  const Segment line = seen_edge(seen, polytope, edge);
  const double far = polytope.extent + cylinder.extent;
  LineContact contact;
  if (which == 0) {
    if (across(line.direction) < kParallel)
      return in_world(far, {1, 0, 0}, line.start, cylinder, at_cylinder);
    contact = along_side(line, cylinder);
  } else if (which < 3) {
    contact = over_rim(line, cylinder, which - 1);
  } else {
    contact = mirrored(over_rim(mirrored(line), cylinder, which - 3));
  }
  // off its end the line may be inside: G changes by no more than the way, over a length of at least √½
  contact.gap += 1.5 * line.off(dot(contact.point - line.start, line.direction));
  return in_world(contact.gap, contact.normal, contact.point, cylinder, at_cylinder);
}

SpatialContact ring_on_polytope(const SpatialShape& polytope, const SpatialPose& at,
                                const SpatialShape& cylinder, const SpatialPose& at_cylinder, int which) {
  const Vec3 arm = at_cylinder.turn(cylinder_point(cylinder, 2 + which, {0, 0, 1}));
  const Vec3 x = at.turn_back((at_cylinder.r - at.r) + arm);
  // it is met only when the end face lies flat: faces that are not parallel to it do not count, and where the point has
  // slid past the end of the one that is, the side below that end is none that it could be pushed along
  const Vec3 out =
      at.turn_back(at_cylinder.turn((which < kRingPoints ? -1.0 : 1.0) * cylinder.axes.column(2)));
  NearestFace face = nearest_face(polytope, x);
  double most = -std::numeric_limits<double>::infinity();
  const bool in_front = face.distance > kSimultaneous * polytope.size;
  for (std::size_t i = 0; i < polytope.normals.size(); ++i) {
    const double distance = face_distance(polytope, i, x), tilt = norm(polytope.normals[i] + out);
    if (in_front && tilt > kSkew) continue;
    if (distance - tilt * kSkew * polytope.size <= most) continue;
    most = distance - tilt * kSkew * polytope.size;
    face = {i, in_front ? face.distance : distance};
  }
  return {face.distance, at.turn(polytope.normals[face.index]), at_cylinder.r + arm};
}

SpatialContact rim_on_face(const SpatialShape& polytope, const SpatialPose& at, std::size_t face,
                           const SpatialShape& cylinder, const SpatialPose& at_cylinder, int end) {
  const Vec3& n = polytope.normals[face];
  const auto as_cylinder = [&](const Vec3& v) { return at_cylinder.turn_back(at.turn(v)); };
  Vec3 up = as_cylinder(n);
  // an end face that lies flat is as deep all around: its rim is then met towards the middle of the face
  if (across(cylinder.axes.transposed(up)) < kParallel) {
    const Vec3 from = at.turn_back(at_cylinder.point(cylinder.points[idx(end)]) - at.r);
    up = as_cylinder(from - middle_of(polytope, face));
  }
  const Vec3 arm = at_cylinder.turn(cylinder_point(cylinder, end, up));
  const Vec3 x = at.turn_back((at_cylinder.r - at.r) + arm);
  const double own = face_distance(polytope, face, x), most = nearest_face(polytope, x).distance;
  return {2 * most - own, at.turn(n), at_cylinder.r + arm};
}

SpatialContact polytope_from_cylinder(const SpatialShape& polytope, const SpatialPose& at,
                                      const SpatialShape& cylinder, const SpatialPose& at_cylinder) {
  SpatialContact found;
  found.gap = std::numeric_limits<double>::infinity();
  for (std::size_t edge = 0; edge < polytope.edges.size(); ++edge) {
    const Segment line = edge_segment(polytope, at, edge, at_cylinder.r);
    const auto surface = [&](double t) {
      return distance_to_cylinder(cylinder, at_cylinder.turn_back(line.at(t)));
    };
    double low = 0, high = line.length;
    for (int k = 0; k < 100; ++k) {
      const double third = (high - low) / 3;
      if (surface(low + third).distance < surface(high - third).distance)
        high -= third;
      else
        low += third;
    }
    for (const double t : {0.0, 0.5 * (low + high), line.length}) {
      const SurfacePoint nearest = surface(t);
      if (nearest.distance >= found.gap) continue;
      found = {nearest.distance, -at_cylinder.turn(nearest.normal), at_cylinder.r + line.at(t)};
    }
  }
  for (std::size_t face = 0; face < polytope.faces.size(); ++face) {
    for (int end = 0; end < 2; ++end) {
      const Vec3 n = at.turn(polytope.normals[face]);
      const Vec3 arm = at_cylinder.turn(cylinder_point(cylinder, end, at_cylinder.turn_back(n)));
      const SurfacePoint nearest = distance_to_polytope(polytope, at.turn_back((at_cylinder.r - at.r) + arm));
      if (nearest.distance >= found.gap) continue;
      found = {nearest.distance, at.turn(nearest.normal), at_cylinder.r + arm};
    }
  }
  return found;
}

SpatialContact axis_on_cylinder(const SpatialShape& capsule, const SpatialPose& at,
                                const SpatialShape& cylinder, const SpatialPose& at_cylinder, int which) {
  const Seen seen(at, cylinder, at_cylinder);
  const Segment line{seen.point(capsule.points[0]), seen.turn * capsule.axes.column(2),
                     2 * capsule.half_length};
  LineContact contact;
  if (which == 0) {
    if (across(line.direction) < kParallel) {  // along the axis of the cylinder: the ends touch, or a rim
      const double far = norm(line.start) + capsule.extent + cylinder.extent;
      return in_world(far, {1, 0, 0}, line.start, cylinder, at_cylinder);
    }
    contact = along_side(line, cylinder);
  } else if (which < 3) {
    contact = from_rim(line, cylinder, which == 1 ? 1 : -1);
  } else {
    contact = mirrored(from_rim(mirrored(line), cylinder, which == 3 ? 1 : -1));
  }
  const double off = line.off(dot(contact.point - line.start, line.direction));
  const double gap = contact.gap - capsule.radius;
  const Vec3 between = contact.point - (capsule.radius + 0.5 * gap) * contact.normal;
  return in_world(gap + off, contact.normal, between, cylinder, at_cylinder);
}

}  // namespace freeplay
