// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"

namespace freeplay::spatial_tests {
namespace {

TEST(SpatialWeld, HoldsBodiesAsDrawnWhereverTheyGoTogether) {
  const SpatialPose a = pose({0.3, -0.2, 1}, {0.7, 0, 0.1}), b = pose({1.1, 0.4, 0}, {-0.5, 2, 0.3});
  const auto joint = make_joint("weld", {}, a, b);
  const SpatialPose motion = pose({-2, 3, 1}, {0.4, 1.9, -1});
  const auto carried = [&](const SpatialPose& p) { return SpatialPose{motion.point(p.r), motion.A * p.A}; };
  EXPECT_LT(size(evaluate(*joint, carried(a), carried(b)).Phi), 2e-15);
  const Rows apart = evaluate(*joint, carried(a), b);
  EXPECT_NEAR(std::hypot(apart.Phi[3], apart.Phi[4], apart.Phi[5]), 2 * std::sin(norm({0.4, 1.9, -1}) / 2),
              1e-14);
  EXPECT_EQ(joint->coordinates(), 0);
}

TEST(SpatialWeld, GivenPointsMeet) {
  const auto joint =
      make_joint("weld", {{"points", vectors({0.5, 0, 0}, {-0.25, 0, 0})}}, {}, pose({9, 9, 9}));
  const Rows rows = evaluate(*joint, {}, pose({0.75, 0.125, 0}));
  EXPECT_EQ(rows.Phi[0], 0);
  EXPECT_EQ(rows.Phi[1], 0.125);
}

// The multipliers of its turn rows are the moment in a's axes.
TEST(SpatialWeld, TurnRowsAreTheAxesOfTheFirstBody) {
  const SpatialPose a = pose({0, 0, 0}, {0, 0, 1}), b = pose({1, 0, 0}, {0.3, 0.2, 0.1});
  const Rows rows = evaluate(*make_joint("weld", {}, a, b), a, b);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(rows.at(3 + r, 3 + c), r == c ? -1 : 0, 1e-15);
      EXPECT_NEAR(rows.at(3 + r, 9 + c), dot(a.A.column(r), b.A.column(c)), 1e-15);
    }
  }
}

}  // namespace
}  // namespace freeplay::spatial_tests
