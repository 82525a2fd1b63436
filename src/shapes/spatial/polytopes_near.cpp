// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/polytopes_near.h"

#include <algorithm>
#include <limits>

#include "base/index.h"

namespace freeplay {
namespace {

// Of the reach, which is far above rounding: boxes around edges that are farther apart belong to edges that are.
constexpr double kCertain = 1e-6;

/// A corner, seen from `origin`.
Vec3 place_corner(const SpatialShape& shape, const SpatialPose& at, std::size_t corner, const Vec3& origin) {
  return (at.r - origin) + at.turn(shape.points[corner]);
}

/// Whether the boxes around the edges p p' and q q' are farther apart than `reach`.
bool far_apart(const Vec3& p, const Vec3& other_p, const Vec3& q, const Vec3& other_q, double reach) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (std::min(p[k], other_p[k]) - std::max(q[k], other_q[k]) > reach) return true;
    if (std::min(q[k], other_q[k]) - std::max(p[k], other_p[k]) > reach) return true;
  }
  return false;
}

}  // namespace

Sides sides_along(const Vec3& normal, const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                  const SpatialPose& at_b) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Sides sides;
  sides.normal = normal;
  sides.last_a = -kFar;
  sides.first_b = kFar;
  for (std::size_t k = 0; k < a.points.size(); ++k) {
    const Vec3 x = place_corner(a, at_a, k, at_a.r);
    if (k < Sides::kPlaced) sides.corners_a[k] = x;
    sides.last_a = std::max(sides.last_a, dot(normal, x));
  }
  for (std::size_t k = 0; k < b.points.size(); ++k) {
    const Vec3 x = place_corner(b, at_b, k, at_a.r);
    if (k < Sides::kPlaced) sides.corners_b[k] = x;
    sides.first_b = std::min(sides.first_b, dot(normal, x));
  }
  return sides;
}

bool polytopes_near(const Sides& sides, const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                    const SpatialPose& at_b, const std::array<int, 2>& parts, double reach) {
  const auto corner_a = [&](std::size_t k) {
    return k < Sides::kPlaced ? sides.corners_a[k] : place_corner(a, at_a, k, at_a.r);
  };
  const auto corner_b = [&](std::size_t k) {
    return k < Sides::kPlaced ? sides.corners_b[k] : place_corner(b, at_b, k, at_a.r);
  };
  const auto near_b = [&](std::size_t k) { return dot(sides.normal, corner_a(k)) >= sides.first_b - reach; };
  const auto near_a = [&](std::size_t k) { return dot(sides.normal, corner_b(k)) <= sides.last_a + reach; };
  const auto [first, second] = parts;
  if (second < 0) return near_b(idx(first));
  if (first < 0) return near_a(idx(second));
  const ShapeEdge &e = a.edges[idx(first)], &f = b.edges[idx(second)];
  if (!(near_b(e.from) || near_b(e.to)) || !(near_a(f.from) || near_a(f.to))) return false;
  if (far_apart(corner_a(e.from), corner_a(e.to), corner_b(f.from), corner_b(f.to), (1 + kCertain) * reach))
    return false;
  // a body turns by its way over its extent
  return edges_may_touch(a, at_a, idx(first), b, at_b, idx(second), reach / std::min(a.extent, b.extent));
}

}  // namespace freeplay
