// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/solid_point.h"

#include <algorithm>
#include <limits>

namespace freeplay {
namespace {

/// Whether the foot of x on the plane of a face is within the face.
bool above_face(const SpatialShape& polytope, std::size_t face, const Vec3& x) {
  const auto& corners = polytope.faces[face];
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3 &p = polytope.points[corners[k]], &q = polytope.points[corners[(k + 1) % corners.size()]];
    if (dot(cross(q - p, x - p), polytope.normals[face]) < 0) return false;
  }
  return true;
}

}  // namespace

NearestFace nearest_face(const SpatialShape& polytope, const Vec3& x) {
  NearestFace face{0, -std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < polytope.normals.size(); ++i) {
    const double distance = face_distance(polytope, i, x);
    if (distance > face.distance) face = {i, distance};
  }
  return face;
}

SurfacePoint distance_to_polytope(const SpatialShape& polytope, const Vec3& x) {
  return distance_to_polytope(polytope, x, nearest_face(polytope, x));
}

SurfacePoint distance_to_polytope(const SpatialShape& polytope, const Vec3& x, const NearestFace& face) {
  if (face.distance <= 0 || above_face(polytope, face.index, x))
    return {face.distance, polytope.normals[face.index]};
  SurfacePoint nearest{std::numeric_limits<double>::infinity(), {0, 0, 1}};
  for (std::size_t i = 0; i < polytope.normals.size(); ++i) {
    const double distance = face_distance(polytope, i, x);
    if (distance > 0 && distance < nearest.distance && above_face(polytope, i, x))
      nearest = {distance, polytope.normals[i]};
  }
  for (const ShapeEdge& edge : polytope.edges) {
    const Vec3 from = x - polytope.points[edge.from];
    const Vec3 way = from - std::clamp(dot(from, edge.direction), 0.0, edge.length) * edge.direction;
    const double distance = norm(way);
    if (distance < nearest.distance) nearest = {distance, (1 / distance) * way};
  }
  return nearest;
}

SurfacePoint distance_to_cylinder(const SpatialShape& cylinder, const Vec3& x) {
  const Vec3 axis = cylinder.axes.column(2), from = x - cylinder.centre;
  const double along = dot(from, axis);
  const Vec3 across = from - along * axis;
  const double rho = norm(across);
  const Vec3 outward = rho > 0 ? (1 / rho) * across : cylinder.axes.column(0);
  const Vec3 upward = along < 0 ? -axis : axis;
  const double beside = rho - cylinder.radius, above = std::abs(along) - cylinder.half_length;
  if (beside > 0 && above > 0) {
    const double distance = std::hypot(beside, above);
    return {distance, (1 / distance) * (beside * outward + above * upward)};
  }
  return beside > above ? SurfacePoint{beside, outward} : SurfacePoint{above, upward};
}

Crossing cross_lines(const Segment& first, const Segment& second) {
  Crossing crossing;
  const Vec3 k = cross(first.direction, second.direction);
  crossing.sine = norm(k);
  if (crossing.sine < kParallel) return crossing;
  const Vec3 way = second.start - first.start;
  crossing.normal = (1 / crossing.sine) * k;
  crossing.distance = dot(crossing.normal, way);
  crossing.s = dot(cross(way, second.direction), crossing.normal) / crossing.sine;
  crossing.t = dot(cross(way, first.direction), crossing.normal) / crossing.sine;
  return crossing;
}

std::pair<Vec3, Vec3> nearest_points(const Segment& first, const Segment& second, const Crossing& crossing) {
  if (crossing.sine >= kParallel && first.off(crossing.s) == 0 && second.off(crossing.t) == 0)
    return {first.at(crossing.s), second.at(crossing.t)};
  // else an end of one of them is closest
  const auto foot = [](const Segment& segment, const Vec3& x) {
    return segment.at(std::clamp(dot(x - segment.start, segment.direction), 0.0, segment.length));
  };
  std::pair<Vec3, Vec3> best{first.start, foot(second, first.start)};
  const auto square = [](const Vec3& way) { return dot(way, way); };
  double least = square(best.second - best.first);
  const auto consider = [&](const Vec3& x, const Vec3& y) {
    const double distance = square(y - x);
    if (distance < least) least = distance, best = {x, y};
  };
  const Vec3 end = first.at(first.length), other = second.at(second.length);
  consider(end, foot(second, end));
  consider(foot(first, second.start), second.start);
  consider(foot(first, other), other);
  return best;
}

double segment_distance(const Segment& first, const Segment& second) {
  const auto [x, y] = nearest_points(first, second, cross_lines(first, second));
  return norm(y - x);
}

}  // namespace freeplay
