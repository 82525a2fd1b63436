// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/shape_pair.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "base/index.h"
#include "shapes/planar/shape_test_data.h"

namespace freeplay {
namespace {

using testing::box;
using testing::circle;
using testing::half_plane;
using testing::point;
using testing::polygon;
using testing::pose_of;
using testing::Random;
using testing::random_polygon;
using testing::random_pose;
using testing::random_shape;
using testing::uniform;

constexpr int kKinds = 5;       // of random_shape
constexpr double kSame = 2e-6;  // of the size: corners this close are in the same place

/// Every pair of kinds that can touch, many times.
void for_pairs(double size,
               const std::function<void(Random&, const PlanarShape&, const PlanarShape&)>& check) {
  for (int i = 0; i < kKinds; ++i) {
    for (int j = 0; j < kKinds; ++j) {
      Random random(static_cast<unsigned>(100 * i + j));
      for (int trial = 0; trial < 100; ++trial) {
        SCOPED_TRACE("kinds " + std::to_string(i) + ", " + std::to_string(j) + ", trial " +
                     std::to_string(trial));
        const PlanarShape a = random_shape(random, i, size), b = random_shape(random, j, size);
        if (!can_touch(a, b)) break;
        check(random, a, b);
      }
    }
  }
}
void for_pairs(const std::function<void(Random&, const PlanarShape&, const PlanarShape&)>& check) {
  for_pairs(1, check);
}

TEST(ShapePair, WhatTouchesWhat) {
  const PlanarShape tip = point({0, 0}), ball = circle(1), brick = box(2, 1),
                    floor = half_plane({0, 0}, {0, 1});
  EXPECT_FALSE(can_touch(tip, tip));
  EXPECT_FALSE(can_touch(floor, floor));
  for (const PlanarShape* a : {&tip, &ball, &brick}) {
    for (const PlanarShape* b : {&ball, &brick, &floor}) {
      EXPECT_TRUE(can_touch(*a, *b));
      EXPECT_TRUE(can_touch(*b, *a));
      EXPECT_EQ(feature_count(*a, *b), feature_count(*b, *a));
    }
  }
  EXPECT_EQ(feature_count(ball, brick), 1);
  EXPECT_EQ(feature_count(brick, floor), 4);
  EXPECT_EQ(feature_count(brick, brick), 8);
  EXPECT_EQ(feature_name(ball, floor, 0), "");
  EXPECT_EQ(feature_name(brick, floor, 3), "a3");
  EXPECT_EQ(feature_name(floor, brick, 3), "b3");
  EXPECT_EQ(feature_name(brick, brick, 3), "a3");
  EXPECT_EQ(feature_name(brick, brick, 4), "b0");
  EXPECT_EQ(pair_length(tip, floor, 7), 7);
  EXPECT_EQ(pair_length(tip, ball, 7), 1);
  EXPECT_NEAR(pair_length(ball, brick, 7), 2.0 / 3, 1e-15);  // 2 area / perimeter
}

/// Whether the corner that the contact is about can be pushed along its normal: that of a polygon only when no
/// neighbour of it lies behind; corners that cannot be are inside or beside the other, and do not touch it.
bool can_be_pushed(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b,
                   int feature, const Vec2& normal) {
  const auto [of_a, of_b] = feature_corner(a, b, feature);
  if (a.kind != ShapeKind::polygon || b.kind != ShapeKind::polygon) return true;
  const PlanarShape& tip = of_a >= 0 ? a : b;
  const Pose& at = of_a >= 0 ? at_a : at_b;
  const auto k = static_cast<std::size_t>(of_a >= 0 ? of_a : of_b), n = tip.points.size();
  for (const std::size_t other : {(k + 1) % n, (k + n - 1) % n}) {
    const Vec2 way = at.turn(tip.points[other] - tip.points[k]);
    if (dot(of_a >= 0 ? -1.0 * normal : normal, way) < -1e-3 * norm(way)) return false;
  }
  return true;
}

TEST(ShapePair, RowsAreDerivativesOfTheGapAndGiveTheSlipOfMaterialPoints) {
  constexpr double kStep = 1e-6;
  long checked = 0;
  for_pairs([&](Random& random, const PlanarShape& a, const PlanarShape& b) {
    std::array<double, 6> q{};
    for (double& x : q) x = uniform(random, -2, 2);
    const auto pose = [](const std::array<double, 6>& at, std::size_t body) {
      return pose_of(at[3 * body], at[3 * body + 1], at[3 * body + 2]);
    };
    for (int feature = 0; feature < feature_count(a, b); ++feature) {
      const auto find = [&](const std::array<double, 6>& at) {
        return find_contact(a, pose(at, 0), b, pose(at, 1), feature);
      };
      const PairContact contact = find(q);
      double w_N[6], w_T[6];
      pair_rows(contact, pose(q, 0), pose(q, 1), w_N, w_T);
      bool smooth = true;
      std::array<double, 6> slope{};
      for (std::size_t c = 0; c < 6; ++c) {
        std::array<double, 6> back = q, forth = q;
        back[c] -= kStep, forth[c] += kStep;
        const PairContact low = find(back), high = find(forth);
        slope[c] = (high.gap - low.gap) / (2 * kStep);
        // another face, another corner: not differentiable here
        smooth = smooth && norm(high.normal - low.normal) < 1e-2;
      }
      // a corner beside or inside the other that another corner keeps from touching it
      const Vec2 gradient{slope[3], slope[4]};
      const bool overlap = separation(a, pose(q, 0), b, pose(q, 1)).gap < 0;
      const auto pushed = [&](const Vec2& n) {
        return can_be_pushed(a, pose(q, 0), b, pose(q, 1), feature, n);
      };
      if (!smooth || !pushed(gradient) || !pushed(contact.normal)) continue;
      if (overlap && contact.gap > 0) continue;
      ++checked;
      // central differences: kStep² times a curvature that a circle near its partner's centre makes large
      for (std::size_t c = 0; c < 6; ++c)
        EXPECT_NEAR(w_N[c], slope[c], 1e-8 + 1e-3 * std::abs(slope[c]) * kStep);
      EXPECT_NEAR(norm(contact.normal), 1, 1e-14);
      // velocity of the points of a and b that are at the contact, along the normal turned by −90°
      const Vec2 tangent{contact.normal[1], -contact.normal[0]};
      std::array<double, 6> u{};
      for (double& x : u) x = uniform(random, -2, 2);
      const Vec2 arm_a = contact.point - Vec2{q[0], q[1]}, arm_b = contact.point - Vec2{q[3], q[4]};
      const Vec2 slip = Vec2{u[3], u[4]} + u[5] * perp(arm_b) - Vec2{u[0], u[1]} - u[2] * perp(arm_a);
      double normal_rate = 0, tangential_rate = 0;
      for (std::size_t c = 0; c < 6; ++c) normal_rate += w_N[c] * u[c], tangential_rate += w_T[c] * u[c];
      EXPECT_NEAR(normal_rate, dot(slip, contact.normal), 1e-12);
      EXPECT_NEAR(tangential_rate, dot(slip, tangent), 1e-12);
    }
  });
  EXPECT_GT(checked, 2000);
}

TEST(ShapePair, TheOrderOfTheTwoDoesNotMatter) {
  for_pairs([](Random& random, const PlanarShape& a, const PlanarShape& b) {
    const Pose at_a = random_pose(random), at_b = random_pose(random);
    const auto corners_a = static_cast<int>(a.kind == ShapeKind::polygon ? a.points.size() : 0);
    const auto corners_b = static_cast<int>(b.kind == ShapeKind::polygon ? b.points.size() : 0);
    const int features = feature_count(a, b);
    for (int feature = 0; feature < features; ++feature) {
      const bool both = features == corners_a + corners_b && corners_a > 0 && corners_b > 0;
      const int other = !both ? feature : feature < corners_a ? feature + corners_b : feature - corners_a;
      const PairContact one = find_contact(a, at_a, b, at_b, feature),
                        two = find_contact(b, at_b, a, at_a, other);
      EXPECT_NEAR(one.gap, two.gap, 1e-15);
      EXPECT_LT(norm(one.normal + two.normal), 1e-14);
      EXPECT_LT(norm(one.point - two.point), 1e-14);
      double N1[6], T1[6], N2[6], T2[6];
      pair_rows(one, at_a, at_b, N1, T1);
      pair_rows(two, at_b, at_a, N2, T2);
      for (int c = 0; c < 6; ++c) EXPECT_NEAR(T1[c], T2[(c + 3) % 6], 1e-14);
    }
  });
}

/// How far any point of the shape, at its extent, moves between two poses.
double way_of(const PlanarShape& shape, double size, const double* from, const double* to) {
  const double reach = shape.kind == ShapeKind::half_plane ? 10 * size : shape.extent;
  return std::hypot(to[0] - from[0], to[1] - from[1]) + reach * std::abs(to[2] - from[2]);
}

/// Along straight paths with rotation a gap changes by no more than the points move. In an overlap a corner
/// takes the place of another one, at the depth of the overlap.
TEST(ShapePair, GapsAreContinuous) {
  constexpr int kSteps = 400;
  long compared = 0, overlapping = 0;
  for (const double size : {1e-6, 1.0, 1e3}) {
    for_pairs(size, [&](Random& random, const PlanarShape& a, const PlanarShape& b) {
      double from[6], to[6], q[6], last[6] = {};
      for (std::size_t c = 0; c < 6; ++c) {
        const double reach = c % 3 == 2 ? 2 : 2 * size;
        from[c] = uniform(random, -reach, reach), to[c] = uniform(random, -reach, reach);
      }
      std::vector<double> gaps(static_cast<std::size_t>(feature_count(a, b)));
      double apart = 0;
      for (int i = 0; i <= kSteps; ++i) {
        for (int c = 0; c < 6; ++c) q[c] = from[c] + (to[c] - from[c]) * i / kSteps;
        const Pose at_a = pose_of(q[0], q[1], q[2]), at_b = pose_of(q[3], q[4], q[5]);
        const double before = std::exchange(apart, separation(a, at_a, b, at_b).gap);
        const bool polygons = a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon;
        const double depth = polygons ? std::max(0.0, -std::min(apart, before)) : 0;
        const double way = way_of(a, size, last, q) + way_of(b, size, last + 3, q + 3);
        if (i > 0) {
          EXPECT_NEAR(apart, before, way);
        }
        for (std::size_t k = 0; k < gaps.size(); ++k) {
          const double gap = find_contact(a, at_a, b, at_b, to_int(k)).gap;
          const double old = std::exchange(gaps[k], gap);
          if (i == 0) continue;
          EXPECT_NEAR(gap, old, way + 3 * depth + kSame * size) << k;
          EXPECT_GE(gap, polygons ? std::min(3 * apart, apart) - kSame * size : apart - kSame * size);
          ++(depth > 0 ? overlapping : compared);
        }
        std::copy(q, q + 6, last);
      }
    });
  }
  EXPECT_GT(compared, 1000000);
  EXPECT_GT(overlapping, 10000);
}

/// Points all over the boundary of a shape, in the world.
std::vector<Vec2> boundary(const PlanarShape& shape, const Pose& at) {
  constexpr int kSamples = 2000;
  std::vector<Vec2> found;
  if (shape.kind == ShapeKind::round) {
    for (int i = 0; i < kSamples; ++i) {
      const double angle = 2 * std::numbers::pi * i / kSamples;
      found.push_back(at.point(shape.points[0] + shape.radius * Vec2{std::cos(angle), std::sin(angle)}));
    }
    return found;
  }
  const std::size_t n = shape.points.size();
  for (std::size_t k = 0; k < n; ++k) {
    for (int i = 0; i < kSamples; ++i) {
      const double share = static_cast<double>(i) / kSamples;
      found.push_back(at.point((1 - share) * shape.points[k] + share * shape.points[(k + 1) % n]));
    }
  }
  return found;
}

double from_segment(const Vec2& x, const Vec2& p, const Vec2& q) {
  const double share = std::clamp(dot(x - p, q - p) / std::max(dot(q - p, q - p), 1e-300), 0.0, 1.0);
  return norm(x - p - share * (q - p));
}

/// Distance of two bounded shapes that are apart: every corner or centre from every side of the other.
double brute_distance(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b) {
  double least = kInfinity;
  const auto one_way = [&](const PlanarShape& tip, const Pose& at_tip, const PlanarShape& solid,
                           const Pose& at_solid) {
    const std::size_t n = solid.points.size();
    for (const Vec2& p : tip.points) {
      for (std::size_t k = 0; k < n; ++k) {
        least = std::min(least, from_segment(at_tip.point(p), at_solid.point(solid.points[k]),
                                             at_solid.point(solid.points[(k + 1) % n])));
      }
    }
  };
  one_way(a, at_a, b, at_b);
  one_way(b, at_b, a, at_a);
  return least - a.radius - b.radius;
}

TEST(ShapePair, TheSmallestGapIsTheDistance) {
  long apart = 0;
  for (const double size : {1e-6, 1.0, 1e3}) {
    for_pairs(size, [&](Random& random, const PlanarShape& a, const PlanarShape& b) {
      if (a.kind == ShapeKind::half_plane || b.kind == ShapeKind::half_plane) return;
      const Pose at_a = random_pose(random, 1.5 * size), at_b = random_pose(random, 1.5 * size);
      const double gap = separation(a, at_a, b, at_b).gap;
      double smallest = kInfinity;
      for (int f = 0; f < feature_count(a, b); ++f)
        smallest = std::min(smallest, find_contact(a, at_a, b, at_b, f).gap);
      if (gap <= 0) return;  // they overlap
      ++apart;
      const double distance = brute_distance(a, at_a, b, at_b);
      const double rounding = distance > kSame * size ? 1e-13 * size : kSame * size;
      EXPECT_NEAR(smallest, distance, rounding);
      EXPECT_NEAR(gap, distance, rounding);
    });
  }
  EXPECT_GT(apart, 1000);
}

/// Moved into each other a little, some gap is as deep as the overlap.
TEST(ShapePair, EveryOverlapOfPolygonsIsSeen) {
  Random random(3);
  long checked = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const PlanarShape a = random_polygon(random), b = random_polygon(random);
    const Pose at_a = random_pose(random);
    const double direction = uniform(random, -3.2, 3.2), angle = uniform(random, -3.2, 3.2);
    const auto at_b = [&](double way) {
      return pose_of(at_a.x + way * std::cos(direction), at_a.y + way * std::sin(direction), angle);
    };
    double low = 0, high = 6;
    if (separation(a, at_a, b, at_b(low)).gap > 0) continue;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (separation(a, at_a, b, at_b(middle)).gap > 0 ? high : low) = middle;
    }
    const Pose there = at_b(low - std::pow(10, uniform(random, -11, -4)));
    const double depth = -separation(a, at_a, b, there).gap;
    if (depth < 1e-12) continue;
    ++checked;
    double least = kInfinity;
    for (int f = 0; f < feature_count(a, b); ++f)
      least = std::min(least, find_contact(a, at_a, b, there, f).gap);
    EXPECT_LT(least, -0.3 * depth) << trial;
    EXPECT_GT(least, -2 * depth - 1e-14) << trial;
  }
  EXPECT_GT(checked, 15000);
}

TEST(ShapePair, GapIsZeroExactlyOnTheBoundary) {
  for_pairs([](Random& random, const PlanarShape& a, const PlanarShape& b) {
    if (a.kind == ShapeKind::half_plane || (a.kind == ShapeKind::polygon && a.radius > 0)) return;
    // the tip of b, or its side, on the boundary of a
    const Pose at_a = random_pose(random);
    const std::vector<Vec2> on_a = boundary(a, at_a);
    const Vec2 x = on_a[random() % on_a.size()];
    if (b.kind == ShapeKind::round && b.radius == 0) {
      const Vec2 s = b.points[0];
      const double angle = uniform(random, -3, 3);
      Pose at_b = pose_of(0, 0, angle);
      const Vec2 turned = at_b.turn(s);
      at_b.x = x[0] - turned[0], at_b.y = x[1] - turned[1];
      EXPECT_NEAR(find_contact(a, at_a, b, at_b, 0).gap, 0, 1e-14);
    }
  });
}

}  // namespace
}  // namespace freeplay
