// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "shapes/planar/shape.h"

namespace freeplay {
namespace {

PlanarShape make(std::vector<Point> points, std::string* wrong = nullptr, double radius = 0) {
  const ShapeEntry* entry = find_entry<ShapeEntry>("polygon");
  const Values values{{"points", {std::move(points), {}}}, {"radius", {radius, {}}}};
  Diagnostics problems;
  const PlanarShape shape = entry->make(Parameters(*entry, values), "shape.p", problems);
  if (wrong != nullptr) *wrong = problems.all().empty() ? "" : to_string(problems.all()[0]);
  return shape;
}

TEST(Polygon, NormalsPointOutInEitherOrientation) {
  for (const bool clockwise : {false, true}) {
    std::vector<Point> points{{0, 0}, {3, 0}, {3, 4}};
    if (clockwise) std::swap(points[1], points[2]);
    const PlanarShape shape = make(points);
    ASSERT_EQ(shape.normals.size(), 3u);
    const Vec2 inside{2, 1};
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(norm(shape.normals[i]), 1, 1e-15);
      EXPECT_LT(face_distance(shape, i, inside), 0);
      EXPECT_NEAR(face_distance(shape, i, shape.points[i]), 0, 1e-15);
      EXPECT_NEAR(face_distance(shape, i, shape.points[(i + 1) % 3]), 0, 1e-15);
    }
    EXPECT_NEAR(shape.size, 1, 1e-15);  // the inscribed circle of the 3-4-5 triangle
    EXPECT_NEAR(shape.extent, 5, 1e-15);
  }
}

TEST(Polygon, ACornerInAStraightSideIsFine) {
  std::string wrong;
  make({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {0, 1}}, &wrong);
  EXPECT_EQ(wrong, "");
}

TEST(Polygon, RoundedCornersStayWithinTheSides) {
  for (const bool clockwise : {false, true}) {
    std::vector<Point> points{{0, 0}, {4, 0}, {4, 2}, {0, 2}};
    if (clockwise) std::swap(points[1], points[3]);
    std::string wrong;
    const PlanarShape shape = make(points, &wrong, 0.5);
    EXPECT_EQ(wrong, "");
    EXPECT_EQ(shape.radius, 0.5);
    EXPECT_NEAR(norm(shape.points[0] - Vec2{0.5, 0.5}), 0, 1e-15);
    EXPECT_NEAR(norm(shape.points[2] - Vec2{3.5, 1.5}), 0, 1e-15);
    EXPECT_NEAR(shape.extent, std::hypot(3.5, 1.5) + 0.5, 1e-15);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(face_distance(shape, i, shape.points[i]), 0, 1e-15);
    // 2 area / perimeter, with four quarters of a circle
    EXPECT_NEAR(shape.size, 2 * (7 + M_PI * 0.25) / (8 + M_PI), 1e-14);
    make(points, &wrong, 1.001);
    EXPECT_NE(wrong.find("it must be less than 1 m"), std::string::npos) << wrong;
  }
  std::string wrong;
  make({{0, 0}, {3, 0}, {3, 4}}, &wrong, 0.999);  // less than the inscribed circle
  EXPECT_EQ(wrong, "");
  make({{0, 0}, {3, 0}, {3, 4}}, &wrong, 1.001);
  EXPECT_NE(wrong.find("side 0 to 1"), std::string::npos) << wrong;
}

TEST(Polygon, WhatIsNotConvexIsAnOutline) {
  std::string wrong;
  const PlanarShape shape = make({{0, 0}, {2, 0}, {1, 0.5}, {2, 2}}, &wrong);
  EXPECT_EQ(wrong, "");
  EXPECT_EQ(shape.kind, ShapeKind::outline);
}

TEST(Polygon, WhatIsNoSolidIsRefused) {
  std::string wrong;
  make({{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 1}}, &wrong);
  EXPECT_NE(wrong.find("corners 3 and 4 coincide"), std::string::npos) << wrong;
  make({{0, 0}, {1, 0}, {2, 0}}, &wrong);
  EXPECT_NE(wrong.find("on one line"), std::string::npos) << wrong;
  make({{0, 0}, {2, 2}, {2, 0}, {0, 1}}, &wrong);  // a bow tie
  EXPECT_NE(wrong.find("side 2 to 3 meets side 0 to 1"), std::string::npos) << wrong;
  make({{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 0}, {1, 4}, {0, 4}}, &wrong);  // a corner on a side
  EXPECT_NE(wrong.find("side 0 to 1 meets side 4 to 5"), std::string::npos) << wrong;
  make({{0, 0}, {4, 0}, {4, 4}, {8, 4}, {4, 4}, {0, 4}}, &wrong);  // there and back
  EXPECT_NE(wrong.find("at corner 3 the outline turns back on itself"), std::string::npos) << wrong;
  std::vector<Point> star;  // a pentagram turns one way, but twice around
  for (int i = 0; i < 5; ++i) star.push_back({std::cos(4 * M_PI * i / 5), std::sin(4 * M_PI * i / 5)});
  make(star, &wrong);
  EXPECT_NE(wrong.find("sides cross"), std::string::npos) << wrong;
  std::vector<Point> many;
  for (int i = 0; i < 10001; ++i) many.push_back({std::cos(M_PI * i / 5001), std::sin(M_PI * i / 5001)});
  many[5000] = {0.5, 0};
  make(many, &wrong);
  EXPECT_NE(wrong.find("10001 corners are too many: an outline may have 10000"), std::string::npos) << wrong;
}

}  // namespace
}  // namespace freeplay
