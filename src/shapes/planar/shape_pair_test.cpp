// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/shape_pair.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

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
          const double gap = find_contact(a, at_a, b, at_b, static_cast<int>(k)).gap;
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

// ---------------------------------------------------------------------------------------- known numbers
TEST(ShapePair, CircleOnAnIncline) {
  const PlanarShape ball = circle(0.5), slope = half_plane({0, 0}, {-1, 1});
  const Pose at = pose_of(-1, 1, 0.3), ground = pose_of(0, 0, 0);
  const PairContact contact = find_contact(slope, ground, ball, at, 0);
  EXPECT_NEAR(contact.gap, std::sqrt(2.0) - 0.5, 1e-15);
  EXPECT_NEAR(contact.normal[0], -std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(contact.point[0], -1 + 0.5 * std::sqrt(0.5), 1e-15);
}

TEST(ShapePair, CircleRoundsTheCornersOfAPolygon) {
  const PlanarShape ball = circle(0.5), brick = box(2, 2);
  const Pose ground = pose_of(0, 0, 0);
  EXPECT_NEAR(find_contact(brick, ground, ball, pose_of(0.7, 2, 0), 0).gap, 0.5, 1e-15);  // above
  EXPECT_NEAR(find_contact(brick, ground, ball, pose_of(1.3, 1.4, 0), 0).gap, 0.0,
              1e-15);  // 3-4-5 off a corner
  EXPECT_NEAR(find_contact(brick, ground, ball, pose_of(0.25, 0.5, 0), 0).gap, -1.0, 1e-15);  // inside
  EXPECT_NEAR(find_contact(brick, ground, ball, pose_of(1.3, 1.4, 0), 0).normal[0], 0.6, 1e-15);
  EXPECT_NEAR(separation(brick, ground, ball, pose_of(0.25, 0.5, 0)).gap, -1.0, 1e-15);
}

/// Bricks of equal width on each other: corners meet corners, and rounding must not turn the normal.
TEST(ShapePair, AlignedBricksPushUpwards) {
  const PlanarShape brick = box(0.2, 0.1);
  const Pose lower = pose_of(0, 0, 0);
  for (const double sideways : {0.0, 1e-16, -1e-16, 1e-12, -1e-12, 1e-8, -1e-8, 1e-3}) {
    for (const double height : {0.1, 0.1 - 1e-16, 0.1 + 1e-16, 0.1 - 1e-9, 0.1 - 1e-5}) {
      for (const double tilt : {0.0, 1e-12, -1e-12, 1e-7, -1e-7}) {
        const Pose upper = pose_of(sideways, height, tilt);
        const double expected = height - 0.1, near = 1.1e-16 + 0.11 * std::abs(tilt);
        int left = 0, right = 0;
        for (int f = 0; f < 8; ++f) {
          SCOPED_TRACE(::testing::Message() << f << ", " << sideways << ", " << expected << ", " << tilt);
          const PairContact contact = find_contact(brick, lower, brick, upper, f);
          if (contact.gap > 1e-7) continue;
          EXPECT_GT(contact.normal[1], 0.994);
          if (std::abs(contact.gap - expected) > near) {  // a corner just past the other: it does not touch
            EXPECT_GE(contact.gap, 0);
            continue;
          }
          EXPECT_NEAR(contact.normal[1], 1, 1e-12);
          ++(contact.point[0] < 0 ? left : right);
        }
        EXPECT_GE(left, 1);
        EXPECT_GE(right, 1);
      }
    }
  }
}

/// What a spring of stiffness 1 in every closed contact does to body b.
struct Wrench {
  Vec2 force{0, 0};
  double moment = 0, energy = 0;
};

Wrench spring_wrench(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b) {
  Wrench sum;
  for (int f = 0; f < feature_count(a, b); ++f) {
    const PairContact contact = find_contact(a, at_a, b, at_b, f);
    if (contact.gap >= 0) continue;
    sum.force = sum.force - contact.gap * contact.normal;
    sum.moment -= contact.gap * cross(contact.point - at_b.centre(), contact.normal);
    sum.energy += 0.5 * contact.gap * contact.gap;
  }
  return sum;
}

/// A body that is pressed on another and slides over its edges: force and moment are continuous, and without
/// friction their work is what the springs lose.
TEST(ShapePair, WorkOverCornersIsWhatSpringsLose) {
  constexpr int kSteps = 20000;
  constexpr double kDepth = 1e-5;
  std::vector<Point> facets;  // a hill of facets
  for (int k = -9; k <= 9; ++k) facets.push_back({std::sin(k * 0.1), std::cos(k * 0.1) - 1});
  facets.push_back({0.7, -1}), facets.push_back({-0.7, -1});
  const PlanarShape
      hill = polygon(facets),
      brick = box(0.2, 0.1),
      hexagon =
          polygon({{0.1, 0}, {0.05, 0.0866}, {-0.05, 0.0866}, {-0.1, 0}, {-0.05, -0.0866}, {0.05, -0.0866}});
  struct Case {
    const PlanarShape &lower, &upper;
    double height, from, to, turn;
  };
  for (const Case& path :
       {Case{brick, brick, 0.1, -0.19, 0.18, 0}, Case{brick, brick, 0.1, -0.15, 0.16, 1e-6},
        Case{hexagon, brick, 0.1366, -0.14, 0.13, 0}, Case{hexagon, hexagon, 0.1732, -0.09, 0.08, 0},
        Case{brick, hexagon, 0.1366, -0.14, 0.13, -1e-6}}) {
    double work = 0;
    Wrench last;
    double jump = 0, lever = 0;
    for (int k = 0; k <= kSteps; ++k) {
      const double share = static_cast<double>(k) / kSteps;
      const auto along = [&](double s) {
        return pose_of(path.from + (path.to - path.from) * s, path.height - kDepth * std::sin(3.1 * s),
                       path.turn * (2 * s - 1));
      };
      const Pose at = along(share), ground = pose_of(0, 0, 0);
      const Wrench now = spring_wrench(path.lower, ground, path.upper, at);
      if (k == 0) {
        last = now;
        continue;
      }
      const Pose before = along(share - 1.0 / kSteps);
      work += 0.5 * dot(now.force + last.force, at.centre() - before.centre()) +
              0.5 * (now.moment + last.moment) * (at.angle - before.angle);
      jump = std::max(jump, norm(now.force - last.force));
      lever = std::max(lever, std::abs(now.moment - last.moment));
      EXPECT_NEAR(work, -now.energy, 0.02 * kDepth * kDepth) << share;
      last = now;
    }
    EXPECT_LT(jump, 0.01 * kDepth);
    EXPECT_LT(lever, 0.01 * 0.1 * kDepth);
  }
  // a point over the facets, up and down
  const PlanarShape tip = point({0, 0});
  double work = 0, deepest = 0;
  Wrench last;
  for (int k = 0; k <= kSteps; ++k) {
    const auto along = [&](double s) {
      const double angle = 1.4 * (s - 0.5);
      const double radius = 1 - 0.004 * std::sin(3.1 * s);
      return pose_of(radius * std::sin(angle), radius * std::cos(angle) - 1, 0);
    };
    const double share = static_cast<double>(k) / kSteps;
    const Pose at = along(share);
    const Wrench now = spring_wrench(hill, pose_of(0, 0, 0), tip, at);
    if (k > 0) work += 0.5 * dot(now.force + last.force, at.centre() - along(share - 1.0 / kSteps).centre());
    // in the step across each of nineteen corners the force turns by 0.1 rad
    EXPECT_NEAR(work, -now.energy, 19 * 0.5 * 0.1 * 0.004 * 1.4 / kSteps);
    deepest = std::max(deepest, now.energy);
    last = now;
  }
  EXPECT_GT(deepest, 1e-6);
}

/// A polygon that rolls over a faceted wheel touches it all the time in corners that keep their names, and the
/// deepest gap is continuous.
TEST(ShapePair, RollingChangesTheCornerOnlyWhereBothTouch) {
  std::vector<Point> facets, tips;
  for (int k = 0; k < 40; ++k)
    facets.push_back({std::cos(k * 0.05 * 3.14159265358979), std::sin(k * 0.05 * 3.14159265358979)});
  for (int k = 0; k < 7; ++k)
    tips.push_back(
        {0.3 * std::cos(k * 2 * 3.14159265358979 / 7), 0.3 * std::sin(k * 2 * 3.14159265358979 / 7)});
  const PlanarShape wheel = polygon(facets), small = polygon(tips);
  const Pose ground = pose_of(0, 0, 0);
  constexpr int kSteps = 5000;
  int held = -1, changes = 0;
  for (int step = 0; step <= kSteps; ++step) {
    const double around = 6.2 * step / kSteps, turn = around * (1 + 1 / 0.3);
    double low = 1, high = 1.5;  // how far out: they just touch
    const auto at = [&](double r) { return pose_of(r * std::cos(around), r * std::sin(around), turn); };
    for (int k = 0; k < 55; ++k) {
      const double middle = 0.5 * (low + high);
      (separation(wheel, ground, small, at(middle)).gap > 0 ? high : low) = middle;
    }
    int closest = -1;
    double least = kInfinity, of_held = 0;
    for (int f = 0; f < feature_count(wheel, small); ++f) {
      const double gap = find_contact(wheel, ground, small, at(high), f).gap;
      if (gap < least) least = gap, closest = f;
      if (f == held) of_held = gap;
    }
    EXPECT_NEAR(least, 0, 1e-13);
    if (closest == held) continue;
    if (held >= 0) {
      EXPECT_NEAR(of_held, 0, 6.2 * 5 * 0.3 / kSteps) << step;  // it has only just left
    }
    held = closest;
    ++changes;
  }
  EXPECT_GT(changes, 20);
  EXPECT_LT(changes, 200);
}

TEST(ShapePair, CrossedBarsOverlapWithoutACornerInside) {
  const PlanarShape bar = box(2, 0.1);
  const Pose flat = pose_of(0, 0, 0), upright = pose_of(0, 0, std::numbers::pi / 2);
  for (int f = 0; f < 8; ++f) EXPECT_GT(find_contact(bar, flat, bar, upright, f).gap, 0);
  EXPECT_NEAR(separation(bar, flat, bar, upright).gap, -1.05, 1e-15);
}

}  // namespace
}  // namespace freeplay
