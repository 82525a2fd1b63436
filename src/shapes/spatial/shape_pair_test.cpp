// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/shape_pair.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>

#include "shapes/spatial/shape_test_data.h"

namespace freeplay {
namespace {

using testing::make_spatial;
using testing::Random;
using testing::random_place;
using testing::random_spatial;
using testing::random_vector;
using testing::spatial_kinds;
using testing::uniform;

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
void for_pairs(int trials, const std::function<void(Random&, Placed&)>& check, double size = 1,
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
      for (Eigen::Index k = 1; k < n; ++k)
        edges.col(k - 1) = vector(chosen[static_cast<std::size_t>(k)]) - vector(chosen[0]);
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

double least_gap(const Placed& pair) {
  double least = std::numeric_limits<double>::infinity();
  for (int feature = 0; feature < pair.count(); ++feature) least = std::min(least, pair.find(feature).gap);
  return least;
}

bool polytopes(const Placed& pair) {
  return pair.a.kind == SpatialKind::polytope && pair.b.kind == SpatialKind::polytope;
}

/// Whether gaps are Euclidean distances also away from the surface.
bool euclidean(const Placed& pair) {
  const auto round = [](const SpatialShape& shape) {
    return shape.kind == SpatialKind::sphere || shape.kind == SpatialKind::capsule;
  };
  return round(pair.a) || round(pair.b);
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

/// Moves b until the shapes just touch, coming from where they are apart.
bool bring_to_touch(Placed& pair) {
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
        slope[static_cast<std::size_t>(c)] = (high.gap - low.gap) / (2 * kStep);
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
        const auto i = static_cast<std::size_t>(feature);
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
