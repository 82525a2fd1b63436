// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <iterator>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

const std::map<std::string, double> kPaper = {{"mu", 0.1}, {"mu_static", 0.15}, {"velocity", 1e-3}};

/// shared/reference/belt_friction.json, "karnopp"
TEST(KarnoppFriction, CarriesTheBlockOnTheBelt) {
  const auto law = make_friction("karnopp", kPaper);
  EXPECT_FALSE(law->set_valued());
  const BeltRig rig = expect_belt(*law,
                                  {{5, 0.5, 0},
                                   {10, 0.230424708121, 0.0307017000535},
                                   {15, 0.724571867652, 0.001},
                                   {20, 0.470221039154, 0.001}},
                                  1e-8, 1000);
  const double times[] = {7.3575, 7.457583521393275, 10.05760771390413, 15.112910427758978,
                          17.727565261073664};
  ASSERT_EQ(rig.passes().size(), std::size(times));
  for (std::size_t i = 0; i < std::size(times); ++i) EXPECT_NEAR(rig.passes()[i], times[i], 1e-8);
  EXPECT_TRUE(rig.sticks());
}

/// Where sliding friction at the edge exceeds mu_static, the contact is held up to it.
TEST(KarnoppFriction, HasNoGapAtTheEdge) {
  const auto law = make_friction("karnopp", {{"mu", 0.1}, {"velocity", 1e-3}, {"viscous", 5}});
  EXPECT_DOUBLE_EQ(law->mu_static(), 0.105);
  BeltRig rig(*law);
  rig.advance(20, 20000);
  EXPECT_LT(rig.passes().size(), 20U);
}

TEST(KarnoppFriction, RefusesLessFrictionAtRest) {
  auto values = kPaper;
  values["mu_static"] = 0.05;
  EXPECT_EQ(friction_error("karnopp", values), "contact.friction.mu_static");
  values.erase("mu_static");
  EXPECT_EQ(friction_error("karnopp", values), "");
}

}  // namespace
}  // namespace freeplay
