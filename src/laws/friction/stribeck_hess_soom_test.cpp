// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

/// [Marques2015, eq. (3.9)]
TEST(StribeckHessSoomFriction, FallsWithTheSquareOfTheSlip) {
  const auto law =
      make_friction("stribeck_hess_soom",
                    {{"mu", 0.1}, {"mu_static", 0.15}, {"stribeck_velocity", 1e-3}, {"viscous", 0.02}});
  EXPECT_TRUE(law->set_valued());
  EXPECT_EQ(law->mu(), 0.1);
  EXPECT_EQ(law->mu_static(), 0.15);
  EXPECT_NEAR(law->mu_at(1e-3), 0.125 + 2e-5, 1e-16);
  EXPECT_NEAR(law->mu_at(3e-3), 0.105 + 6e-5, 1e-16);
  EXPECT_NEAR(friction_at(*law, -1e-3, 10), 1.25 + 2e-4, 1e-14);
}

TEST(StribeckHessSoomFriction, RefusesLessFrictionAtRest) {
  EXPECT_EQ(friction_error("stribeck_hess_soom", {{"mu", 0.2}, {"mu_static", 0.1}, {"stribeck_velocity", 1}}),
            "contact.friction.mu_static");
}

}  // namespace
}  // namespace freeplay
