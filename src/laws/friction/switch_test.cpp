// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

constexpr double kRate = 1.4142135623730951;  // √(k/m) of the belt

std::unique_ptr<FrictionLaw> paper(double rate) {
  return make_friction("switch", {{"mu", 0.1}, {"mu_static", 0.15}, {"velocity", 1e-3}, {"rate", rate}});
}

/// Until the first slip has come to an end it is Karnopp's; then the slip dies out as e^(−rate t).
TEST(SwitchFriction, LetsTheSlipDieOut) {
  const auto law = paper(kRate);
  EXPECT_EQ(law->hold_rate(), kRate);
  BeltRig rig(*law);
  rig.advance(10, 10000);
  EXPECT_NEAR(rig.x(), 0.230424708121, 1e-8);
  EXPECT_NEAR(rig.w(), 0.0307017000535, 1e-8);
  rig.advance(3, 3000);
  ASSERT_EQ(rig.passes().size(), 3U);
  EXPECT_NEAR(rig.passes()[2], 10.05760771390413, 1e-8);
  EXPECT_TRUE(rig.sticks());
  EXPECT_NEAR(rig.w(), 1e-3 * std::exp(-kRate * (13 - rig.passes()[2])), 1e-12);
}

/// A fast rate brings the block back to the belt: the cycle is then that of a stick at rest.
TEST(SwitchFriction, RepeatsItsCycle) {
  const auto law = paper(50);
  BeltRig rig(*law);
  rig.advance(30, 60000);
  ASSERT_GE(rig.passes().size(), 7U);
  const auto& t = rig.passes();
  EXPECT_NEAR(t[6] - t[3], t[3] - t[0], 1e-6);
  EXPECT_NEAR(t[4] - t[3], 7.457583521393275 - 7.3575, 1e-3);
}

}  // namespace
}  // namespace freeplay
