// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/mesh_parts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "shapes/spatial/polytope.h"
#include "shapes/spatial/solid_point.h"

namespace freeplay {
namespace {

using Faces = std::vector<std::vector<std::size_t>>;

struct Surface3 {
  std::vector<Vec3> points;
  Faces faces;
};

/// A prism over a polygon, whose triangles are given.
Surface3 prism(const std::vector<std::array<double, 2>>& base, const Faces& triangles) {
  Surface3 found;
  const std::size_t n = base.size();
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : base) found.points.push_back({x, y, z});
  }
  for (const auto& t : triangles) {
    found.faces.push_back({t[0], t[2], t[1]});
    found.faces.push_back({t[0] + n, t[1] + n, t[2] + n});
  }
  for (std::size_t i = 0; i < n; ++i) found.faces.push_back({i, (i + 1) % n, (i + 1) % n + n, i + n});
  return found;
}

Surface3 angle_iron() {
  return prism({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
               {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}});
}

Surface3 torus(std::size_t n, std::size_t m) {
  Surface3 found;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      const double a = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
      const double b = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(m);
      const double r = 1 + 0.3 * std::cos(b);
      found.points.push_back({r * std::cos(a), r * std::sin(a), 0.3 * std::sin(b)});
      found.faces.push_back(
          {i * m + j, (i + 1) % n * m + j, (i + 1) % n * m + (j + 1) % m, i * m + (j + 1) % m});
    }
  }
  return found;
}

/// Volume, first and second moments along x, y, z, of the solid within triangles.
template <typename Points, typename Corners>
std::array<double, 7> moments(const Points& points, const Corners& faces) {
  std::array<double, 7> sum{};
  for (const auto& face : faces) {
    for (std::size_t k = 2; k < face.size(); ++k) {
      const Vec3 &p = points[face[0]], &q = points[face[k - 1]], &r = points[face[k]];
      const double v = dot(p, cross(q, r)) / 6;  // of the tetrahedron with the origin
      sum[0] += v;
      for (std::size_t c = 0; c < 3; ++c) {
        sum[1 + c] += v * (p[c] + q[c] + r[c]) / 4;
        sum[4 + c] +=
            v * (p[c] * p[c] + q[c] * q[c] + r[c] * r[c] + p[c] * q[c] + q[c] * r[c] + r[c] * p[c]) / 10;
      }
    }
  }
  return sum;
}

std::vector<SpatialShape> hulls(const MeshDivision& division) {
  std::vector<SpatialShape> found;
  for (const std::vector<Vec3>& points : division.parts) {
    SpatialShape hull;
    hull.points.assign(points.begin(), points.end());
    EXPECT_EQ(build_polytope(hull), "");
    found.push_back(hull);
  }
  return found;
}

TEST(MeshParts, PartsOfAPolyhedronFillItExactly) {
  Surface3 u = prism({{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
                     {{0, 4, 5}, {0, 1, 4}, {1, 2, 3}, {1, 3, 4}, {0, 5, 6}, {0, 6, 7}});
  for (const Surface3& solid : {angle_iron(), u}) {
    ClosedMesh mesh;
    ASSERT_EQ(close_mesh(solid.points, solid.faces, mesh), "");
    MeshDivision division;
    ASSERT_EQ(divide_mesh(mesh, 0, 32, division), "");
    EXPECT_EQ(division.parts.size(), solid.points.size() == 12 ? 2U : 3U);
    EXPECT_LT(division.stands_out, 1e-12);
    const std::array<double, 7> whole = moments(solid.points, solid.faces);
    EXPECT_NEAR(mesh.volume, whole[0], 1e-12);
    std::array<double, 7> sum{};
    for (const SpatialShape& hull : hulls(division)) {
      const std::array<double, 7> one = moments(hull.points, hull.faces);
      for (std::size_t k = 0; k < 7; ++k) sum[k] += one[k];
    }
    for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(sum[k], whole[k], 1e-9) << k;
  }
}

TEST(MeshParts, AConvexMeshIsOnePart) {
  const Surface3 cube = prism({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{0, 1, 2}, {0, 2, 3}});
  ClosedMesh mesh;
  ASSERT_EQ(close_mesh(cube.points, cube.faces, mesh), "");
  MeshDivision division;
  ASSERT_EQ(divide_mesh(mesh, 0, 32, division), "");
  ASSERT_EQ(division.parts.size(), 1U);
  EXPECT_EQ(division.parts[0].size(), 8U);
}

/// Points are in some part if they are in the mesh, and in none if they are farther outside than it says.
TEST(MeshParts, PartsCoverARoundMeshWithinTheTolerance) {
  const Surface3 ring = torus(12, 8);
  ClosedMesh mesh;
  ASSERT_EQ(close_mesh(ring.points, ring.faces, mesh), "");
  MeshDivision division;
  ASSERT_EQ(divide_mesh(mesh, 0.02, 32, division), "");
  EXPECT_LE(division.parts.size(), 32U);
  EXPECT_LE(division.stands_out, 0.02 * mesh.extent);
  const std::vector<SpatialShape> parts = hulls(division);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> anywhere(-1.3, 1.3);
  int in = 0, out = 0;
  for (int k = 0; k < 5000; ++k) {
    const Vec3 x{anywhere(random), anywhere(random), 0.3 * anywhere(random)};
    const double r = std::hypot(x[0], x[1]), tube = std::hypot(r - 1, x[2]);
    double least = kInfinity;
    for (const SpatialShape& part : parts) least = std::min(least, distance_to_polytope(part, x).distance);
    if (tube < 0.22) {  // within the facets
      EXPECT_LT(least, 1e-9);
      ++in;
    } else if (tube > 0.3 + 0.05 +
                          division.stands_out) {  // what lies between facets and circles, and what stands out
      EXPECT_GT(least, 0);
      ++out;
    }
  }
  EXPECT_GT(in, 500);
  EXPECT_GT(out, 500);
}

TEST(MeshParts, WhatIsNoSolidIsRefused) {
  Surface3 solid = angle_iron();
  ClosedMesh mesh;
  Faces open(solid.faces.begin(), solid.faces.end() - 1);
  EXPECT_NE(close_mesh(solid.points, open, mesh).find("it is open: only one face is at the edge from"),
            std::string::npos);
  Faces turned = solid.faces;
  std::reverse(turned[0].begin(), turned[0].end());
  mesh = {};
  EXPECT_NE(close_mesh(solid.points, turned, mesh).find("turned different ways"), std::string::npos);
  mesh = {};
  for (auto& face : solid.faces) std::reverse(face.begin(), face.end());  // inside out: it is turned
  EXPECT_EQ(close_mesh(solid.points, solid.faces, mesh), "");
  EXPECT_NEAR(mesh.volume, 3, 1e-12);
  MeshDivision division;
  EXPECT_EQ(divide_mesh(mesh, 0, 1, division), "it needs 2 convex parts, and 1 are allowed");
}

}  // namespace
}  // namespace freeplay
