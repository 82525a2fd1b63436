// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/polytopes_near.h"

#include <algorithm>
#include <limits>

namespace freeplay {
namespace {

// Of the reach, which is far above rounding: boxes around edges that are farther apart belong to edges that are.
constexpr double kCertain = 1e-6;

/// Whether the boxes around the edges p p' and q q' are farther apart than `reach`.
bool far_apart(const Vec3& p, const Vec3& other_p, const Vec3& q, const Vec3& other_q, double reach) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (std::min(p[k], other_p[k]) - std::max(q[k], other_q[k]) > reach) return true;
    if (std::min(q[k], other_q[k]) - std::max(p[k], other_p[k]) > reach) return true;
  }
  return false;
}

}  // namespace

PolytopesNear::PolytopesNear(const Vec3& normal, const SpatialShape& a, const SpatialPose& at_a,
                             const SpatialShape& b, const SpatialPose& at_b, double reach)
    : a_(&a), b_(&b), at_a_(&at_a), at_b_(&at_b), normal_(normal), reach_(reach) {
  last_a_ = -std::numeric_limits<double>::infinity();
  first_b_ = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < a.points.size(); ++k) {
    const Vec3 x = place_a(k);
    if (k < kPlaced) placed_a_[k] = x;
    last_a_ = std::max(last_a_, dot(normal, x));
  }
  for (std::size_t k = 0; k < b.points.size(); ++k) {
    const Vec3 x = place_b(k);
    if (k < kPlaced) placed_b_[k] = x;
    first_b_ = std::min(first_b_, dot(normal, x));
  }
  for (std::size_t k = 0; k < std::min(kPlaced, a.points.size()); ++k) near_a_[k] = reaches_b(placed_a_[k]);
  for (std::size_t k = 0; k < std::min(kPlaced, b.points.size()); ++k) near_b_[k] = reaches_a(placed_b_[k]);
}

const Ridge& PolytopesNear::ridge_of_b(std::size_t j) {
  if (j >= kPlaced || !has_ridge_[j]) {
    ridge_b_[std::min(j, kPlaced)] = ridge_from(*b_, *at_b_, j, *at_a_);
    if (j < kPlaced) has_ridge_[j] = true;
  }
  return ridge_b_[std::min(j, kPlaced)];
}

bool PolytopesNear::edges(std::size_t i, std::size_t j) {
  const ShapeEdge &e = a_->edges[i], &f = b_->edges[j];
  const auto a = [&](std::size_t k) { return k < kPlaced ? placed_a_[k] : place_a(k); };
  const auto b = [&](std::size_t k) { return k < kPlaced ? placed_b_[k] : place_b(k); };
  if (far_apart(a(e.from), a(e.to), b(f.from), b(f.to), (1 + kCertain) * reach_)) return false;
  // a body turns by its way over its extent
  return edges_may_touch(ridge(*a_, i), ridge_of_b(j), reach_ / std::min(a_->extent, b_->extent));
}

}  // namespace freeplay
