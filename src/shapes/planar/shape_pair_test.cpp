// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/shape_pair.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "shapes/planar/shape_test_data.h"

namespace freeplay {
namespace {

using testing::box;
using testing::circle;
using testing::half_plane;
using testing::point;
using testing::pose_of;
using testing::Random;
using testing::random_pose;
using testing::random_shape;
using testing::uniform;

constexpr int kKinds = 4;  // of random_shape

/// Every pair of kinds that can touch, many times.
void for_pairs(const std::function<void(Random&, const PlanarShape&, const PlanarShape&)>& check) {
  for (int i = 0; i < kKinds; ++i) {
    for (int j = 0; j < kKinds; ++j) {
      Random random(static_cast<unsigned>(100 * i + j));
      for (int trial = 0; trial < 100; ++trial) {
        SCOPED_TRACE("kinds " + std::to_string(i) + ", " + std::to_string(j) + ", trial " +
                     std::to_string(trial));
        const PlanarShape a = random_shape(random, i), b = random_shape(random, j);
        if (!can_touch(a, b)) break;
        check(random, a, b);
      }
    }
  }
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
      if (!smooth) continue;
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
  EXPECT_GT(checked, 3000);
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

/// Along straight paths with rotation the gap changes by no more than the points move, and where faces tie.
TEST(ShapePair, GapsAreContinuous) {
  constexpr int kSteps = 400;
  for_pairs([](Random& random, const PlanarShape& a, const PlanarShape& b) {
    const double to[6] = {uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -2, 2),
                          uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -2, 2)};
    const double from[6] = {uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -2, 2),
                            uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -2, 2)};
    for (int feature = 0; feature < feature_count(a, b); ++feature) {
      double before = 0;
      for (int i = 0; i <= kSteps; ++i) {
        double q[6];
        for (int c = 0; c < 6; ++c) q[c] = from[c] + (to[c] - from[c]) * i / kSteps;
        const Pose at_a = pose_of(q[0], q[1], q[2]), at_b = pose_of(q[3], q[4], q[5]);
        const double gap = find_contact(a, at_a, b, at_b, feature).gap;
        // 30 bounds the speed along the path: up to 6 of each centre and 4 rad times a reach of 2 of each
        // body
        const double tie = std::min(gap, before) > 1e-4 ? 1e-5 : 0.05;
        if (i > 0) {
          EXPECT_NEAR(gap, before, 30.0 / kSteps + tie * std::max(a.size, b.size));
        }
        before = gap;
      }
    }
  });
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

TEST(ShapePair, SmallestGapAgreesWithSampledDistances) {
  long apart = 0;
  for_pairs([&](Random& random, const PlanarShape& a, const PlanarShape& b) {
    if (a.kind == ShapeKind::half_plane || b.kind == ShapeKind::half_plane) return;
    const bool corners = a.kind == ShapeKind::polygon && b.kind == ShapeKind::polygon;
    const bool tip =
        (a.kind == ShapeKind::polygon && b.radius == 0) || (b.kind == ShapeKind::polygon && a.radius == 0);
    const Pose at_a = random_pose(random, 1.5), at_b = random_pose(random, 1.5);
    double nearest = kInfinity;
    const std::vector<Vec2> on_a = boundary(a, at_a), on_b = boundary(b, at_b);
    const std::size_t stride = corners || tip ? 100 : 5;
    for (std::size_t i = 0; i < on_a.size(); i += stride) {
      for (std::size_t j = 0; j < on_b.size(); j += stride)
        nearest = std::min(nearest, norm(on_a[i] - on_b[j]));
    }
    const double gap = separation(a, at_a, b, at_b).gap;
    double smallest = kInfinity;
    for (int f = 0; f < feature_count(a, b); ++f)
      smallest = std::min(smallest, find_contact(a, at_a, b, at_b, f).gap);
    if (gap <= 0) return;  // they overlap
    ++apart;
    EXPECT_GT(smallest, 0);
    if (corners || tip) {  // measured along face normals: at most the distance
      EXPECT_LE(smallest, nearest + 1e-12);
      EXPECT_LE(gap, nearest + 1e-12);
    } else {
      EXPECT_NEAR(smallest, nearest, 0.016);  // a circle of up to 2π in 400 steps: half a step on each
    }
  });
  EXPECT_GT(apart, 300);
}

TEST(ShapePair, GapIsZeroExactlyOnTheBoundary) {
  for_pairs([](Random& random, const PlanarShape& a, const PlanarShape& b) {
    if (a.kind == ShapeKind::half_plane) return;
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
  for (const double sideways : {0.0, 1e-16, -1e-16, 1e-12, -1e-12, 1e-8, -1e-8}) {
    for (const double height : {0.1, 0.1 - 1e-16, 0.1 + 1e-16, 0.1 - 1e-9, 0.1 - 1e-5}) {
      const Pose upper = pose_of(sideways, height, 0);
      int left = 0, right = 0;
      for (int f = 0; f < 8; ++f) {
        const PairContact contact = find_contact(brick, lower, brick, upper, f);
        if (contact.gap > 1e-7) continue;
        EXPECT_EQ(contact.normal[1], 1) << f << ", " << sideways << ", " << height - 0.1;
        EXPECT_NEAR(contact.gap, height - 0.1, 1e-15) << f << ", " << sideways << ", " << height - 0.1;
        ++(contact.point[0] < 0 ? left : right);
      }
      EXPECT_GE(left, 1);
      EXPECT_GE(right, 1);
    }
  }
}

TEST(ShapePair, CrossedBarsOverlapWithoutACornerInside) {
  const PlanarShape bar = box(2, 0.1);
  const Pose flat = pose_of(0, 0, 0), upright = pose_of(0, 0, std::numbers::pi / 2);
  for (int f = 0; f < 8; ++f) EXPECT_GT(find_contact(bar, flat, bar, upright, f).gap, 0);
  EXPECT_NEAR(separation(bar, flat, bar, upright).gap, -1.05, 1e-15);
}

}  // namespace
}  // namespace freeplay
