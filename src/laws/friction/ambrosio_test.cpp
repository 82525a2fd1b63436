// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

TEST(AmbrosioFriction, HasADeadZoneAndARamp) {
  const auto law = make_friction("ambrosio", {{"mu", 0.1}, {"v0", 1e-4}, {"v1", 1e-3}});
  EXPECT_EQ(friction_at(*law, 0, 10), 0);
  EXPECT_EQ(friction_at(*law, 9e-5, 10), 0);
  EXPECT_EQ(friction_at(*law, -1e-4, 10), 0);
  EXPECT_NEAR(friction_at(*law, 5.5e-4, 10), -0.5, 1e-15);
  EXPECT_NEAR(friction_at(*law, -5.5e-4, 10), 0.5, 1e-15);
  EXPECT_EQ(friction_at(*law, 1e-3, 10), -1);
  EXPECT_EQ(friction_at(*law, 10, 10), -1);
}

/// shared/reference/belt_friction.json, "ambrosio"
TEST(AmbrosioFriction, CarriesTheBlockOnTheBelt) {
  const auto law = make_friction("ambrosio", {{"mu", 0.1}, {"v0", 1e-4}, {"v1", 1e-3}});
  expect_belt(*law,
              {{5, 0.497208820172, 0.00145559395629},
               {10, 0.544626512073, 0.037217375969},
               {15, 0.560147223762, 0.109977221218},
               {20, 0.534624510806, 0.17685740632}},
              1e-7, 10000);
}

TEST(AmbrosioFriction, WithoutDeadZoneIsTheLinearRamp) {
  const auto law = make_friction("ambrosio", {{"mu", 0.1}, {"v0", 0}, {"v1", 1e-3}});
  const auto linear = make_friction("linear", {{"mu", 0.1}, {"velocity", 1e-3}});
  for (const double v : {-2e-3, -3e-4, 0.0, 1e-7, 7e-4, 1.0}) {
    EXPECT_EQ(friction_at(*law, v, 10), friction_at(*linear, v, 10));
  }
}

TEST(AmbrosioFriction, RefusesVelocitiesInTheWrongOrder) {
  EXPECT_EQ(friction_error("ambrosio", {{"mu", 0.1}, {"v0", 1e-4}, {"v1", 2e-4}}), "");
  EXPECT_EQ(friction_error("ambrosio", {{"mu", 0.1}, {"v0", 1e-4}, {"v1", 1e-4}}), "contact.friction.v1");
  EXPECT_EQ(friction_error("ambrosio", {{"mu", 0.1}, {"v0", 1e-4}, {"v1", 5e-5}}), "contact.friction.v1");
}

}  // namespace
}  // namespace freeplay
