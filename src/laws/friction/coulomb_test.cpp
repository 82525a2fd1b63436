// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

TEST(CoulombFriction, IsAForceOnlyWithAVelocity) {
  const auto rigid = make_friction("coulomb", {{"mu", 0.3}});
  EXPECT_TRUE(rigid->set_valued());
  EXPECT_FALSE(rigid->smooth());
  EXPECT_EQ(rigid->mu(), 0.3);
  EXPECT_EQ(rigid->stick_velocity(), 0);

  const auto both = make_friction("coulomb", {{"mu", 0.3}, {"velocity", 1e-3}});
  EXPECT_TRUE(both->set_valued());
  EXPECT_TRUE(both->smooth());
  EXPECT_EQ(both->mu(), 0.3);
  EXPECT_EQ(both->stick_velocity(), 1e-3);
}

TEST(CoulombFriction, RampsLinearlyOverTheVelocity) {
  const auto law = make_friction("coulomb", {{"mu", 0.3}, {"velocity", 1e-3}});
  const auto linear = make_friction("linear", {{"mu", 0.3}, {"velocity", 1e-3}});
  for (const double slip : {-2.0, -1e-3, -4e-4, 0.0, 1e-9, 4e-4, 1e-3, 2.0}) {
    EXPECT_EQ(friction_at(*law, slip, 20), friction_at(*linear, slip, 20));
  }
}

}  // namespace
}  // namespace freeplay
