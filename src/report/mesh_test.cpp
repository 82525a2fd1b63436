// SPDX-License-Identifier: Apache-2.0
#include "report/mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "report/creased.h"

namespace freeplay {
namespace {

using std::numbers::pi;

/// Area of the polygon that stands for a circle of radius 1.
double disc() {
  const double n = static_cast<double>(circle_polygon({0, 0}, 1).size());
  return 0.5 * n * std::sin(2 * pi / n);
}

void expect_solid(const Mesh& mesh, double volume) {
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(mesh_volume(mesh), volume, 1e-5 * volume);
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) ASSERT_LT(corner, mesh.positions.size());
  }
}

TEST(Meshes, BoxHasItsVolume) { expect_solid(box_mesh({2, 3, 0.5}), 3); }
TEST(Meshes, CylinderHasItsVolume) { expect_solid(cylinder_mesh(0.3, 2), disc() * 0.09 * 2); }
TEST(Meshes, RingHasItsVolume) { expect_solid(ring_mesh(0.2, 0.3, 2), disc() * (0.09 - 0.04) * 2); }
TEST(Meshes, CirclesAreWithinHalfAPercent) { EXPECT_NEAR(disc(), pi, 0.005 * pi); }

TEST(Meshes, SphereAndCapsuleAreClosedAndNearlyRound) {
  const double ball = 4 * pi / 3 * 0.008;
  EXPECT_TRUE(is_closed(sphere_mesh(0.2)));
  EXPECT_NEAR(mesh_volume(sphere_mesh(0.2)), ball, 0.01 * ball);
  const Mesh capsule = capsule_mesh(0.2, 1);
  EXPECT_TRUE(is_closed(capsule));
  EXPECT_NEAR(mesh_volume(capsule), ball + pi * 0.04, 0.01 * (ball + pi * 0.04));
}

TEST(Meshes, BeltIsTheDifferenceOfTwoZones) {
  // a zone within ±φ: π R³ (2 sin φ) − … = ∫ π R² cos²·d(R sin): 2π R³ (sin φ − sin³φ/3), less the cones
  // below
  const double s = std::sin(0.6), c = std::cos(0.6);
  const auto sector = [&](double r) { return 2 * pi * r * r * r * (s - s * s * s / 3 - c * c * s / 3); };
  const Mesh belt = belt_mesh(0.8, 1, 0.6);
  EXPECT_TRUE(is_closed(belt));
  EXPECT_NEAR(mesh_volume(belt), sector(1) - sector(0.8), 0.01 * (sector(1) - sector(0.8)));
}

TEST(Meshes, ConcavePolygonsInEitherSense) {
  const std::vector<Point> comb{{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1},
                                {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  expect_solid(prism_mesh(comb, 0.5), (15 - 4) * 0.5);
  expect_solid(prism_mesh({comb.rbegin(), comb.rend()}, 0.5), (15 - 4) * 0.5);
}

TEST(Meshes, RepeatedAndStraightCornersDoNoHarm) {
  expect_solid(prism_mesh({{0, 0}, {1, 0}, {1, 0}, {2, 0}, {2, 1}, {0, 1}, {0, 0}}, 1), 2);
  EXPECT_TRUE(prism_mesh({{0, 0}, {1, 0}}, 1).triangles.empty());
}

TEST(Meshes, PolygonsThatCrossThemselvesEnd) {
  EXPECT_TRUE(is_closed(prism_mesh({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 1)));
}

TEST(Meshes, RoundHullOfTwoCirclesIsABar) {
  expect_solid(prism_mesh(round_hull({{-1, 0}, {1, 0}}, 0.1), 1), disc() * 0.01 + 2 * 0.2);
  EXPECT_EQ(round_hull({{0, 0}, {1, 0}, {0, 1}, {0.2, 0.2}}, 0).size(), 3U);
}

TEST(Meshes, FacesOfAPolyhedron) {
  expect_solid(
      faces_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}),
      1.0 / 6);
}

TEST(Meshes, HolesAndWrongSensesAreSeen) {
  Mesh open = box_mesh({1, 1, 1});
  open.triangles.pop_back();
  EXPECT_FALSE(is_closed(open));
  Mesh turned = box_mesh({1, 1, 1});
  std::swap(turned.triangles[0][0], turned.triangles[0][1]);
  EXPECT_FALSE(is_closed(turned));
}

TEST(Meshes, NormalsAreSharpAtEdgesAndSmoothAround) {
  EXPECT_EQ(creased(box_mesh({1, 1, 1})).positions.size(), 24U);  // three per corner
  const CreasedMesh cylinder = creased(cylinder_mesh(1, 1));
  for (std::size_t i = 0; i < cylinder.positions.size(); ++i) {
    const auto &n = cylinder.normals[i], &p = cylinder.positions[i];
    EXPECT_NEAR(std::hypot(n[0], n[1], n[2]), 1, 1e-6);
    const bool on_top = std::abs(n[2]) > 0.5;
    const double outward = on_top ? n[2] * p[2] * 2 : n[0] * p[0] + n[1] * p[1];
    EXPECT_NEAR(outward, 1, 1e-4);
  }
}

}  // namespace
}  // namespace freeplay
