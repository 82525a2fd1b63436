// SPDX-License-Identifier: Apache-2.0
// Which corners and edges of two polytopes can touch soon: those on the far side of a body are not near the other, and
// edges that face away from each other do not touch.
#pragma once

#include <array>

#include "shapes/spatial/polytope_pair.h"

namespace freeplay {

/// Along a normal from a to b: where a ends and b begins.
struct Sides {
  static constexpr std::size_t kPlaced = 16;  ///< pairs of edges ask for corners; most shapes have fewer

  Vec3 normal{0, 0, 1};
  double last_a = 0, first_b = 0;  ///< seen from the centre of body a, as the corners
  std::array<Vec3, kPlaced> corners_a, corners_b;
};
Sides sides_along(const Vec3& normal, const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                  const SpatialPose& at_b);

/// `parts` is a corner of a or of b, and −1, or an edge of each; the bodies move against each other by `reach`.
bool polytopes_near(const Sides& sides, const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                    const SpatialPose& at_b, const std::array<int, 2>& parts, double reach);

}  // namespace freeplay
