// SPDX-License-Identifier: Apache-2.0
// Which corners and edges of two polytopes can touch soon: those on the far side of a body are not near the other, and
// edges that face away from each other do not touch.
#pragma once

#include <array>

#include "shapes/spatial/polytope_pair.h"

namespace freeplay {

class PolytopesNear {
 public:
  /// `normal` points from a to b; the bodies move against each other by `reach`.
  PolytopesNear(const Vec3& normal, const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                const SpatialPose& at_b, double reach);

  /// Corners and edges of one body that are near the other.
  bool corner_a(std::size_t k) const { return k < kPlaced ? near_a_[k] : reaches_b(place_a(k)); }
  bool corner_b(std::size_t k) const { return k < kPlaced ? near_b_[k] : reaches_a(place_b(k)); }
  bool edge_a(std::size_t i) const { return corner_a(a_->edges[i].from) || corner_a(a_->edges[i].to); }
  bool edge_b(std::size_t j) const { return corner_b(b_->edges[j].from) || corner_b(b_->edges[j].to); }
  /// Of an edge of each that are near the other body.
  bool edges(std::size_t i, std::size_t j);

 private:
  static constexpr std::size_t kPlaced = 16;  ///< pairs of edges ask for corners; most shapes have fewer

  /// Edge j of b as a sees it; valid until another one is asked for.
  const Ridge& ridge_of_b(std::size_t j);
  Vec3 place_a(std::size_t k) const { return at_a_->turn(a_->points[k]); }
  Vec3 place_b(std::size_t k) const { return (at_b_->r - at_a_->r) + at_b_->turn(b_->points[k]); }
  bool reaches_b(const Vec3& corner) const { return dot(normal_, corner) >= first_b_ - reach_; }
  bool reaches_a(const Vec3& corner) const { return dot(normal_, corner) <= last_a_ + reach_; }

  const SpatialShape *a_, *b_;
  const SpatialPose *at_a_, *at_b_;
  Vec3 normal_;
  double reach_;
  double last_a_ = 0, first_b_ = 0;                ///< along the normal: where a ends and b begins
  std::array<Vec3, kPlaced> placed_a_, placed_b_;  ///< the first corners, seen from the centre of body a
  std::array<bool, kPlaced> near_a_, near_b_;
  std::array<Ridge, kPlaced + 1> ridge_b_;  ///< the first edges, and the last one of the others
  std::array<bool, kPlaced> has_ridge_{};
};

}  // namespace freeplay
