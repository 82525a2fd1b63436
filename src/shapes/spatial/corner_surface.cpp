// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/corner_surface.h"

#include <algorithm>
#include <limits>

#include "base/tolerances.h"

namespace freeplay {
namespace {

// Of the polytope's size: what is this close is in the same place, as in the plane.
constexpr double kSame = kSimultaneous;

/// How much deeper than the corner its spokes get below a face, within it or a little past its edges.
double deeper(const SpatialShape& polytope, std::size_t face, const SeenCorner& corner) {
  const Vec3& n = polytope.normals[face];
  const auto& around = polytope.faces[face];
  double most = 0;
  for (std::size_t k = 0; k < corner.spokes(); ++k) {
    const Vec3 spoke = corner.spoke(k);
    const double falls = -dot(n, spoke);
    if (falls <= most) continue;
    double share = 1;  // of the spoke that is below the face
    for (std::size_t i = 0; i < around.size(); ++i) {
      const Vec3& out = polytope.outward[face][i];
      const double leaves = dot(out, spoke);
      if (!(leaves > 0)) continue;
      const Vec3& p = polytope.points[around[i]];
      const double room = std::max(0.0, dot(out, p - corner.place())) + kSkew * polytope.size;
      if (leaves * share > room) share = room / leaves;
    }
    most = std::max(most, share * falls);
  }
  return most;
}

/// The face that separates the two best near the corner, which is nearest to the one given.
std::size_t best_face(const SpatialShape& polytope, const SeenCorner& corner, const NearestFace& nearest) {
  std::size_t best = nearest.index;
  double most = nearest.distance - deeper(polytope, best, corner);
  for (std::size_t i = 0; i < polytope.normals.size(); ++i) {
    const double distance = face_distance(polytope, i, corner.place());
    if (distance <= most || i == nearest.index) continue;
    const double separates = distance - deeper(polytope, i, corner);
    if (separates > most) best = i, most = separates;
  }
  return best;
}

/// The normal, turned to that of the best face until its skew is at most kSkew.
Vec3 pushed_along(const Vec3& normal, const SpatialShape& polytope, const SeenCorner& corner,
                  const NearestFace& nearest) {
  if (skew(normal, corner) <= kSkew) return normal;
  const Vec3& toward = polytope.normals[best_face(polytope, corner, nearest)];
  double share = 0;
  for (std::size_t k = 0; k < corner.spokes(); ++k) {
    const Vec3 e = unit(corner.spoke(k));
    const double from = -dot(normal, e), to = -dot(toward, e);
    if (from <= kSkew) continue;
    share = std::max(share, to < kSkew ? (from - kSkew) / (from - to) : 1.0);
  }
  const Vec3 turned = (1 - share) * normal + share * toward;
  const double length = norm(turned);
  return length > kSkew ? (1 / length) * turned : toward;
}

SurfacePoint inside(const SpatialShape& polytope, const SeenCorner& corner, const NearestFace& nearest) {
  const std::size_t face = best_face(polytope, corner, nearest);
  const double depth = face_distance(polytope, face, corner.place());
  const bool beside = off_face(polytope, face, corner.place()) > kSame * polytope.size;
  const double lost = beside ? 1.0 : std::clamp(skew(polytope.normals[face], corner) / kSkew - 1, 0.0, 1.0);
  return {depth + lost * (std::abs(nearest.distance) - depth), polytope.normals[face]};
}

}  // namespace

double skew(const Vec3& normal, const SeenCorner& corner) {
  double most = 0;
  for (std::size_t k = 0; k < corner.spokes(); ++k) {
    const Vec3 spoke = corner.spoke(k);
    const double behind = -dot(normal, spoke);
    if (behind > 0) most = std::max(most, behind / norm(spoke));
  }
  return most;
}

double off_face(const SpatialShape& polytope, std::size_t face, const Vec3& x) {
  const auto& around = polytope.faces[face];
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < around.size(); ++i) {
    most = std::max(most, dot(polytope.outward[face][i], x - polytope.points[around[i]]));
  }
  return most;
}

SurfacePoint corner_surface(const SpatialShape& polytope, const SeenCorner& corner) {
  const NearestFace nearest = nearest_face(polytope, corner.place());
  if (nearest.distance <= 0) return inside(polytope, corner, nearest);
  SurfacePoint found = distance_to_polytope(polytope, corner.place(), nearest);
  const double far = found.distance / (kSame * polytope.size) - 1;
  if (far >= 1) return {found.distance, pushed_along(found.normal, polytope, corner, nearest)};
  const SurfacePoint close = inside(polytope, corner, nearest);
  if (far > 0) found.distance = close.distance + far * (found.distance - close.distance);
  return {far > 0 ? found.distance : close.distance, close.normal};
}

}  // namespace freeplay
