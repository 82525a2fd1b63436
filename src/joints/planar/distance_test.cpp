// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/planar_joint.h"

namespace freeplay {
namespace {

Pose pose(double x, double y, double angle) { return {x, y, angle, std::cos(angle), std::sin(angle)}; }

std::unique_ptr<PlanarJoint> make_joint(const Values& values, const Pose& a, const Pose& b) {
  const JointEntry& entry = *find_entry<JointEntry>("distance");
  return entry.make(Parameters(entry, values), a, b);
}

const Values kCentres = {{"points", {std::vector<Point>{{0, 0}, {0, 0}}, {}}}};

TEST(Distance, IsAsLongAsDrawnUnlessGiven) {
  double Phi[1], D[kPlanarRow];
  make_joint(kCentres, Pose{}, pose(0.3, 0.4, 0))->evaluate(Pose{}, pose(-0.5, 0, 1), Phi, D);
  EXPECT_NEAR(Phi[0], 0, 1e-16);
  Values given = kCentres;
  given["length"].data = 2.0;
  make_joint(given, Pose{}, pose(0.3, 0.4, 0))->evaluate(Pose{}, pose(0, 2, 1), Phi, D);
  EXPECT_EQ(Phi[0], 0);
}

// The row is a unit vector along the rod when it is assembled, so that its multiplier is the force in the
// rod; and Φ is the change of length to first order: Φ(L + x) = x + x²/2L.
TEST(Distance, RowIsALengthAlongTheRod) {
  double Phi[1], D[kPlanarRow];
  const auto joint = make_joint(kCentres, Pose{}, pose(0.3, 0.4, 0));
  joint->evaluate(Pose{}, pose(0.3, 0.4, 0), Phi, D);
  EXPECT_NEAR(D[3], 0.6, 1e-15);
  EXPECT_NEAR(D[4], 0.8, 1e-15);
  joint->evaluate(Pose{}, pose(0.51 * 0.6, 0.51 * 0.8, 0), Phi, D);
  EXPECT_NEAR(Phi[0], 0.01 + 0.01 * 0.01, 1e-15);
}

}  // namespace
}  // namespace freeplay
