// SPDX-License-Identifier: Apache-2.0
// Outlines whose gaps and sizes are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "shapes/planar/outline_edges.h"
#include "shapes/planar/outline_test_data.h"

namespace freeplay {
namespace {

using testing::circle;
using testing::contacts;
using testing::half_plane;
using testing::outline;
using testing::point;
using testing::polygon;
using testing::pose_of;
using testing::Random;
using testing::random_polygon;
using testing::smallest;
using testing::uniform;

const Pose kGroundPose = pose_of(0, 0, 0);

TEST(OutlineKnown, ABallInAGrooveTouchesBothSides) {
  const PlanarShape groove = outline({{-2, -1}, {2, -1}, {2, 1}, {1, 1}, {0, 0}, {-1, 1}, {-2, 1}});
  const std::vector<PlanarShape> parts = parts_of(groove);
  ASSERT_EQ(parts.size(), 1u);  // from the hollow corner around to it
  EXPECT_EQ(parts[0].part->tips.size(), 6u);
  const PlanarShape ball = circle(0.5);
  const std::vector<PairContact> both =
      contacts(groove, kGroundPose, ball, pose_of(0, 0.5 * std::numbers::sqrt2, 0));
  ASSERT_EQ(both.size(), 2u);
  for (const PairContact& contact : both) EXPECT_NEAR(contact.gap, 0, 1e-15);
  EXPECT_NEAR(norm(both[1].normal - Vec2{-std::sqrt(0.5), std::sqrt(0.5)}), 0, 1e-15);
  EXPECT_NEAR(norm(both[0].normal - Vec2{std::sqrt(0.5), std::sqrt(0.5)}), 0, 1e-15);
}

TEST(OutlineKnown, ABallTooLargeForAHollowTouchesBesideIt) {
  // a groove of 90° whose bottom is rounded with radius 0.4
  const double cut = 0.4, y = cut * std::sqrt(0.5);
  const PlanarShape groove =
      outline({{-2, -1}, {2, -1}, {2, 1.5}, {1.5, 1.5}, {y, y}, {-y, y}, {-1.5, 1.5}, {-2, 1.5}},
              {0, 0, 0, 0, -0.4, 0, 0, 0});
  ASSERT_EQ(parts_of(groove).size(), 1u);
  const double diagonal = std::numbers::sqrt2;
  // a small one lies on the bottom, with one contact
  const PlanarShape small = circle(0.1), large = circle(0.8);
  const double bottom = 0.4 * diagonal - 0.4;
  const std::vector<PairContact> one = contacts(groove, kGroundPose, small, pose_of(0, bottom + 0.1, 0));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_NEAR(one[0].gap, 0, 1e-15);
  EXPECT_NEAR(norm(one[0].normal - Vec2{0, 1}), 0, 1e-15);
  // a large one on both sides
  int touching = 0;
  for (const PairContact& contact : contacts(groove, kGroundPose, large, pose_of(0, 0.8 * diagonal, 0)))
    touching += std::abs(contact.gap) < 1e-15 ? 1 : 0;
  EXPECT_EQ(touching, 2);
}

/// An arc rises from a hollow corner, and falls below the line of the edge that ends there. What is in front of the arc
/// is not behind that edge.
TEST(OutlineKnown, AnArcFallsBelowTheLineOfItsNeighbour) {
  const PlanarShape solid = outline({{-2, -0.6}, {-2, -2}, {1, -2}, {1, 0}, {0, 0}}, {0, 0, 0, 0, 3});
  ASSERT_EQ(parts_of(solid).size(), 1u);
  const OutlineEdge& arc = solid.part->whole->edges.back();
  ASSERT_EQ(arc.bend, 1);
  for (const double up : {1e-12, 1e-6, 0.01, 0.02}) {
    const Vec2 way = Vec2{-0.9, -0.08} - arc.centre;
    const Vec2 x = arc.centre + ((arc.radius + up) / norm(way)) * way;
    ASSERT_LT(x[1], 0);  // below the line
    EXPECT_NEAR(smallest(contacts(solid, kGroundPose, point({0, 0}), pose_of(x[0], x[1], 0))), up, 1e-15);
  }
}

/// Found at random: 0.0347 in front of an arc, and by 0.0018 below the line of the edge before it.
TEST(OutlineKnown, APointInFrontOfAnArcHasItsDistance) {
  const PlanarShape solid = outline({{0.502428, 0.198620},
                                     {0.519880, 0.737988},
                                     {-0.125493, 0.753746},
                                     {-0.514802, 0.369140},
                                     {-0.575320, -0.269974},
                                     {-0.385761, -0.413287},
                                     {0.333754, -0.846171},
                                     {0.617736, -0.345916}},
                                    {0.926541, 0, 0, 0, 0, 2.451136, 0, 0});
  const Vec2 x{0.1076797, -0.7840353};
  const OutlineEdge& arc = solid.part->whole->edges[5];
  const double distance = norm(x - arc.centre) - arc.radius;
  EXPECT_NEAR(distance, 0.03467, 1e-5);
  EXPECT_NEAR(smallest(contacts(solid, kGroundPose, point({0, 0}), pose_of(x[0], x[1], 0))), distance, 1e-15);
}

TEST(OutlineKnown, AnArcIsAsTheCircleThatItIsPartOf) {
  const PlanarShape hill = outline({{-0.6, 0.8}, {-0.6, -1}, {0.6, -1}, {0.6, 0.8}}, {0, 0, 0, 1});
  const PlanarShape round = circle(1);
  Random random(5);
  for (int k = 0; k < 1000; ++k) {
    const double angle = uniform(random, -0.45, 0.45), away = uniform(random, 0.9, 2);
    const Pose at = pose_of(away * std::sin(angle), away * std::cos(angle), uniform(random, -3, 3));
    for (const PlanarShape& ball :
         {circle(0.3), point({0, 0}), half_plane({0, -0.3}, {0, -1}), random_polygon(random, 0.1)}) {
      if (ball.kind == ShapeKind::polygon && away < 1.2) continue;
      Pose turned = at;
      if (ball.kind == ShapeKind::half_plane) turned = pose_of(at.x, at.y, -angle);
      double least = kInfinity;
      PairContact nearest;
      for (int f = 0; f < feature_count(round, ball); ++f) {
        const PairContact contact = find_contact(round, kGroundPose, ball, turned, f);
        if (contact.gap < least) least = contact.gap, nearest = contact;
      }
      const std::vector<PairContact> all = contacts(hill, kGroundPose, ball, turned);
      EXPECT_NEAR(smallest(all), least, 1e-14);
      for (const PairContact& contact : all) {
        if (contact.gap == smallest(all)) {
          EXPECT_LT(norm(contact.normal - nearest.normal), 1e-14);
        }
      }
    }
  }
}

/// Two discs made of arcs touch in one place, once.
TEST(OutlineKnown, ArcsOnArcsCountOnce) {
  const PlanarShape disc = outline({{1, 0}, {0, 1}, {-1, 0}, {0, -1}}, {1, 1, 1, 1});
  ASSERT_EQ(parts_of(disc).size(), 1u);
  for (const double angle : {0.0, 0.3, 1.0, 2.5}) {
    const std::vector<PairContact> all = contacts(
        disc, pose_of(0, 0, 0.7), disc, pose_of(1.9 * std::cos(angle), 1.9 * std::sin(angle), angle));
    int closed = 0;
    for (const PairContact& contact : all) {
      closed += contact.gap < 0 ? 1 : 0;
      if (contact.gap < 0) {
        EXPECT_NEAR(contact.gap, -0.1, 1e-14);
      }
    }
    EXPECT_EQ(closed, 1) << angle;
  }
}

TEST(OutlineKnown, NamesAreThoseOfTheFile) {
  const PlanarShape steps = polygon({{0, 0}, {3, 0}, {3, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 3}, {0, 3}});
  ASSERT_EQ(steps.kind, ShapeKind::outline);
  const std::vector<PlanarShape> parts = parts_of(steps);
  ASSERT_EQ(parts.size(), 2u);
  const PlanarShape ball = circle(0.1), floor = half_plane({0, 0}, {0, 1}), brick = testing::box(1, 1);
  EXPECT_EQ(feature_name(parts[0], ball, 0), "s3");
  EXPECT_EQ(feature_name(ball, parts[1], 0), "s5");
  EXPECT_EQ(feature_name(parts[0], floor, 0), "a4");
  EXPECT_EQ(feature_name(brick, parts[0], 0), "a0.s3");
  EXPECT_EQ(feature_name(brick, parts[0], 4), "b4");
}

/// Sums over the solid, with arcs: area and perimeter.
TEST(OutlineKnown, SizesOfKnownOutlines) {
  const PlanarShape disc = outline({{1, 0}, {0, 1}, {-1, 0}, {0, -1}}, {1, 1, 1, 1});
  EXPECT_NEAR(disc.part->whole->area, std::numbers::pi, 1e-14);
  EXPECT_NEAR(disc.part->whole->perimeter, 2 * std::numbers::pi, 1e-14);
  EXPECT_NEAR(disc.size, 1, 1e-14);
  // a square with a half circle cut out of one side, in either orientation
  for (const bool clockwise : {false, true}) {
    std::vector<Point> points{{-1, -1}, {1, -1}, {1, 1}, {0.5, 1}, {-0.5, 1}, {-1, 1}};
    std::vector<double> radii{0, 0, 0, -0.5, 0, 0};
    if (clockwise) {
      std::reverse(points.begin(), points.end());
      radii = {0, -0.5, 0, 0, 0, 0};
    }
    const PlanarShape socket = outline(points, radii);
    EXPECT_NEAR(socket.part->whole->area, 4 - std::numbers::pi / 8, 1e-14);
    EXPECT_NEAR(socket.part->whole->perimeter, 7 + std::numbers::pi / 2, 1e-14);
  }
  // rounded: outer corners only
  const PlanarShape angle = outline({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, {}, 0.1);
  EXPECT_NEAR(angle.part->whole->area, 3 - 5 * 0.01 * (1 - std::numbers::pi / 4), 1e-14);
}

}  // namespace
}  // namespace freeplay
