// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

TEST(LinearFriction, IsARampThroughRest) {
  const auto law = make_friction("linear", {{"mu", 0.2}, {"velocity", 1e-3}});
  EXPECT_FALSE(law->set_valued());
  EXPECT_FALSE(law->holds());
  EXPECT_DOUBLE_EQ(friction_at(*law, 2.5e-4, 50), -0.25 * 0.2 * 50);
  EXPECT_DOUBLE_EQ(friction_at(*law, -2.5e-4, 50), 0.25 * 0.2 * 50);
  EXPECT_DOUBLE_EQ(friction_at(*law, 1e-3, 50), -10);
  EXPECT_DOUBLE_EQ(friction_at(*law, 3, 50), -10);
  EXPECT_EQ(friction_at(*law, 3, 0), 0);
}

/// [Marques2015, eq. (3.13)]: F = F_C min(k|v|, 1) sgn(v) with k = 1/v_ε.
TEST(LinearFriction, HasThePapersSlope) {
  const double k = 1000;  // s/m
  const auto law = make_friction("linear", {{"mu", 0.1}, {"velocity", 1 / k}});
  for (const double v : {1e-5, 3e-4, 9.9e-4, 1.1e-3, 0.5}) {
    EXPECT_NEAR(friction_at(*law, v, 9.81), -0.1 * 9.81 * std::min(k * v, 1.0), 1e-15);
  }
}

}  // namespace
}  // namespace freeplay
