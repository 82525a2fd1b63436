// SPDX-License-Identifier: Apache-2.0
// How planar shapes meet at corners and on facets: known numbers, and what springs in such contacts do.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "shapes/planar/shape_pair.h"
#include "shapes/planar/shape_test_data.h"

namespace freeplay {
namespace {

using testing::box;
using testing::circle;
using testing::half_plane;
using testing::point;
using testing::polygon;
using testing::pose_of;

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

/// Two stones of an arch that hinge at the foot of their joint, and have slid by a little: the joint is pressed in at its
/// top, where the corner of neither is inside the other, as the angles there are acute.
TEST(ShapePair, StonesThatHingeTouchAtTheOtherEndOfTheirJoint) {
  const double top = std::tan(0.17);
  const PlanarShape stone = polygon({{0, 0}, {-1, 0}, {-1, 1 - top}, {0, 1}}),
                    other = polygon({{0, 0}, {1, 0}, {1, 1 - top}, {0, 1}});
  const Pose at = pose_of(0, 0, 0);
  for (const double angle : {1e-6, 1e-4, 1e-3, 1e-2}) {
    for (const double slid : {-0.1, 0.0, 0.1}) {           // of what the corner is pressed in
      const Pose there = pose_of(0, slid * angle, angle);  // the second turns into the first
      double least = kInfinity;
      for (int f = 0; f < feature_count(stone, other); ++f)
        least = std::min(least, find_contact(stone, at, other, there, f).gap);
      EXPECT_NEAR(least, -std::sin(angle), 0.2 * angle) << angle << " " << slid;
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
