// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/shape_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/index.h"
#include "shapes/spatial/pair_test_data.h"

namespace freeplay {
namespace {

using testing::bring_to_touch;
using testing::euclidean;
using testing::for_pairs;
using testing::make_spatial;
using testing::Placed;
using testing::Random;
using testing::random_place;
using testing::random_spatial;
using testing::random_vector;
using testing::spatial_kinds;
using testing::uniform;

/// Body k moved by the velocity of its own twelve numbers.
Placed pushed(const Placed& pair, int direction, double by) {
  Placed other = pair;
  SpatialPose& at = direction < 6 ? other.at_a : other.at_b;
  const auto k = static_cast<std::size_t>(direction % 3);
  Vec3 e{0, 0, 0};
  e[k] = by;
  if (direction % 6 < 3)
    at.r = at.r + e;
  else
    at.A = at.A * rotation(turn_by(e));
  return other;
}

TEST(SpatialShapePair, RowsAreDerivativesOfTheGapAndGiveTheSlipOfMaterialPoints) {
  constexpr double kStep = 1e-6;
  std::map<std::string, int> checked;
  for_pairs(25, [&](Random& random, Placed& pair) {
    if (!bring_to_touch(pair)) return;
    for (int feature = 0; feature < pair.count(); ++feature) {
      const SpatialContact contact = pair.find(feature);
      if (std::abs(contact.gap) > 1e-9) continue;  // it does not touch
      std::array<double, 12> w[3];
      pair_rows(contact, pair.at_a, pair.at_b, {w[0].data(), w[1].data(), w[2].data()});
      bool smooth = true;
      std::array<double, 12> slope{};
      for (int c = 0; c < 12; ++c) {
        const SpatialContact low = pushed(pair, c, -kStep).find(feature),
                             high = pushed(pair, c, kStep).find(feature);
        slope[idx(c)] = (high.gap - low.gap) / (2 * kStep);
        // another face, another edge: not differentiable here
        smooth = smooth && norm(high.normal - low.normal) < 1e-3;
      }
      if (!smooth) continue;
      ++checked[pair.a.kind == pair.b.kind ? "same" : "other"];
      for (std::size_t c = 0; c < 12; ++c) EXPECT_NEAR(w[0][c], slope[c], 1e-8) << feature;
      EXPECT_NEAR(norm(contact.normal), 1, 1e-14);
      // velocity of the points of a and b that are at the contact
      std::array<double, 12> u{};
      for (double& x : u) x = uniform(random, -2, 2);
      const auto velocity = [&](const SpatialPose& at, std::size_t first) {
        const Vec3 v{u[first], u[first + 1], u[first + 2]}, omega{u[first + 3], u[first + 4], u[first + 5]};
        return v + cross(at.turn(omega), contact.point - at.r);
      };
      const Vec3 slip = velocity(pair.at_b, 6) - velocity(pair.at_a, 0);
      const auto [t1, t2] = tangents(contact.normal);
      const Vec3 directions[3] = {contact.normal, t1, t2};
      for (std::size_t k = 0; k < 3; ++k) {
        double rate = 0;
        for (std::size_t c = 0; c < 12; ++c) rate += w[k][c] * u[c];
        EXPECT_NEAR(rate, dot(slip, directions[k]), 1e-12);
      }
    }
  });
  EXPECT_GT(checked["same"], 60);
  EXPECT_GT(checked["other"], 300);
}

TEST(SpatialShapePair, TheOrderOfTheTwoDoesNotMatter) {
  for_pairs(8, [](Random&, Placed& pair) {
    ASSERT_EQ(feature_count(pair.a, pair.b), feature_count(pair.b, pair.a));
    const int count = pair.count();
    std::map<std::array<int, 2>, int> other;
    for (int k = 0; k < count; ++k) {
      const auto corner = feature_corner(pair.b, pair.a, k);
      EXPECT_TRUE(other.insert({{corner[1], corner[0]}, k}).second);
    }
    const bool capsules = pair.a.kind == SpatialKind::capsule && pair.b.kind == SpatialKind::capsule;
    for (int k = 0; k < count; ++k) {
      // of two capsules end to end only the first one's end counts
      if (capsules && k < 4) continue;
      const auto found = other.find(feature_corner(pair.a, pair.b, k));
      ASSERT_NE(found, other.end());
      const SpatialContact one = pair.find(k),
                           two = find_contact(pair.b, pair.at_b, pair.a, pair.at_a, found->second);
      EXPECT_NEAR(one.gap, two.gap, 1e-12 * (1 + std::abs(one.gap)));
      EXPECT_NEAR(norm(one.normal + two.normal), 0, 1e-9);
      EXPECT_NEAR(norm(one.point - two.point), 0, 1e-7);
    }
    const double there = separation(pair.a, pair.at_a, pair.b, pair.at_b).gap,
                 back = separation(pair.b, pair.at_b, pair.a, pair.at_a).gap;
    EXPECT_NEAR(there, back, 1e-12);
  });
}

TEST(SpatialShapePair, MicrometresAreAsGoodAsMetres) {
  constexpr double kSmall = 1e-6;
  const auto& kinds = spatial_kinds();
  for (const std::string& first : kinds) {
    for (const std::string& second : kinds) {
      for (unsigned seed = 0; seed < 5; ++seed) {
        SCOPED_TRACE(first + ", " + second);
        const auto made = [&](double size) {
          Random random(seed);
          Placed pair{random_spatial(random, first, size), random_spatial(random, second, size), {}, {}};
          pair.at_a = random_place(random, size), pair.at_b = random_place(random, size);
          return pair;
        };
        const Placed large = made(1), small = made(kSmall);
        if (!can_touch(large.a, large.b) || !not_computed(large.a, large.b).empty()) continue;
        ASSERT_EQ(large.count(), small.count());
        for (int k = 0; k < large.count(); ++k) {
          const SpatialContact one = large.find(k), two = small.find(k);
          if (one.gap > 1) continue;  // of edges that do not touch: rounding decides between ties
          EXPECT_NEAR(one.gap, two.gap / kSmall, 1e-9 * (1 + std::abs(one.gap)));
          EXPECT_NEAR(norm(one.normal - two.normal), 0, 1e-9);
        }
      }
    }
  }
}

TEST(SpatialShapePair, GapsAreContinuous) {
  constexpr int kSteps = 4000;
  for_pairs(3, [&](Random& random, Placed& pair) {
    // b passes through a, turning
    const Vec3 start = pair.at_b.r, way = pair.at_a.r - start + random_vector(random, 0.5);
    const Vec3 turn = random_vector(random, 2);
    const Mat3 drawn = pair.at_b.A;
    const double far = norm(way) + norm(turn) * 2;
    std::vector<double> last;
    double last_apart = 0;
    for (int k = 0; k <= kSteps; ++k) {
      const double t = 2.0 * k / kSteps;
      pair.at_b = {start + t * way, drawn * rotation(turn_by(t * turn))};
      SpatialPair at(pair.a, pair.at_a, pair.b, pair.at_b);
      const double apart = at.separation().gap;
      for (int feature = 0; feature < pair.count(); ++feature) {
        const double gap = at.find(feature).gap;
        const auto i = idx(feature);
        if (k == 0) {
          last.push_back(gap);
          continue;
        }
        // contacts of edges change their direction with that of the bodies, but never close by that
        const bool edges = feature_corner(pair.a, pair.b, feature)[0] >= 0 &&
                           feature_corner(pair.a, pair.b, feature)[1] >= 0;
        const bool inside = std::min(apart, last_apart) < 0;
        const bool half_space =
            pair.a.kind == SpatialKind::half_space || pair.b.kind == SpatialKind::half_space;
        if (edges) {
          if (!inside) {
            EXPECT_GT(gap, 0);
          }
        } else if (!inside || half_space || euclidean(pair)) {  // inside, faces tie
          EXPECT_LT(std::abs(gap - last[i]), 8 * far / kSteps) << feature << " at " << t;
        }
        last[i] = gap;
      }
      last_apart = apart;
    }
  });
}

SpatialShape brick(double x, double y, double z) {
  return make_spatial("box", {{"size", {Point3{x, y, z}, {}}}});
}
SpatialShape floor_shape() { return make_spatial("half_space", {{"normal", {Point3{0, 0, 2}, {}}}}); }

std::vector<SpatialContact> closed(const Placed& pair, double near = 1e-12) {
  std::vector<SpatialContact> found;
  for (int k = 0; k < pair.count(); ++k) {
    const SpatialContact contact = pair.find(k);
    if (contact.gap <= near) found.push_back(contact);
  }
  return found;
}

TEST(SpatialShapePair, PlanksThatCrossTouchInFourPoints) {
  for (const double angle : {0.5 * std::numbers::pi, 0.8, 2.0}) {
    const Placed pair{
        brick(2, 0.2, 0.1), brick(2, 0.2, 0.1), {}, {{0, 0, 0.1}, rotation(turn_by({0, 0, angle}))}};
    const auto contacts = closed(pair);
    ASSERT_EQ(contacts.size(), 4);
    for (const SpatialContact& contact : contacts) {
      EXPECT_NEAR(contact.gap, 0, 1e-15);
      EXPECT_NEAR(norm(contact.normal - Vec3{0, 0, 1}), 0, 1e-14);
      EXPECT_NEAR(contact.point[2], 0.05, 1e-15);
      EXPECT_NEAR(std::abs(contact.point[1]), 0.1, 1e-14);
    }
    EXPECT_EQ(closed(pair.moved({0, 0, -1e-4})).size(), 4);  // and overlapping
    EXPECT_TRUE(closed(pair.moved({0, 0, 1e-9})).empty());
  }
}

TEST(SpatialShapePair, BricksOnBricksPushUpNotSideways) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const double depth = std::pow(10, uniform(random, -14, -3)),
                 tilt = std::pow(10, uniform(random, -14, -6));
    const bool equal = trial % 2 == 0;
    const Placed pair{brick(1, 0.6, 0.2),
                      equal ? brick(1, 0.6, 0.2) : brick(0.5, 0.3, 0.2),
                      {},
                      {{equal ? 0 : 0.249, equal ? 0 : 0.149, 0.2 - depth},
                       rotation(turn_by(tilt * unit(random_vector(random))))}};
    const auto contacts = closed(pair);
    if (depth > tilt) {
      EXPECT_GE(contacts.size(), 4U);
    }
    for (const SpatialContact& contact : contacts) {
      EXPECT_GT(contact.normal[2], 0.99);
      EXPECT_GT(contact.gap, -2 * (depth + tilt));
    }
  }
}

TEST(SpatialShapePair, ACylinderStandsAndRolls) {
  const SpatialShape shaft = make_spatial("cylinder", {{"radius", {0.1, {}}}, {"length", {0.4, {}}}});
  const Placed standing{shaft, floor_shape(), {{0, 0, 0.2}, Mat3{}}, {}};
  EXPECT_EQ(closed(standing).size(), 5);
  for (const SpatialContact& contact : closed(standing)) {
    EXPECT_NEAR(contact.gap, 0, 1e-16);
    EXPECT_EQ(contact.normal, (Vec3{0, 0, -1}));
  }
  for (double turned = 0; turned < 7; turned += 0.01) {  // about its own axis, lying on its side
    const Mat3 lying = rotation(turn_by({0.5 * std::numbers::pi, 0, 0})) * rotation(turn_by({0, 0, turned}));
    const Placed rolling{shaft, floor_shape(), {{0, 0, 0.1}, lying}, {}};
    const auto contacts = closed(rolling);
    ASSERT_EQ(contacts.size(), 2);
    for (const SpatialContact& contact : contacts) {
      EXPECT_NEAR(contact.point[0], 0, 1e-15);
      EXPECT_NEAR(std::abs(contact.point[1]), 0.2, 1e-15);
    }
  }
}

TEST(SpatialShapePair, ParallelCapsulesTouchInTwoPoints) {
  const SpatialShape rod = make_spatial("capsule", {{"radius", {0.1, {}}}, {"length", {1.0, {}}}});
  const Placed beside{rod, rod, {}, {{0.2, 0, 0.3}, Mat3{}}};
  const auto contacts = closed(beside);
  ASSERT_EQ(contacts.size(), 2);
  EXPECT_NEAR(norm(contacts[0].point - Vec3{0.1, 0, 0.5}), 0, 1e-15);
  EXPECT_NEAR(norm(contacts[1].point - Vec3{0.1, 0, -0.2}), 0, 1e-15);
  EXPECT_EQ(closed({rod, rod, {}, {{0, 0, 1.2}, Mat3{}}}).size(), 1);  // end to end
  EXPECT_EQ(closed({rod, rod, {}, {{0.2, 0, 0}, rotation(turn_by({1, 0, 0}))}}).size(), 1);
}

TEST(SpatialShapePair, ARodAcrossAPlankTouchesItsEdges) {
  const SpatialShape rod = make_spatial("capsule", {{"radius", {0.1, {}}}, {"length", {1.0, {}}}});
  const SpatialPose lying{{0, 0, 0.15}, rotation(turn_by({0.5 * std::numbers::pi, 0, 0}))};
  const auto contacts = closed({rod, brick(2, 0.4, 0.1), lying, {}});
  ASSERT_EQ(contacts.size(), 2);
  for (const SpatialContact& contact : contacts) {
    EXPECT_NEAR(norm(contact.normal - Vec3{0, 0, -1}), 0, 1e-15);
    EXPECT_NEAR(std::abs(contact.point[1]), 0.2, 1e-15);
    EXPECT_NEAR(contact.point[2], 0.05, 1e-15);
  }
}

TEST(SpatialShapePair, Names) {
  const SpatialShape box = brick(1, 1, 1), ball = make_spatial("sphere", {{"radius", {0.1, {}}}}),
                     rod = make_spatial("capsule", {{"radius", {0.1, {}}}, {"length", {1.0, {}}}});
  EXPECT_EQ(feature_count(ball, box), 1);
  EXPECT_EQ(feature_name(ball, box, 0), "");
  EXPECT_EQ(feature_count(box, box), 8 + 8 + 144);
  EXPECT_EQ(feature_name(box, box, 7), "a7");
  EXPECT_EQ(feature_name(box, box, 8), "b0");
  EXPECT_EQ(feature_name(box, box, 16 + 12 * 3 + 7), "a3xb7");
  EXPECT_EQ(feature_count(rod, box), 2 + 8 + 12);
  EXPECT_EQ(feature_name(rod, box, 1), "a1");
  EXPECT_EQ(feature_name(box, rod, 1), "b1");
  EXPECT_EQ(feature_name(box, rod, 2 + 8 + 5), "a5xb0");
  EXPECT_EQ(feature_name(box, floor_shape(), 3), "a3");
  EXPECT_EQ(feature_name(floor_shape(), box, 3), "b3");
  EXPECT_EQ(pair_length(ball, floor_shape(), 7), 0.1);
  EXPECT_NEAR(pair_length(box, floor_shape(), 7), 0.5, 1e-15);
}

TEST(SpatialShapePair, ABoxOnACylinderAndACylinderOnABeam) {
  const SpatialShape disc = make_spatial("cylinder", {{"radius", {0.1, {}}}, {"length", {0.1, {}}}});
  // a large plate: on the four points of the end face, and one of the rim
  EXPECT_EQ(closed({brick(1, 1, 0.1), disc, {{0.2, 0.1, 0.1}, Mat3{}}, {}}).size(), 5);
  // a beam narrower than the disc: where its edges leave the disc, and on three points
  const auto beam = closed({brick(1, 0.1, 0.1), disc, {{0, 0, 0.1}, Mat3{}}, {}});
  EXPECT_EQ(beam.size(), 7);
  for (const SpatialContact& contact : beam) {
    EXPECT_NEAR(norm(contact.normal - Vec3{0, 0, -1}), 0, 1e-14);
    EXPECT_NEAR(contact.point[2], 0.05, 1e-15);
    EXPECT_GT(std::hypot(contact.point[0], contact.point[1]), 0.098);
  }
  // on its side
  const auto rolling = closed({brick(1, 1, 0.1),
                               disc,
                               {{0, 0, -0.15}, Mat3{}},
                               {{0, 0, 0}, rotation(turn_by({1.5707963267948966, 0, 0}))}});
  EXPECT_EQ(rolling.size(), 2);
  // a rod across the end face
  const SpatialShape rod = make_spatial("capsule", {{"radius", {0.02, {}}}, {"length", {1.0, {}}}});
  const auto across =
      closed({rod, disc, {{0.1, 0.05, 0.07}, rotation(turn_by({0, 1.5707963267948966, 0}))}, {}});
  ASSERT_EQ(across.size(), 2);
  for (const SpatialContact& contact : across) {
    EXPECT_NEAR(std::hypot(contact.point[0], contact.point[1]), 0.1, 1e-9);
    EXPECT_NEAR(norm(contact.normal - Vec3{0, 0, -1}), 0, 1e-9);
  }
  // and one along the side, longer than the cylinder
  EXPECT_EQ(closed({rod, disc, {{0.12, 0, 0}, Mat3{}}, {}}).size(), 2);
}

TEST(SpatialShapePair, WhatIsNotComputedIsSaid) {
  const SpatialShape disc = make_spatial("cylinder", {{"radius", {0.1, {}}}, {"length", {0.4, {}}}});
  EXPECT_EQ(not_computed(disc, floor_shape()), "");
  EXPECT_EQ(not_computed(disc, brick(1, 1, 1)), "");
  EXPECT_NE(not_computed(disc, disc), "");
}

}  // namespace
}  // namespace freeplay
