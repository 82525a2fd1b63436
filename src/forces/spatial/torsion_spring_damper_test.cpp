// SPDX-License-Identifier: Apache-2.0
#include "freeplay/spatial_force.h"
#include "joints/spatial/joint_test_data.h"

namespace freeplay::spatial_tests {
namespace {

std::vector<double> torque_on(const Values& values, const SpatialPose& drawn, const SpatialPose& pose,
                              const SpatialTwist& twist = {}) {
  const SpatialForceEntry& entry = *find_entry<SpatialForceEntry>("torsion_spring_damper");
  Diagnostics problems;
  const auto force =
      entry.make(Parameters(entry, values), {kGround, 1}, side({}), side(drawn), "force.x", problems);
  std::vector<double> h(6, 0), applied(6, 0), damping(6, 0);
  const std::vector<SpatialPose> poses = {SpatialPose{}, pose};
  const std::vector<SpatialTwist> twists = {SpatialTwist{}, twist};
  force->apply(0, poses, twists, {poses, h.data(), applied.data(), damping.data()});
  return h;
}

TEST(SpatialTorsionSpringDamper, TurnsBackAboutItsAxis) {
  const Values values = {{"axis", vector({0, 1, 0})},
                         {"stiffness", number(10)},
                         {"damping", number(3)},
                         {"preload", number(0.5)}};
  const auto h = torque_on(values, {}, pose({1, 2, 3}, {0, 0.4, 0}), {{0, 0, 0}, {5, 2, 0}});
  EXPECT_NEAR(h[4], -(10 * 0.4 + 3 * 2 + 0.5), 1e-14);
  EXPECT_NEAR(std::hypot(h[3], h[5]), 0, 1e-14);
}

// A free angle is that between the frames; the way back is the shorter one.
TEST(SpatialTorsionSpringDamper, CountsFromTheFreeAngle) {
  const Values values = {{"axis", vector({0, 0, 1})}, {"stiffness", number(1)}, {"free_angle", number(3)}};
  EXPECT_NEAR(torque_on(values, pose({0, 0, 0}, {0, 0, 1}), pose({0, 0, 0}, {0, 0, 2.5}))[5], 0.5, 1e-14);
  EXPECT_NEAR(torque_on(values, pose({0, 0, 0}, {0, 0, 1}), pose({0, 0, 0}, {0, 0, -3}))[5], -(2 * kPi - 6),
              1e-14);
}

}  // namespace
}  // namespace freeplay::spatial_tests
