// SPDX-License-Identifier: Apache-2.0
#include "forces/spatial/force_test_data.h"

namespace freeplay::spatial_tests {
namespace {

std::vector<double> force_on(const Values& values, const SpatialPose& drawn, const SpatialPose& pose,
                             const SpatialTwist& twist = {}) {
  return force_of("spring_damper", values, drawn, pose, twist);
}

Values spring_values() {
  return {{"points", vectors({0, 0, 0}, {0, 0, 0.5})},
          {"stiffness", number(100)},
          {"damping", number(7)},
          {"preload", number(3)},
          {"free_length", number(5)}};
}

// End of b at (2, 3, 6) m, l = 7 m: the pull is 100·2 + 3 + 7·l̇ along −(2, 3, 6)/7, at the arm (0, 0, 0.5).
TEST(SpatialSpringDamper, PullsAlongItsLine) {
  const auto h = force_on(spring_values(), {}, pose({2, 3, 5.5}), {{1, 2, 0}, {0, 0.4, 0}});
  const double pull = 203 + 7 * (2 * (1 + 0.4 * 0.5) + 3 * 2) / 7;
  EXPECT_NEAR(h[0], -2.0 / 7 * pull, 1e-12);
  EXPECT_NEAR(h[1], -3.0 / 7 * pull, 1e-12);
  EXPECT_NEAR(h[2], -6.0 / 7 * pull, 1e-12);
  EXPECT_NEAR(h[3], 0.5 * 3.0 / 7 * pull, 1e-12);
  EXPECT_NEAR(h[4], -0.5 * 2.0 / 7 * pull, 1e-12);
  EXPECT_NEAR(h[5], 0, 1e-12);
}

TEST(SpatialSpringDamper, IsFreeAsDrawnByDefaultAndHasNoDirectionAtLengthZero) {
  Values values = spring_values();
  values.erase("free_length");
  const SpatialPose drawn = pose({1, -2, 3}, {0.3, 0.2, 0});
  const auto h = force_on(values, drawn, drawn);
  EXPECT_NEAR(std::hypot(h[0], h[1], h[2]), 3, 1e-13);  // the preload alone
  for (const double x : force_on(values, drawn, pose({0, 0, -0.5}), {{1, 1, 1}, {1, 1, 1}})) EXPECT_EQ(x, 0);
}

}  // namespace
}  // namespace freeplay::spatial_tests
