// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

/// [Marques2015, eqs. (3.6), (3.7)]
TEST(CoulombViscousFriction, GrowsWithTheSlip) {
  const auto linear = make_friction("coulomb_viscous", {{"mu", 0.1}, {"viscous", 0.5}});
  const auto power =
      make_friction("coulomb_viscous", {{"mu", 0.1}, {"viscous", 0.5}, {"viscous_exponent", 0.6}});
  EXPECT_TRUE(linear->set_valued());
  EXPECT_EQ(linear->mu(), 0.1);
  EXPECT_EQ(linear->mu_static(), 0.1);
  for (const double v : {1e-9, 0.01, 2.0}) {
    EXPECT_NEAR(friction_at(*linear, v, 10), -10 * (0.1 + 0.5 * v), 1e-14);
    EXPECT_NEAR(friction_at(*power, -v, 10), 10 * (0.1 + 0.5 * std::pow(v, 0.6)), 1e-14);
    EXPECT_NEAR(power->mu_at(v), 0.1 + 0.5 * std::pow(v, 0.6), 1e-15);
  }
}

/// shared/reference/belt_friction.json, "coulomb_viscous"
TEST(CoulombViscousFriction, CarriesTheBlockOnTheBelt) {
  const auto law = make_friction("coulomb_viscous", {{"mu", 0.1}, {"viscous", 0.1 / BeltRig::kWeight}});
  expect_belt(*law,
              {{5, 0.49997151428, 0.000898297307092},
               {10, 0.536593687718, 0.0507243969906},
               {15, 0.538135651659, 0.105731540657},
               {20, 0.517624770788, 0.136212041543}},
              1e-9, 1000);
}

}  // namespace
}  // namespace freeplay
