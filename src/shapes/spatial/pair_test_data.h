// SPDX-License-Identifier: Apache-2.0
// Random pairs of shapes in space for tests, and where they touch.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>

#include "shapes/spatial/shape_test_data.h"

namespace freeplay::testing {

/// A pair at its place.
struct Placed {
  SpatialShape a, b;
  SpatialPose at_a, at_b;

  SpatialContact find(int feature) const { return find_contact(a, at_a, b, at_b, feature); }
  int count() const { return feature_count(a, b); }
  /// The same with body b moved.
  Placed moved(const Vec3& by) const {
    Placed other = *this;
    other.at_b.r = other.at_b.r + by;
    return other;
  }
};

/// Every pair of kinds whose contacts are computed, many times.
inline void for_pairs(int trials, const std::function<void(Random&, Placed&)>& check, double size = 1,
                      std::size_t seed = 0) {
  const auto& kinds = spatial_kinds();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (std::size_t j = 0; j < kinds.size(); ++j) {
      Random random(10000 * seed + 100 * i + j);
      for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(kinds[i] + ", " + kinds[j] + ", trial " + std::to_string(trial));
        Placed pair{random_spatial(random, kinds[i], size), random_spatial(random, kinds[j], size),
                    random_place(random, size), random_place(random, size)};
        if (!can_touch(pair.a, pair.b) || !not_computed(pair.a, pair.b).empty()) break;
        check(random, pair);
      }
    }
  }
}

inline double least_gap(const Placed& pair) {
  double least = std::numeric_limits<double>::infinity();
  for (int feature = 0; feature < pair.count(); ++feature) least = std::min(least, pair.find(feature).gap);
  return least;
}

inline bool polytopes(const Placed& pair) {
  return pair.a.kind == SpatialKind::polytope && pair.b.kind == SpatialKind::polytope;
}

/// Whether gaps are Euclidean distances also away from the surface.
inline bool euclidean(const Placed& pair) {
  const auto round = [](const SpatialShape& shape) {
    return shape.kind == SpatialKind::sphere || shape.kind == SpatialKind::capsule;
  };
  return round(pair.a) || round(pair.b);
}

/// Moves b until the shapes just touch, coming from where they are apart.
inline bool bring_to_touch(Placed& pair) {
  const Vec3 away = unit(pair.at_b.r - pair.at_a.r);
  const auto apart = [&](double way) {
    const Placed there = pair.moved(way * away);
    return separation(there.a, there.at_a, there.b, there.at_b).gap;
  };
  double low = -3, high = 6;
  while (low < high && apart(low) > 0) low += 0.1;
  if (low >= high || apart(high) <= 0) return false;
  while (true) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (apart(middle) > 0 ? high : low) = middle;
  }
  pair = pair.moved(high * away);
  return true;
}

}  // namespace freeplay::testing
