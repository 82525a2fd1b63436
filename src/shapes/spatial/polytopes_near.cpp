// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/polytopes_near.h"

#include <algorithm>
#include <limits>

#include "base/index.h"

namespace freeplay {
namespace {

double along(const Vec3& n, const Vec3& origin, const SpatialPose& at, const Vec3& corner) {
  return dot(n, (at.r - origin) + at.turn(corner));
}

}  // namespace

Sides sides_along(const Vec3& normal, const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                  const SpatialPose& at_b) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Sides sides{normal, -kFar, kFar};
  for (const Vec3& x : a.points) sides.last_a = std::max(sides.last_a, along(normal, at_a.r, at_a, x));
  for (const Vec3& x : b.points) sides.first_b = std::min(sides.first_b, along(normal, at_a.r, at_b, x));
  return sides;
}

bool polytopes_near(const Sides& sides, const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                    const SpatialPose& at_b, const std::array<int, 2>& parts, double reach) {
  const auto near_b = [&](std::size_t corner) {
    return along(sides.normal, at_a.r, at_a, a.points[corner]) >= sides.first_b - reach;
  };
  const auto near_a = [&](std::size_t corner) {
    return along(sides.normal, at_a.r, at_b, b.points[corner]) <= sides.last_a + reach;
  };
  const auto [first, second] = parts;
  if (second < 0) return near_b(idx(first));
  if (first < 0) return near_a(idx(second));
  const ShapeEdge &e = a.edges[idx(first)], &f = b.edges[idx(second)];
  if (!(near_b(e.from) || near_b(e.to)) || !(near_a(f.from) || near_a(f.to))) return false;
  // a body turns by its way over its extent
  return edges_may_touch(a, at_a, idx(first), b, at_b, idx(second), reach / std::min(a.extent, b.extent));
}

}  // namespace freeplay
