// SPDX-License-Identifier: Apache-2.0
// How far apart shapes in space are: the least gap against distances found in other ways.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/index.h"
#include "shapes/spatial/pair_test_data.h"

namespace freeplay {
namespace {

using testing::bring_to_touch;
using testing::euclidean;
using testing::for_pairs;
using testing::least_gap;
using testing::Placed;
using testing::polytopes;
using testing::Random;
using testing::random_vector;
using testing::uniform;

/// The point of a bounded shape farthest along n, by the definition of the shape.
double support(const SpatialShape& shape, const SpatialPose& at, const Vec3& n) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : shape.points) most = std::max(most, dot(n, at.point(p)));
  if (shape.kind == SpatialKind::cylinder) {
    const Vec3 axis = at.turn(shape.axes.column(2));
    return most + shape.radius * norm(cross(n, axis));
  }
  return most + shape.radius;
}

double apart_along(const Placed& pair, const Vec3& n) {
  return -support(pair.a, pair.at_a, n) - support(pair.b, pair.at_b, -n);
}

/// The largest separation over all directions, by search from above: never more than that.
double searched_separation(const Placed& pair) {
  constexpr int kStarts = 1500;
  Random random(7);
  std::vector<std::pair<double, Vec3>> starts;
  for (int k = 0; k < kStarts; ++k) {  // a spiral from pole to pole
    const double z = 1 - (2 * k + 1.0) / kStarts, turn = k * std::numbers::pi * (3 - std::sqrt(5.0));
    const Vec3 n{std::sqrt(1 - z * z) * std::cos(turn), std::sqrt(1 - z * z) * std::sin(turn), z};
    starts.emplace_back(apart_along(pair, n), n);
  }
  std::partial_sort(starts.begin(), starts.begin() + 12, starts.end(),
                    [](const auto& p, const auto& q) { return p.first > q.first; });
  double best = starts[0].first;
  for (std::size_t k = 0; k < 12; ++k) {
    auto [value, n] = starts[k];
    int missed = 0;
    for (double step = 0.05; step > 1e-7;) {
      const Vec3 next = unit(n + step * random_vector(random));
      if (const double found = apart_along(pair, next); found > value) {
        value = found, n = next, missed = 0;
      } else if (++missed == 40) {
        step *= 0.7, missed = 0;
      }
    }
    best = std::max(best, value);
  }
  return best;
}

/// The farthest point of a shape along n, less its rounding.
Vec3 core_support(const SpatialShape& shape, const SpatialPose& at, const Vec3& n) {
  Vec3 best = at.point(shape.points[0]);
  for (const Vec3& p : shape.points) {
    if (dot(n, at.point(p)) > dot(n, best)) best = at.point(p);
  }
  if (shape.kind != SpatialKind::cylinder) return best;
  const Vec3 x = at.turn(shape.axes.column(0)), y = at.turn(shape.axes.column(1));
  const double across = std::hypot(dot(n, x), dot(n, y));
  return across > 0 ? best + (shape.radius / across) * (dot(n, x) * x + dot(n, y) * y) : best;
}

/// The point of the hull of up to four points that is nearest to the origin; points that it does not need go.
Vec3 nearest_of(std::vector<Vec3>& points) {
  Vec3 best{0, 0, 0};
  double least = std::numeric_limits<double>::infinity();
  std::vector<Vec3> kept;
  for (unsigned set = 1; set < (1U << points.size()); ++set) {
    std::vector<Vec3> chosen;
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (((set >> k) & 1U) != 0) chosen.push_back(points[k]);
    }
    const auto vector = [](const Vec3& v) { return Eigen::Vector3d(v[0], v[1], v[2]); };
    const auto n = static_cast<Eigen::Index>(chosen.size());
    Eigen::Vector3d at = vector(chosen[0]);
    if (n > 1) {
      Eigen::MatrixXd edges(3, n - 1);
      for (Eigen::Index k = 1; k < n; ++k) edges.col(k - 1) = vector(chosen[idx(k)]) - vector(chosen[0]);
      const Eigen::VectorXd weights = edges.colPivHouseholderQr().solve(Eigen::Vector3d(-at));
      if (weights.minCoeff() < 0 || weights.sum() > 1) continue;
      at += edges * weights;
    }
    if (at.norm() < least - 1e-15) {
      least = at.norm();
      best = {at[0], at[1], at[2]};
      kept = chosen;
    }
  }
  points = kept;
  return best;
}

/// Euclidean distance of two bounded shapes, zero when they overlap: the nearest point of the difference of
/// the two by its farthest points (Gilbert, Johnson and Keerthi).
double solved_distance(const Placed& pair) {
  const auto farthest = [&](const Vec3& n) {
    return core_support(pair.b, pair.at_b, n) - core_support(pair.a, pair.at_a, -n);
  };
  std::vector<Vec3> points{farthest({1, 0, 0})};
  Vec3 v = points[0];
  for (int k = 0; k < 500 && norm(v) > 1e-9; ++k) {
    const Vec3 next = farthest(-v);
    if (dot(v, v - next) <= 1e-13 * dot(v, v)) break;
    if (points.size() == 4) break;
    points.push_back(next);
    v = nearest_of(points);
  }
  const auto rounding = [](const SpatialShape& shape) {
    return shape.kind == SpatialKind::cylinder ? 0 : shape.radius;
  };
  return norm(v) - rounding(pair.a) - rounding(pair.b);
}

TEST(SpatialShapePair, TheLeastGapIsTheDistance) {
  int apart = 0, overlapping = 0;
  const auto check = [&](Random&, Placed& pair) {
    if (pair.b.kind == SpatialKind::half_space || pair.a.kind == SpatialKind::half_space) {
      const bool first = pair.a.kind == SpatialKind::half_space;
      const SpatialShape &plane = first ? pair.a : pair.b, &solid = first ? pair.b : pair.a;
      const SpatialPose &at_plane = first ? pair.at_a : pair.at_b, &at_solid = first ? pair.at_b : pair.at_a;
      const Vec3 n = at_plane.turn(plane.normals[0]);
      const double expected = -support(solid, at_solid, -n) - dot(n, at_plane.point(plane.points[0]));
      EXPECT_NEAR(least_gap(pair), expected, 1e-14);
      return;
    }
    const double solved = solved_distance(pair);
    const double given = separation(pair.a, pair.at_a, pair.b, pair.at_b).gap;
    if (solved > 1e-8) {
      ++apart;
      EXPECT_GT(least_gap(pair), 0);
      if (euclidean(pair)) {
        EXPECT_NEAR(least_gap(pair), solved, 1e-9);
      } else {
        EXPECT_NEAR(given, solved, 1e-7);  // that search is no better for a rim
      }
      if (polytopes(pair)) {
        EXPECT_NEAR(least_gap(pair), solved, 1e-9);
      }
      return;
    }
    ++overlapping;
    EXPECT_LT(given, 0);
    if (polytopes(pair) || pair.a.kind == SpatialKind::sphere) {
      const double searched = searched_separation(pair);
      EXPECT_LE(searched, given + 1e-12);
      EXPECT_NEAR(given, searched, 1e-4);
    }
  };
  for (std::size_t seed = 0; seed < 8; ++seed) for_pairs(6, check, 1, seed);
  EXPECT_GT(apart, 320);
  EXPECT_GT(overlapping, 160);
}

TEST(SpatialShapePair, GapsCloseExactlyWhenTheShapesTouch) {
  int checked = 0;
  for_pairs(15, [&](Random&, Placed& pair) {
    if (!bring_to_touch(pair)) return;
    ++checked;
    EXPECT_NEAR(least_gap(pair), 0, 1e-13);
    EXPECT_NEAR(separation(pair.a, pair.at_a, pair.b, pair.at_b).gap, 0, 1e-13);
    if (pair.a.kind != SpatialKind::half_space && pair.b.kind != SpatialKind::half_space) {
      EXPECT_NEAR(solved_distance(pair), 0, 1e-8);  // that search ends at 1e-9
    }
  });
  EXPECT_GT(checked, 250);
}

/// Moved into each other a little, some gap is as deep as the overlap.
TEST(SpatialShapePair, EveryOverlapOfPolytopesIsSeen) {
  int checked = 0;
  for (std::size_t seed = 0; seed < 10; ++seed) {
    for_pairs(
        20,
        [&](Random& random, Placed& pair) {
          if (!polytopes(pair) || !bring_to_touch(pair)) return;
          const Vec3 away = unit(pair.at_b.r - pair.at_a.r);
          const Placed deeper = pair.moved(-std::pow(10, uniform(random, -9, -4)) * away);
          const double depth = -separation(deeper.a, deeper.at_a, deeper.b, deeper.at_b).gap;
          if (depth < 1e-11) return;
          ++checked;
          EXPECT_LT(least_gap(deeper), -0.3 * depth);
          EXPECT_GT(least_gap(deeper), -2 * depth - 1e-14);
        },
        1, seed);
  }
  EXPECT_GT(checked, 600);
}

}  // namespace
}  // namespace freeplay
