// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numbers>

#include "shapes/spatial/shape_test_data.h"

namespace freeplay {
namespace {

using testing::make_spatial;
using testing::Random;
using testing::random_place;
using testing::random_spatial;
using testing::random_vector;
using testing::uniform;

SpatialShape hull(const std::vector<Point3>& vertices) {
  return make_spatial("hull", {{"vertices", {vertices, {}}}});
}

std::string wrong_with(const std::string& type, const Values& values) {
  try {
    make_spatial(type, values);
  } catch (const ModelError& error) {
    return error.what();
  }
  return {};
}

/// Faces are flat and hold everything behind them; every edge has a face on either side.
void check_solid(const SpatialShape& shape) {
  EXPECT_EQ(shape.points.size() + shape.faces.size(), shape.edges.size() + 2);
  for (std::size_t i = 0; i < shape.faces.size(); ++i) {
    for (const Vec3& p : shape.points) EXPECT_LE(face_distance(shape, i, p), 1e-9 * shape.extent);
    for (const std::size_t corner : shape.faces[i])
      EXPECT_NEAR(face_distance(shape, i, shape.points[corner]), 0, 1e-9 * shape.extent);
  }
  for (const ShapeEdge& edge : shape.edges) {
    EXPECT_NEAR(norm(shape.points[edge.to] - shape.points[edge.from] - edge.length * edge.direction), 0,
                1e-14 * shape.extent);
    EXPECT_NE(edge.left, edge.right);
    // counterclockwise around the left face: the solid is to the left
    const Vec3 inward = cross(shape.normals[edge.left], edge.direction);
    for (const std::size_t corner : shape.faces[edge.left])
      EXPECT_GE(dot(inward, shape.points[corner] - shape.points[edge.from]), -1e-9 * shape.extent);
  }
}

TEST(Hull, FacesWithManyCornersAreOneFace) {
  std::vector<Point3> corners;
  constexpr int kSides = 7;
  for (int k = 0; k < kSides; ++k) {
    const double angle = 2 * std::numbers::pi * k / kSides;
    for (const double z : {-0.5, 0.5}) corners.push_back({std::cos(angle), std::sin(angle), z});
  }
  corners.push_back({0.1, 0.2, 0.3});  // inside
  const SpatialShape prism = hull(corners);
  EXPECT_EQ(prism.points.size(), 2U * kSides);
  EXPECT_EQ(prism.faces.size(), 2U + kSides);
  EXPECT_EQ(prism.edges.size(), 3U * kSides);
  check_solid(prism);
}

TEST(Hull, ABoxOfPointsIsABox) {
  std::vector<Point3> corners;
  for (int k = 0; k < 8; ++k) corners.push_back({0.1 * (k & 1), 0.2 * ((k >> 1) & 1), 0.3 * ((k >> 2) & 1)});
  const SpatialShape of_points = hull(corners);
  EXPECT_EQ(of_points.faces.size(), 6U);
  const SpatialShape box = make_spatial("box", {{"size", {Point3{0.1, 0.2, 0.3}, {}}}});
  EXPECT_EQ(box.edges.size(), 12U);
  EXPECT_NEAR(box.size, of_points.size, 1e-16);
  EXPECT_NEAR(box.size, 3 * 0.006 / 0.22, 1e-16);  // 3 volume / surface
  check_solid(box);
}

TEST(Hull, RandomOnes) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const double size = std::pow(10, uniform(random, -6, 3));
    check_solid(random_spatial(random, "hull", size));
    check_solid(random_spatial(random, "box", size));
  }
}

TEST(Hull, WhatIsWrongIsSaid) {
  const auto wrong = [](const std::vector<Point3>& vertices) {
    return wrong_with("hull", {{"vertices", {vertices, {}}}});
  };
  EXPECT_NE(wrong({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).find("four or more"), std::string::npos);
  EXPECT_NE(wrong({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}).find("in one plane"), std::string::npos);
  EXPECT_NE(wrong({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}}).find("coincide"),
            std::string::npos);
  EXPECT_NE(wrong(std::vector<Point3>(201, Point3{0, 0, 0})).find("too many"), std::string::npos);
  EXPECT_NE(wrong_with("half_space", {{"normal", {Point3{0, 0, 0}, {}}}}).find("no direction"),
            std::string::npos);
  EXPECT_NE(wrong_with("box", {{"size", {Point3{1, 0, 1}, {}}}}).find("greater than zero"),
            std::string::npos);
}

TEST(Hull, TheMountLeadsFromTheFrameOfTheUserToTheInnerOne) {
  Random random(3);
  for (const std::string& type : testing::spatial_kinds()) {
    Random one(5), two(5);
    const Mount mount{random_vector(random), rotation(testing::random_turn(random))};
    const SpatialPose user = random_place(random);  // of the user's frame
    const SpatialPose inner{user.point(mount.centre), user.A * mount.axes};
    Values values = type == "half_space"
                        ? Values{{"point", {Point3{0.1, 0.2, 0.3}, {}}}, {"normal", {Point3{1, 2, 3}, {}}}}
                        : testing::frame_values(random, 1);
    if (type == "sphere" || type == "capsule" || type == "cylinder") values["radius"] = {0.1, {}};
    if (type == "capsule" || type == "cylinder") values["length"] = {0.3, {}};
    if (type == "box") values["size"] = {Point3{0.1, 0.2, 0.3}, {}};
    if (type == "hull")
      values["vertices"] = {std::vector<Point3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}};
    const SpatialShape plain = make_spatial(type, values), mounted = make_spatial(type, values, mount);
    ASSERT_EQ(plain.points.size(), mounted.points.size());
    for (std::size_t k = 0; k < plain.points.size(); ++k)
      EXPECT_NEAR(norm(user.point(plain.points[k]) - inner.point(mounted.points[k])), 0, 1e-14);
    EXPECT_NEAR(norm(user.turn(plain.axes.column(2)) - inner.turn(mounted.axes.column(2))), 0, 1e-14);
  }
}

}  // namespace
}  // namespace freeplay
