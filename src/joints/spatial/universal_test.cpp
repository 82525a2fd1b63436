// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

const Values kCross = {{"points", vectors({0, 0, 0}, {0, 0, 0})}, {"axes", vectors({1, 0, 0}, {0, 1, 0})}};

TEST(SpatialUniversal, TurnsAboutBothArms) {
  const auto joint = make_joint("universal", kCross);
  const SpatialPose b{{0, 0, 0}, rotation(turn_by({0.7, 0, 0}) * turn_by({0, -1.2, 0}))};
  EXPECT_NEAR(size(evaluate(*joint, {}, b).Phi), 0, 1e-15);
  EXPECT_NEAR(joint->coordinate(0, {}, b), 0.7, 1e-15);
  EXPECT_NEAR(joint->coordinate(1, {}, b), -1.2, 1e-15);
  // about the shaft it does not turn: the row is the sine of that angle
  EXPECT_NEAR(evaluate(*joint, {}, pose({0, 0, 0}, {0, 0, 0.1})).Phi[3], -std::sin(0.1), 1e-15);
}

// Shafts along z, and along z bent by β about x; the arm of a starts at right angles to both. The textbook's
// uneven transmission: tan φ_b = cos β tan φ_a.
TEST(SpatialUniversal, TransmitsUnevenly) {
  const double bend = 0.6, in = 0.4, out = std::atan(std::cos(bend) * std::tan(in));
  const SpatialPose bent = pose({0, 0, 0}, {bend, 0, 0});
  const auto joint = make_joint(
      "universal",
      {{"point", vector({0, 0, 0})}, {"world_axes", vectors({1, 0, 0}, {0, std::cos(bend), std::sin(bend)})}},
      {}, bent);
  const SpatialPose b{{0, 0, 0}, bent.A * rotation(turn_by({0, 0, out}))};
  EXPECT_NEAR(size(evaluate(*joint, {}, bent).Phi), 0, 1e-15);
  EXPECT_NEAR(evaluate(*joint, pose({0, 0, 0}, {0, 0, in}), b).Phi[3], 0, 1e-15);
}

TEST(SpatialUniversal, RefusesParallelArms) {
  EXPECT_CONTAINS(refusal("universal", kCross, {}, pose({0, 0, 0}, {0, 0, kPi / 2})), "parallel as drawn");
  EXPECT_CONTAINS(
      refusal("universal", {{"point", vector({0, 0, 0})}, {"axes", vectors({1, 0, 0}, {0, 0, 0})}}),
      "a direction cannot be [0, 0, 0]");
  EXPECT_CONTAINS(refusal("universal", {{"point", vector({0, 0, 0})}}), "missing: the two arms");
}

}  // namespace
}  // namespace freeplay::spatial_tests
