// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

TEST(CoulombFriction, SticksExactlyWithoutAVelocity) {
  const auto law = make_friction("coulomb", {{"mu", 0.3}});
  EXPECT_TRUE(law->set_valued());
  EXPECT_EQ(law->mu(), 0.3);
  EXPECT_EQ(law->mu_static(), 0.3);
  EXPECT_EQ(law->mu_at(5), 0.3);
  EXPECT_EQ(friction_at(*law, 1e-12, 20), -6);
  EXPECT_EQ(friction_at(*law, -4, 20), 6);
  std::vector<double> m(static_cast<std::size_t>(law->memory(1)));
  FrictionInput in;
  in.normal = 20;
  in.hold = {5, 0, 0};
  law->start(in, nullptr, m.data());
  in.m = m.data();
  EXPECT_EQ(law->hold(in), Hold::keeps);
  EXPECT_TRUE(law->sticks(in));
  EXPECT_EQ(law->force(in), in.hold);
  EXPECT_EQ(law->guard(in), 1);
}

TEST(CoulombFriction, RampsLinearlyOverTheVelocity) {
  const auto law = make_friction("coulomb", {{"mu", 0.3}, {"velocity", 1e-3}});
  const auto linear = make_friction("linear", {{"mu", 0.3}, {"velocity", 1e-3}});
  EXPECT_TRUE(law->set_valued());
  EXPECT_FALSE(law->holds());
  for (const double slip : {-2.0, -1e-3, -4e-4, 0.0, 1e-9, 4e-4, 1e-3, 2.0}) {
    EXPECT_EQ(friction_at(*law, slip, 20), friction_at(*linear, slip, 20));
  }
}

/// shared/reference/belt_friction.json, "coulomb"
TEST(CoulombFriction, CarriesTheBlockOnTheBelt) {
  const auto law = make_friction("coulomb", {{"mu", 0.1}});
  const BeltRig rig = expect_belt(*law,
                                  {{5, 0.499971446615, 0.000901143306089},
                                   {10, 0.546853038042, 0.0395957765814},
                                   {15, 0.56052554818, 0.113886871653},
                                   {20, 0.532931709551, 0.17999437511}},
                                  1e-9, 1000);
  ASSERT_EQ(rig.passes().size(), 1U);
  EXPECT_NEAR(rig.passes()[0], 4.905, 1e-9);  // μ m g/(k v)
}

}  // namespace
}  // namespace freeplay
