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

TEST(AmbrosioFriction, WithoutDeadZoneIsTheLinearRamp) {
  const auto law = make_friction("ambrosio", {{"mu", 0.1}, {"v0", 0}, {"v1", 1e-3}});
  const auto linear = make_friction("linear", {{"mu", 0.1}, {"velocity", 1e-3}});
  for (const double v : {-2e-3, -3e-4, 0.0, 1e-7, 7e-4, 1.0}) {
    EXPECT_EQ(friction_at(*law, v, 10), friction_at(*linear, v, 10));
  }
}

TEST(AmbrosioFriction, RefusesVelocitiesInTheWrongOrder) {
  const FrictionEntry& entry = *find_entry<FrictionEntry>("ambrosio");
  for (const double v1 : {1e-4, 5e-5, 2e-4}) {
    Diagnostics problems;
    const Values values = friction_values({{"mu", 0.1}, {"v0", 1e-4}, {"v1", v1}});
    entry.check(Parameters(entry, values), "contact.friction", problems);
    EXPECT_EQ(problems.has_errors(), v1 <= 1e-4);
    if (problems.has_errors()) {
      EXPECT_EQ(problems.all().front().key, "contact.friction.v1");
      EXPECT_NE(to_string(problems.all().front()).find("v0 < v1"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace freeplay
