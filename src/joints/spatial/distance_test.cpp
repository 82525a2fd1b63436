// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

const Values kCentres = {{"points", vectors({0, 0, 0}, {0, 0, 0})}};

TEST(SpatialDistance, IsAsLongAsDrawnUnlessGiven) {
  EXPECT_NEAR(evaluate(*make_joint("distance", kCentres, {}, pose({2, 3, 6})), {}, pose({0, -7, 0})).Phi[0],
              0, 1e-15);
  Values given = kCentres;
  given["length"].data = 2.0;
  EXPECT_EQ(evaluate(*make_joint("distance", given, {}, pose({2, 3, 6})), {}, pose({0, 0, 2})).Phi[0], 0);
}

// The row is a unit vector along the rod when it is assembled, so that its multiplier is the force in the
// rod; and Φ is the change of length to first order: Φ(L + x) = x + x²/2L.
TEST(SpatialDistance, RowIsALengthAlongTheRod) {
  const auto joint = make_joint("distance", kCentres, {}, pose({2, 3, 6}));
  const Rows rows = evaluate(*joint, {}, pose({2, 3, 6}));
  EXPECT_NEAR(rows.at(0, 6), 2.0 / 7, 1e-15);
  EXPECT_NEAR(rows.at(0, 7), 3.0 / 7, 1e-15);
  EXPECT_NEAR(rows.at(0, 8), 6.0 / 7, 1e-15);
  EXPECT_NEAR(evaluate(*joint, {}, pose({0, 0, 7.1})).Phi[0], 0.1 + 0.01 / 14, 1e-14);
}

TEST(SpatialDistance, RefusesEndsThatCoincide) {
  EXPECT_CONTAINS(refusal("distance", kCentres), "ends coincide as drawn");
}

}  // namespace
}  // namespace freeplay::spatial_tests
