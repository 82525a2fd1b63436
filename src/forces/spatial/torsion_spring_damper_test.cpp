// SPDX-License-Identifier: Apache-2.0
#include "forces/spatial/force_test_data.h"

namespace freeplay::spatial_tests {
namespace {

std::vector<double> torque_on(const Values& values, const SpatialPose& drawn, const SpatialPose& pose,
                              const SpatialTwist& twist = {}) {
  return force_of("torsion_spring_damper", values, drawn, pose, twist);
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
