// SPDX-License-Identifier: Apache-2.0
#include "base/index.h"
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

const Values kBall = {{"radius", number(0.5)}, {"axis", vector({0, 0, 1})}};

double along(const Rows& rows, int row, const std::array<double, kSpatialRow>& u) {
  double sum = 0;
  for (int c = 0; c < kSpatialRow; ++c) sum += rows.at(row, c) * u[idx(c)];
  return sum;
}

// v = ω × R n: with ω about y it rolls along x, and spin about the normal is free.
TEST(SpatialRollingSphere, RollsWithoutSlip) {
  const SpatialPose b = pose({3, 2, 0.5});
  const auto joint = make_joint("rolling_sphere", kBall, {}, b);
  const Rows rows = evaluate(*joint, {}, b);
  EXPECT_EQ(rows.Phi[0], 0);
  for (int r = 0; r < 3; ++r) {
    EXPECT_NEAR(along(rows, r, {0, 0, 0, 0, 0, 0, 0.5 * 4, 0, 0, 0, 4, 9}), 0, 1e-15) << joint->row_name(r);
    EXPECT_EQ(joint->row_is_holonomic(r), r == 0);
  }
  EXPECT_NEAR(norm(joint->point({}, b) - Vec3{3, 2, 0}), 0, 1e-15);
  EXPECT_EQ(evaluate(*joint, {}, pose({3, 2, 0.75})).Phi[0], 0.25);
}

// On a plane that turns about the vertical the ball that rests in space must roll: v_b = 0, ω_b = −Ω r / R
// radially.
TEST(SpatialRollingSphere, RollsOnATurntable) {
  const double turn = 3;
  const SpatialPose b = pose({2, 0, 0.5});
  const Rows rows = evaluate(*make_joint("rolling_sphere", kBall, {}, b), {}, b);
  // the table moves with (0, Ω r, 0) under the ball: ω_b × (−R z) = (−R ω_y, R ω_x, 0)
  for (int r = 0; r < 3; ++r)
    EXPECT_NEAR(along(rows, r, {0, 0, 0, 0, 0, turn, 0, 0, 0, turn * 2 / 0.5, 0, 0}), 0, 1e-14);
}

TEST(SpatialRollingSphere, RefusesToRollUnderThePlane) {
  EXPECT_CONTAINS(refusal("rolling_sphere", kBall, {}, pose({0, 0, -0.5})), "below the plane as drawn");
}

}  // namespace
}  // namespace freeplay::spatial_tests
