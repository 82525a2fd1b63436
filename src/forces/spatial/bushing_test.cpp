// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"

#include "freeplay/spatial_force.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

std::unique_ptr<SpatialForce> make_bushing(const Values& values, Diagnostics& problems,
                                           const SpatialPose& b = {}) {
  const SpatialForceEntry& entry = *find_entry<SpatialForceEntry>("bushing");
  return entry.make(Parameters(entry, values), {kGround, 1}, side({}), side(b), "force.x", problems);
}

std::vector<double> force_on(const SpatialForce& force, const SpatialPose& pose,
                             const SpatialTwist& twist = {}) {
  std::vector<double> h(6, 0), applied(6, 0), damping(6, 0);
  const std::vector<SpatialPose> poses = {SpatialPose{}, pose};
  const std::vector<SpatialTwist> twists = {SpatialTwist{}, twist};
  force.apply(0, poses, twists, {poses, h.data(), applied.data(), damping.data()});
  return h;
}

Values values_of(const std::vector<double>& stiffness) {
  return {{"points", vectors({0, 0, 0}, {0, 0, 0})}, {"stiffness", {stiffness, {}}}};
}

TEST(Bushing, HoldsInSixDirections) {
  Diagnostics problems;
  Values values = values_of({100, 200, 300, 4, 5, 6});
  values["damping"].data = std::vector<double>{7, 0, 0, 0, 0, 8};
  const auto bushing = make_bushing(values, problems);
  ASSERT_NE(bushing, nullptr);
  std::vector<double> h = force_on(*bushing, pose({0.1, 0.01, -0.02}), {{2, 0, 0}, {0, 0, 3}});
  const std::vector<double> expected = {-10 - 14, -2, 6, 0, 0, -24};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(h[i], expected[i], 1e-13);
  // about one axis the torque is stiffness times angle, at any angle below half a turn
  for (const double angle : {1e-9, 0.05, 0.3, 2.0, 3.1}) {
    h = force_on(*bushing, pose({0, 0, 0}, {0, angle, 0}));
    EXPECT_NEAR(h[4], -5 * angle, 1e-14 * 20);
    EXPECT_NEAR(std::hypot(h[3], h[5]), 0, 1e-14);
  }
}

// A bushing with all rotational stiffnesses equal pulls back along the rotation vector itself.
TEST(Bushing, IsTheSameAboutEveryAxisWhenItsStiffnessesAre) {
  Diagnostics problems;
  const SpatialPose drawn = pose({1, 2, 3}, {0.1, 0.7, -0.3});
  const auto bushing =
      make_bushing({{"point", vector(drawn.r)}, {"stiffness", {std::vector<double>{0, 0, 0, 2, 2, 2}, {}}}},
                   problems, drawn);
  ASSERT_NE(bushing, nullptr);
  const Vec3 theta{-0.4, 1.1, 0.9};
  const SpatialPose turned{drawn.r, rotation(turn_by(theta)) * drawn.A};
  const std::vector<double> h = force_on(*bushing, turned);
  const Vec3 torque = turned.turn({h[3], h[4], h[5]});
  EXPECT_NEAR(norm(torque + 2.0 * theta), 0, 1e-14);
  const std::vector<SpatialPose> poses = {SpatialPose{}, turned};
  EXPECT_NEAR(bushing->energy(poses), dot(theta, theta), 1e-14);
}

TEST(Bushing, RefusesMatricesThatAreNone) {
  const auto message = [](const std::vector<double>& stiffness) {
    Diagnostics problems;
    EXPECT_EQ(make_bushing(values_of(stiffness), problems), nullptr);
    EXPECT_EQ(problems.all().size(), 1U);
    return to_string(problems.all().at(0));
  };
  EXPECT_CONTAINS(message({1, 2, 3}), "expected 6 numbers or 36; found 3");
  EXPECT_CONTAINS(message({1, 2, 3, 4, -5, 6}), "not positive semidefinite");
  std::vector<double> matrix(36, 0);
  for (std::size_t i = 0; i < 6; ++i) matrix[7 * i] = i < 3 ? 1e6 : 1;
  matrix[4] = 999, matrix[24] = 998;
  EXPECT_CONTAINS(message(matrix), "not symmetric: row 1, column 5 is 999, row 5, column 1 is 998");
  matrix[4] = matrix[24] = 1001;  // more than √(1e6 · 1)
  EXPECT_CONTAINS(message(matrix), "not positive semidefinite");
  matrix[4] = matrix[24] = 1000;  // just that: no stiffness in one direction
  Diagnostics problems;
  EXPECT_NE(make_bushing(values_of(matrix), problems), nullptr);
  matrix[28] = 0, matrix[4] = matrix[24] = 1e-3;  // coupled to a direction without stiffness
  EXPECT_CONTAINS(message(matrix), "not positive semidefinite");
}

}  // namespace
}  // namespace freeplay::spatial_tests
