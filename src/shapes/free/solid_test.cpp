// SPDX-License-Identifier: Apache-2.0
#include "model/solid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "freeplay/spatial.h"

namespace freeplay {
namespace {

constexpr double kPi = M_PI;

Solid solid(const std::string& type, int dimension, const Values& values) {
  Diagnostics problems;
  const auto found = solid_of({"s", "b", type, values, {}}, dimension, "shape.s", problems);
  EXPECT_TRUE(found) << type;
  return found.value_or(Solid{});
}

/// Simpson's rule, exact for cubics.
double integral(const std::function<double(double)>& f, double from, double to) {
  constexpr int kParts = 2000;
  double sum = f(from) + f(to);
  for (int i = 1; i < kParts; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(from + (to - from) * i / kParts);
  return sum * (to - from) / kParts / 3;
}

TEST(Solid, OfARectangleAndATriangle) {
  const Solid plate =
      solid("polygon", 2, {{"points", {std::vector<Point>{{2, 1}, {5, 1}, {5, 3}, {2, 3}}, {}}}});
  EXPECT_NEAR(plate.volume, 6, 1e-14);
  EXPECT_NEAR(plate.centre[0], 3.5, 1e-14);
  EXPECT_NEAR(plate.centre[1], 2, 1e-14);
  EXPECT_NEAR(plate.second[0], 6 * 9 / 12.0, 1e-13);
  EXPECT_NEAR(plate.second[4], 6 * 4 / 12.0, 1e-13);
  EXPECT_NEAR(plate.second[1], 0, 1e-13);
  const double b = 3, h = 2;  // I = b h³/36, I_xy = −b² h²/72 of a right angle
  const Solid triangle = solid("polygon", 2, {{"points", {std::vector<Point>{{0, 0}, {b, 0}, {0, h}}, {}}}});
  EXPECT_NEAR(triangle.centre[0], 1, 1e-15);
  EXPECT_NEAR(triangle.second[4], b * h * h * h / 36, 1e-14);
  EXPECT_NEAR(triangle.second[0], h * b * b * b / 36, 1e-14);
  EXPECT_NEAR(triangle.second[1], -b * b * h * h / 72, 1e-14);
}

// Clockwise and not convex: an L is one square less another.
TEST(Solid, OfAnAngle) {
  const Solid angle = solid(
      "polygon", 2, {{"points", {std::vector<Point>{{0, 0}, {0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 0}}, {}}}});
  EXPECT_NEAR(angle.volume, 3, 1e-14);
  EXPECT_NEAR(angle.centre[0], (4 * 1 - 1.5) / 3, 1e-14);
  const double about_corner = 16 / 3.0 - (1 / 12.0 + 2.25);
  EXPECT_NEAR(angle.second[0], about_corner - 3 * angle.centre[0] * angle.centre[0], 1e-13);
}

// Half a disc, of two arcs and its diameter; and a square out of which a quarter of a disc is cut.
TEST(Solid, OfArcs) {
  const double R = 0.4;
  const Solid half = solid("outline", 2,
                           {{"points", {std::vector<Point>{{-R, 1}, {R, 1}, {0, 1 + R}}, {}}},
                            {"radii", {std::vector<double>{0, R, R}, {}}}});
  EXPECT_NEAR(half.volume, kPi * R * R / 2, 1e-14);
  EXPECT_NEAR(half.centre[0], 0, 1e-14);
  EXPECT_NEAR(half.centre[1], 1 + 4 * R / (3 * kPi), 1e-14);
  EXPECT_NEAR(half.second[0], kPi * std::pow(R, 4) / 8, 1e-15);
  EXPECT_NEAR(half.second[4], (kPi / 8 - 8 / (9 * kPi)) * std::pow(R, 4), 1e-15);
  const Solid cut =
      solid("outline", 2,
            {{"points", {std::vector<Point>{{0, 0}, {1, 0}, {1, 1 - R}, {1 - R, 1}, {0, 1}}, {}}},
             {"radii", {std::vector<double>{0, 0, -R, 0, 0}, {}}}});
  const double quarter = kPi * R * R / 4, from = 1 - 4 * R / (3 * kPi);  // about [1, 1]
  EXPECT_NEAR(cut.volume, 1 - quarter, 1e-14);
  EXPECT_NEAR(cut.centre[0], (0.5 - quarter * from) / (1 - quarter), 1e-14);
  const double quarter_x2 =
      kPi * std::pow(R, 4) / 16 - quarter * std::pow(1 - from, 2) + quarter * from * from;
  EXPECT_NEAR(cut.second[0], 1 / 3.0 - quarter_x2 - cut.volume * cut.centre[0] * cut.centre[0], 1e-14);
}

// Rounded corners are arcs too: a square with its corners rounded off, by a fine integral.
TEST(Solid, OfRoundedCorners) {
  const double r = 0.3;
  const Solid tile =
      solid("polygon", 2,
            {{"points", {std::vector<Point>{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {}}}, {"radius", {r, {}}}});
  const auto height = [&](double x) {
    const double over = std::abs(x) - (1 - r);
    return over <= 0 ? 2.0 : 2 * (1 - r + std::sqrt(std::max(0.0, r * r - over * over)));
  };
  // the root at the ends of the arcs: x = 1 − r + r sin u takes it away
  const auto over_corner = [&](const std::function<double(double)>& f) {
    return 2 * integral([&](double u) { return f(1 - r + r * std::sin(u)) * r * std::cos(u); }, 0, kPi / 2);
  };
  const auto whole = [&](const std::function<double(double)>& f) {
    return integral(f, -(1 - r), 1 - r) + over_corner(f);
  };
  EXPECT_NEAR(tile.volume, whole(height), 1e-10);
  EXPECT_NEAR(tile.second[0], whole([&](double x) { return x * x * height(x); }), 1e-10);
}

/// A solid of revolution about z between −L and L: discs of radius ρ(z), which is smooth up to |z| = k and from there.
void expect_revolved(const Solid& found, const std::function<double(double)>& square, double k, double L) {
  const auto whole = [&](const std::function<double(double)>& f) {
    return integral(f, -L, -k) + integral(f, -k, k) + integral(f, k, L);
  };
  EXPECT_NEAR(found.volume, whole([&](double z) { return kPi * square(z); }), 1e-12);
  EXPECT_NEAR(found.second[8], whole([&](double z) { return kPi * square(z) * z * z; }), 1e-12);
  EXPECT_NEAR(found.second[0], whole([&](double z) { return kPi * square(z) * square(z) / 4; }), 1e-12);
  EXPECT_NEAR(found.second[4], found.second[0], 1e-15);
}

TEST(Solid, OfRoundSolids) {
  const double r = 0.3, L = 0.8;
  const Values size{{"radius", {r, {}}}, {"length", {L, {}}}};
  expect_revolved(
      solid("cylinder", 3, size), [&](double) { return r * r; }, 0, L / 2);
  expect_revolved(
      solid("sphere", 3, {{"radius", {r, {}}}}), [&](double z) { return r * r - z * z; }, 0, r);
  expect_revolved(
      solid("capsule", 3, size),
      [&](double z) {
        const double over = std::abs(z) - L / 2;
        return over <= 0 ? r * r : r * r - over * over;
      },
      L / 2, L / 2 + r);
}

// A slanted block: V/12 Σ e eᵀ over its three edges, about its middle.
TEST(Solid, OfAHull) {
  const Vec3 edges[] = {{1, 0.2, 0}, {0.3, 2, 0.1}, {-0.4, 0.5, 1.5}}, corner{3, -2, 1};
  std::vector<Point3> corners;
  for (int i = 0; i < 8; ++i) {
    Vec3 at = corner;
    for (int k = 0; k < 3; ++k) at = at + ((i >> k) & 1) * edges[k];
    corners.push_back(at);
  }
  const Solid block = solid("hull", 3, {{"vertices", {corners, {}}}});
  const double volume = dot(edges[0], cross(edges[1], edges[2]));
  EXPECT_NEAR(block.volume, volume, 1e-12);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(block.centre[i], corner[i] + 0.5 * (edges[0][i] + edges[1][i] + edges[2][i]), 1e-13);
    for (std::size_t k = 0; k < 3; ++k) {
      double sum = 0;
      for (const Vec3& e : edges) sum += volume / 12 * e[i] * e[k];
      EXPECT_NEAR(block.second[3 * i + k], sum, 1e-12);
    }
  }
}

// Turned and shifted, as its frame is.
TEST(Solid, OfABoxInItsFrame) {
  const Orientation turned(std::cos(0.3), 0, 0, std::sin(0.3));
  const Solid box = solid(
      "box", 3,
      {{"size", {Point3{1, 2, 3}, {}}}, {"position", {Point3{4, 5, 6}, {}}}, {"orientation", {turned, {}}}});
  const double c = std::cos(0.6), s = std::sin(0.6), x2 = 6 * 1 / 12.0, y2 = 6 * 4 / 12.0;
  EXPECT_NEAR(box.volume, 6, 1e-13);
  EXPECT_NEAR(box.centre[2], 6, 1e-13);
  EXPECT_NEAR(box.second[0], c * c * x2 + s * s * y2, 1e-12);
  EXPECT_NEAR(box.second[1], c * s * (x2 - y2), 1e-12);
  EXPECT_NEAR(box.second[8], 6 * 9 / 12.0, 1e-12);
}

TEST(Solid, OfNothingIsSaid) {
  Diagnostics problems;
  EXPECT_FALSE(
      solid_of({"wall", "b", "half_plane", {{"normal", {Point{0, 1}, {}}}}, {}}, 2, "shape.wall", problems));
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].message, "a half_plane encloses nothing");
}

}  // namespace
}  // namespace freeplay
