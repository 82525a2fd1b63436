// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

const Values kDisc = {{"radius", number(0.5)}, {"axis", vector({0, 0, 1})}, {"axle", vector({0, 0, 1})}};

/// Leaning by the angle from upright, axle first along y.
SpatialPose leaning(double lean) { return pose({0, 0, 0.5 * std::cos(lean)}, {kPi / 2 + lean, 0, 0}); }

TEST(SpatialRollingDisc, StandsOnItsRimHoweverItLeans) {
  const auto joint = make_joint("rolling_disc", kDisc, {}, leaning(0));
  for (const double lean : {-1.2, -0.3, 0.0, 0.7, 1.4}) {
    EXPECT_NEAR(evaluate(*joint, {}, leaning(lean)).Phi[0], 0, 1e-15);
    EXPECT_NEAR(joint->point({}, leaning(lean))[2], 0, 1e-15);
  }
}

// Steady rolling in a circle: a cone with its tip on the plane. The disc leans by λ, its centre turns with Ω
// in a circle of radius ρ, the contact point in one of radius ρ + R sin λ, and the spin s about the axle
// takes the velocity of the contact away: Ω (ρ + R sin λ) = s R.
TEST(SpatialRollingDisc, RollsInACircle) {
  const double lean = 0.4, radius = 0.5, rho = 2, precession = 1.5;
  const SpatialPose b = leaning(lean);
  const auto joint = make_joint("rolling_disc", kDisc, {}, leaning(0));
  const Vec3 contact = joint->point({}, b) - b.r, rim = cross(b.A.column(2), contact);
  EXPECT_NEAR(std::abs(contact[1]), radius * std::sin(lean), 1e-15);
  const Vec3 from_middle{0, contact[1] > 0 ? rho : -rho, 0};  // the contact is farther out than the centre
  const Vec3 v = cross({0, 0, precession}, from_middle);
  const Vec3 carried = cross({0, 0, precession}, from_middle + contact);
  const double spin = -dot(carried, rim) / dot(rim, rim);
  EXPECT_NEAR(std::abs(spin), precession * (rho + radius * std::sin(lean)) / radius, 1e-14);
  const Vec3 omega = b.turn_back(Vec3{0, 0, precession} + spin * b.A.column(2));
  const Rows rows = evaluate(*joint, {}, b);
  for (int r = 0; r < 3; ++r) {
    const Vec3 on_v{rows.at(r, 6), rows.at(r, 7), rows.at(r, 8)};
    const Vec3 on_omega{rows.at(r, 9), rows.at(r, 10), rows.at(r, 11)};
    EXPECT_NEAR(dot(on_v, v) + dot(on_omega, omega), 0, 1e-14) << joint->row_name(r);
  }
}

TEST(SpatialRollingDisc, RefusesToLieFlat) {
  EXPECT_CONTAINS(refusal("rolling_disc", kDisc, {}, pose({0, 0, 0.5})), "lies flat on the plane as drawn");
}

}  // namespace
}  // namespace freeplay::spatial_tests
