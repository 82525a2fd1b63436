// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/outline_pair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "shapes/planar/outline_edges.h"
#include "shapes/planar/shape_test_data.h"

namespace freeplay {
namespace {

using testing::circle;
using testing::half_plane;
using testing::outline;
using testing::point;
using testing::polygon;
using testing::pose_of;
using testing::Random;
using testing::random_outline;
using testing::random_polygon;
using testing::random_pose;
using testing::uniform;

constexpr double kSame = 2e-6;  // of the size: what is this close is in the same place

/// Boundary of a shape as many short segments, in the world.
std::vector<Vec2> fine(const PlanarShape& shape, const Pose& at, double turn = 0.01) {
  std::vector<Vec2> local, found;
  if (shape.kind == ShapeKind::round) {
    for (double angle = 0; angle < 2 * std::numbers::pi; angle += turn) {
      local.push_back(shape.points[0] + shape.radius * Vec2{std::cos(angle), std::sin(angle)});
    }
  } else {
    local = boundary_points(*shape.part->whole, turn);
  }
  for (const Vec2& x : local) found.push_back(at.point(x));
  return found;
}

bool is_inside(const std::vector<Vec2>& polygon, const Vec2& p) {
  bool in = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2 &a = polygon[i], &b = polygon[j];
    if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0])
      in = !in;
  }
  return in;
}

double from_boundary(const std::vector<Vec2>& polygon, const Vec2& x) {
  double least = kInfinity;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2 &p = polygon[j], way = polygon[i] - p;
    const double share = std::clamp(dot(x - p, way) / std::max(dot(way, way), 1e-300), 0.0, 1.0);
    least = std::min(least, norm(x - p - share * way));
  }
  return least;
}

/// Distance of two boundaries; negative when they overlap.
double brute_distance(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double least = kInfinity;
  bool overlap = false;
  for (const Vec2& x : a) least = std::min(least, from_boundary(b, x)), overlap = overlap || is_inside(b, x);
  for (const Vec2& x : b) least = std::min(least, from_boundary(a, x)), overlap = overlap || is_inside(a, x);
  return overlap ? -least : least;
}

/// Whether two shapes overlap or are nearly so; roughly, and quickly.
bool overlap(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b) {
  return brute_distance(fine(a, at_a, 0.1), fine(b, at_b, 0.1)) < 0.01;
}

/// All contacts of two shapes, whole.
std::vector<PairContact> contacts(const PlanarShape& a, const Pose& at_a, const PlanarShape& b,
                                  const Pose& at_b) {
  std::vector<PairContact> found;
  for (const PlanarShape& p : parts_of(a)) {
    for (const PlanarShape& q : parts_of(b)) {
      for (int f = 0; f < feature_count(p, q); ++f) found.push_back(find_contact(p, at_a, q, at_b, f));
    }
  }
  return found;
}

double smallest(const std::vector<PairContact>& contacts) {
  double least = kInfinity;
  for (const PairContact& contact : contacts) least = std::min(least, contact.gap);
  return least;
}

PlanarShape partner(Random& random, int kind) {
  switch (kind) {
    case 0: return point({uniform(random, -0.3, 0.3), 0.1});
    case 1: return circle(uniform(random, 0.05, 1), {0.1, 0});
    case 2: return random_polygon(random, 1);
    case 3: return random_polygon(random, 1, true);
    default: return random_outline(random);
  }
}

TEST(OutlinePair, TheSmallestGapIsTheDistance) {
  Random random(1);
  int apart = 0;
  for (int trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    const PlanarShape a = random_outline(random), b = partner(random, trial % 5);
    const Pose at_a = random_pose(random, 1.2), at_b = random_pose(random, 1.2);
    const double distance = brute_distance(fine(a, at_a), fine(b, at_b));
    const std::vector<PairContact> all = contacts(a, at_a, b, at_b), turned = contacts(b, at_b, a, at_a);
    ASSERT_EQ(all.size(), turned.size());
    if (distance < 1e-4) continue;
    ++apart;
    EXPECT_NEAR(smallest(all), distance, 2e-4);
    EXPECT_NEAR(smallest(turned), distance, 2e-4);
  }
  EXPECT_GT(apart, 40);
}

/// From far away to where b touches a, by their distance; where b is then, further on by a way.
struct Approach {
  Pose at_a;
  double direction, angle, low = 3;
  bool touches = false;

  Approach(Random& random, const PlanarShape& a, const PlanarShape& b) : at_a(random_pose(random)) {
    direction = uniform(random, -3.2, 3.2), angle = uniform(random, -3.2, 3.2);
    double step = 1;
    for (int k = 0; k < 200 && step > 1e-13 && low > 0; ++k) {
      step = smallest(contacts(a, at_a, b, at_b(0)));
      if (step < 0) return;
      low -= step;
    }
    touches = low > 0 && step < 1e-12;
  }
  Pose at_b(double way) const {
    return pose_of(at_a.x + (low - way) * std::cos(direction), at_a.y + (low - way) * std::sin(direction),
                   angle);
  }
};

/// Moved into each other a little from where they touch, some gap is negative, and none is deeper than they are.
TEST(OutlinePair, EveryOverlapIsSeen) {
  Random random(2);
  int checked = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    SCOPED_TRACE(trial);
    const PlanarShape a = random_outline(random), b = partner(random, trial % 5);
    const Approach approach(random, a, b);
    if (!approach.touches) continue;
    for (const double in : {1e-10, 1e-7, 1e-4}) {
      const double gap = smallest(contacts(a, approach.at_a, b, approach.at_b(in)));
      EXPECT_GT(gap, -2.5 * in - 1e-12);
      EXPECT_LT(gap, 1e-12);
      ++checked;
    }
  }
  EXPECT_GT(checked, 1000);
}

/// The smallest gap changes by no more than the shapes move, as long as they are apart. That of an arc which ends
/// before it gets to the other may jump, from one positive value to another that is no less than their distance.
TEST(OutlinePair, GapsAreContinuous) {
  constexpr int kSteps = 200;
  Random random(3);
  long compared = 0, overlapping = 0, jumps = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const PlanarShape whole = random_outline(random), b = partner(random, trial % 5);
    const std::vector<PlanarShape> parts = parts_of(whole), others = parts_of(b);
    double from[6], to[6], q[6], last[6] = {};
    for (std::size_t c = 0; c < 6; ++c)
      from[c] = uniform(random, -1.5, 1.5), to[c] = uniform(random, -1.5, 1.5);
    std::vector<double> gaps;
    double least = 0;
    bool deep = false;
    for (int i = 0; i <= kSteps; ++i) {
      for (int c = 0; c < 6; ++c) q[c] = from[c] + (to[c] - from[c]) * i / kSteps;
      const Pose at_a = pose_of(q[0], q[1], q[2]), at_b = pose_of(q[3], q[4], q[5]);
      double way = 0;
      for (const int body : {0, 3}) {
        way += std::hypot(q[body] - last[body], q[body + 1] - last[body + 1]) +
               (body == 0 ? whole.extent : b.extent) * std::abs(q[body + 2] - last[body + 2]);
      }
      const std::vector<PairContact> now = contacts(whole, at_a, b, at_b);
      const double before = std::exchange(least, smallest(now));
      const bool was_deep = std::exchange(deep, overlap(whole, at_a, b, at_b));
      if (i > 0 && !deep && !was_deep) {
        EXPECT_NEAR(least, before, way + kSame) << trial << " " << i;
      }
      for (std::size_t k = 0; k < now.size(); ++k) {
        EXPECT_NEAR(norm(now[k].normal), 1, 1e-12) << trial << " " << i << " " << k;
        if (i > 0 && !deep && !was_deep) {
          jumps += std::abs(now[k].gap - gaps[k]) > 1.1 * way + kSame ? 1 : 0;
          ++compared;
        }
        overlapping += deep ? 1 : 0;
      }
      gaps.clear();
      for (const PairContact& contact : now) gaps.push_back(contact.gap);
      std::copy(q, q + 6, last);
    }
  }
  EXPECT_GT(compared, 50000);
  EXPECT_GT(overlapping, 5000);
  EXPECT_LT(jumps, compared / 500);
}

/// w_N is the derivative of the gap of what touches, or nearly does.
TEST(OutlinePair, RowsAreDerivativesOfTheGap) {
  constexpr double kStep = 1e-6;
  Random random(4);
  long checked = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    SCOPED_TRACE(trial);
    const PlanarShape a = random_outline(random), b = partner(random, trial % 5);
    const Approach approach(random, a, b);
    if (!approach.touches) continue;
    const Pose from = approach.at_b(trial % 2 == 0 ? 1e-4 : -1e-3);
    const double q[6] = {approach.at_a.x, approach.at_a.y, approach.at_a.angle, from.x, from.y, from.angle};
    const auto find = [&](const double* at) {
      return contacts(a, pose_of(at[0], at[1], at[2]), b, pose_of(at[3], at[4], at[5]));
    };
    const std::vector<PairContact> now = find(q);
    std::vector<std::array<double, 6>> slope(now.size());
    std::vector<char> smooth(now.size(), 1);
    for (std::size_t c = 0; c < 6; ++c) {
      double back[6], forth[6];
      std::copy(q, q + 6, back), std::copy(q, q + 6, forth);
      back[c] -= kStep, forth[c] += kStep;
      const std::vector<PairContact> low = find(back), high = find(forth);
      for (std::size_t k = 0; k < now.size(); ++k) {
        slope[k][c] = (high[k].gap - low[k].gap) / (2 * kStep);
        if (norm(high[k].normal - low[k].normal) > 0.01) smooth[k] = 0;  // another edge
      }
    }
    for (std::size_t k = 0; k < now.size(); ++k) {
      if (!smooth[k] || now[k].gap > smallest(now) + 1e-9) continue;
      double w_N[6], w_T[6];
      pair_rows(now[k], pose_of(q[0], q[1], q[2]), pose_of(q[3], q[4], q[5]), w_N, w_T);
      for (std::size_t c = 0; c < 6; ++c)
        EXPECT_NEAR(w_N[c], slope[k][c], 2e-4) << k << " gap " << now[k].gap;
      ++checked;
    }
  }
  EXPECT_GT(checked, 500);
}

// ---------------------------------------------------------------------------------------- known numbers
const Pose kGroundPose = pose_of(0, 0, 0);

TEST(OutlinePair, ABallInAGrooveTouchesBothSides) {
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

TEST(OutlinePair, ABallTooLargeForAHollowTouchesBesideIt) {
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

TEST(OutlinePair, AnArcIsAsTheCircleThatItIsPartOf) {
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
TEST(OutlinePair, ArcsOnArcsCountOnce) {
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

TEST(OutlinePair, NamesAreThoseOfTheFile) {
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
TEST(OutlinePair, SizesOfKnownOutlines) {
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
