// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

TEST(CoulombStictionFriction, HoldsMoreThanItSlides) {
  const auto law = make_friction("coulomb_stiction", {{"mu", 0.1}, {"mu_static", 0.15}});
  EXPECT_TRUE(law->set_valued());
  EXPECT_EQ(law->mu_static(), 0.15);
  EXPECT_EQ(law->mu_at(1e-12), 0.1);
  EXPECT_DOUBLE_EQ(friction_at(*law, 1e-9, 10), -1);
}

/// shared/reference/belt_friction.json, "coulomb_stiction_exact"
TEST(CoulombStictionFriction, CarriesTheBlockOnTheBelt) {
  const auto law = make_friction("coulomb_stiction", {{"mu", 0.1}, {"mu_static", 0.15}});
  const BeltRig rig = expect_belt(
      *law,
      {{5, 0.5, 0}, {10, 0.247657775343, 0}, {15, 0.744132258291, 0.0595465686425}, {20, 0.495315550686, 0}},
      1e-9, 1000);
  ASSERT_EQ(rig.passes().size(), 4U);
  EXPECT_NEAR(rig.passes()[0], 7.3575, 1e-9);
  EXPECT_NEAR(rig.passes()[1], 9.975922246569898, 1e-9);
  EXPECT_NEAR(rig.passes()[2], 14.880922246569902, 1e-9);
  EXPECT_NEAR(rig.passes()[3], 17.4993444931398, 1e-9);
}

TEST(CoulombStictionFriction, RefusesLessFrictionAtRest) {
  EXPECT_EQ(friction_error("coulomb_stiction", {{"mu", 0.2}, {"mu_static", 0.2}}), "");
  EXPECT_EQ(friction_error("coulomb_stiction", {{"mu", 0.2}, {"mu_static", 0.19}}),
            "contact.friction.mu_static");
}

}  // namespace
}  // namespace freeplay
