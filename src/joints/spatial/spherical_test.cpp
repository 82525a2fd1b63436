// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

TEST(SpatialSpherical, HoldsTwoPointsTogether) {
  const auto joint = make_joint("spherical", {{"points", vectors({0.1, 0, 0}, {0, -0.2, 0})}});
  // (0, −0.2, 0) turned by a quarter about z is (0.2, 0, 0)
  const SpatialPose b = pose({-0.1, 0, 0}, {0, 0, kPi / 2});
  EXPECT_NEAR(size(evaluate(*joint, {}, b).Phi), 0, 1e-16);
  EXPECT_NEAR(norm(joint->point({}, b) - Vec3{0.1, 0, 0}), 0, 1e-16);
}

// R = Rx(0.3) Ry(−0.8) Rz(2), and each driver turns about its own axis.
TEST(SpatialSpherical, CoordinatesAreCardanAngles) {
  const auto joint = make_joint("spherical", {{"points", vectors({0, 0, 0}, {0, 0, 0})}});
  const Mat3 R = rotation(turn_by({0.3, 0, 0}) * turn_by({0, -0.8, 0}) * turn_by({0, 0, 2}));
  const SpatialPose b{{0, 0, 0}, R};
  EXPECT_NEAR(joint->coordinate(0, {}, b), 0.3, 1e-15);
  EXPECT_NEAR(joint->coordinate(1, {}, b), -0.8, 1e-15);
  EXPECT_NEAR(joint->coordinate(2, {}, b), 2, 1e-15);
  double row[kSpatialRow];
  joint->coordinate_row(2, {}, b, row);  // turning about b's own z changes the third angle only, by as much
  EXPECT_NEAR(row[11], 1, 1e-15);
  joint->coordinate_row(0, {}, b, row);
  EXPECT_NEAR(row[11], 0, 1e-15);
}

TEST(SpatialSpherical, NeedsAPlaceGivenOnce) {
  EXPECT_CONTAINS(refusal("spherical", {}), "joint.x.points: missing: where it is");
  EXPECT_CONTAINS(
      refusal("spherical", {{"point", vector({0, 0, 0})}, {"points", vectors({0, 0, 0}, {0, 0, 0})}}),
      "in two ways, as points and as point");
}

}  // namespace
}  // namespace freeplay::spatial_tests
