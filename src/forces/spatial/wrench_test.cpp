// SPDX-License-Identifier: Apache-2.0
#include "freeplay/spatial_force.h"
#include "joints/spatial/joint_test_data.h"

namespace freeplay::spatial_tests {
namespace {

/// On a body a quarter turn about z from where it is drawn, whose centre of mass is at (0, 0, 1) of its
/// frame.
std::vector<double> load_on_turned_body(const char* name, const Values& values) {
  const SpatialForceEntry& entry = *find_entry<SpatialForceEntry>(name);
  Diagnostics problems;
  const SpatialSide body{{{0, 0, 1}, {}}, {}};
  const auto force = entry.make(Parameters(entry, values), {1, kGround}, body, {}, "force.x", problems);
  std::vector<double> h(6, 0), applied(6, 0), damping(6, 0);
  const std::vector<SpatialPose> poses = {SpatialPose{}, pose({7, 7, 7}, {0, 0, kPi / 2})};
  const std::vector<SpatialTwist> twists(2);
  force->apply(0, poses, twists, {poses, h.data(), applied.data(), damping.data()});
  EXPECT_EQ(h, applied);
  EXPECT_EQ(damping, std::vector<double>(6, 0));
  return h;
}

void expect_near(const std::vector<double>& h, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(h[i], expected[i], 1e-15) << i;
}

TEST(Wrench, KeepsItsDirectionInTheWorldOrTurnsWithTheBody) {
  Values values = {
      {"force", vector({2, 1, 0})}, {"torque", vector({0, 0, 3})}, {"point", vector({0.5, 0, 1})}};
  // in world axes: the arm is (0, 0.5, 0), and 0.5 j × (2, 1, 0) = −1 k
  expect_near(load_on_turned_body("wrench", values), {2, 1, 0, 0, 0, 3 - 1});
  values["frame"].data = std::string("body");
  expect_near(load_on_turned_body("wrench", values), {-1, 2, 0, 0, 0, 3 + 0.5});
}

TEST(Wrench, ForceAndTorqueAreItsParts) {
  expect_near(load_on_turned_body("point_force", {{"force", vector({2, 1, 4})}}), {2, 1, 4, 0, 0, 0});
  expect_near(load_on_turned_body("torque", {{"torque", vector({1, 0, 0})}}), {0, 0, 0, 0, -1, 0});
  expect_near(
      load_on_turned_body("torque", {{"torque", vector({1, 0, 0})}, {"frame", {std::string("body"), {}}}}),
      {0, 0, 0, 1, 0, 0});
}

}  // namespace
}  // namespace freeplay::spatial_tests
