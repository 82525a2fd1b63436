// SPDX-License-Identifier: Apache-2.0
#include "model/read_spatial.h"

#include <gtest/gtest.h>

#include <numbers>

#include "freeplay/spatial.h"
#include "model/sample_spatial_model.h"

namespace freeplay {
namespace {

Quaternion orientation(const std::string& how) {
  const std::string text =
      "freeplay = 1\ndimension = 3\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n"
      "orientation = " +
      how + "\n[run]\nend = 1\n";
  return read_model_text(text, "test.toml").bodies[0].space.orientation;
}

void expect_near(const Vec3& a, const Vec3& b) {
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-15);
}

TEST(ReadSpatial, UnderstandsBodiesJointsAndDrivers) {
  const Model model = read_model_text(kSampleSpatialModel, "test.toml");
  EXPECT_EQ(model.dimension, 3);
  EXPECT_EQ(model.gravity3, (Point3{0, 0, -9.81}));
  const SpatialBody& arm = model.bodies[0].space;
  EXPECT_EQ(model.bodies[0].mass, 2);
  EXPECT_EQ(arm.inertia, (std::array<double, 9>{2e-2, 1e-3, 0, 1e-3, 3e-2, 0, 0, 0, 4e-2}));
  EXPECT_EQ(arm.centre, (Point3{0.01, 0, 0}));
  EXPECT_EQ(arm.position, (Point3{0.1, 0.2, 0.3}));
  EXPECT_NEAR(arm.angular_velocity[1], 2 * std::numbers::pi, 1e-15);
  EXPECT_TRUE(arm.velocity_given);
  const SpatialBody& ball = model.bodies[1].space;
  EXPECT_EQ(ball.inertia, (std::array<double, 9>{1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3}));
  EXPECT_FALSE(ball.velocity_given);
  EXPECT_TRUE(ball.orientation_given);
  EXPECT_EQ(model.drivers[0].coordinate, "angle");
  EXPECT_NEAR(std::get<double>(model.drivers[0].motion.values.at("speed").data), 2 * std::numbers::pi, 1e-15);
  EXPECT_EQ(std::get<std::vector<Point3>>(model.joints[0].values.at("points").data).size(), 2u);
}

TEST(ReadSpatial, OrientationsInThreeWaysAgree) {
  const Mat3 by_axis = rotation(orientation("{ axis = [0, 0, 5], angle = \"90 deg\" }"));
  expect_near(by_axis * Vec3{1, 0, 0}, {0, 1, 0});
  const Mat3 by_quaternion =
      rotation(orientation("{ quaternion = [0.70710678118654752, 0, 0, 0.70710678118654752] }"));
  expect_near(by_quaternion * Vec3{1, 0, 0}, {0, 1, 0});
  // first about z, then about the x that has been turned to y: z goes to x
  const Mat3 body = rotation(orientation("{ sequence = \"zxz\", angles = [\"90 deg\", \"90 deg\", 0] }"));
  expect_near(body * Vec3{0, 0, 1}, {1, 0, 0});
  // first about Z, then about the X of the world: x goes to y and on to z
  const Mat3 world = rotation(orientation("{ sequence = \"ZXZ\", angles = [\"90 deg\", \"90 deg\", 0] }"));
  expect_near(world * Vec3{1, 0, 0}, {0, 0, 1});
}

}  // namespace
}  // namespace freeplay
