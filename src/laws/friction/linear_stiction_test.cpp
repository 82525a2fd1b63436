// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

const std::map<std::string, double> kValues = {{"mu", 0.1}, {"mu_static", 0.15}, {"v0", 1e-3}, {"v1", 3e-3}};

/// [Marques2015, eq. (3.16)]
TEST(LinearStictionFriction, HasAPeak) {
  const auto law = make_friction("linear_stiction", kValues);
  EXPECT_FALSE(law->set_valued());
  EXPECT_NEAR(friction_at(*law, 5e-4, 10), -0.75, 1e-15);
  EXPECT_NEAR(friction_at(*law, 1e-3, 10), -1.5, 1e-15);
  EXPECT_NEAR(friction_at(*law, -2e-3, 10), 1.25, 1e-15);
  EXPECT_NEAR(friction_at(*law, 3e-3, 10), -1, 1e-15);
  EXPECT_EQ(friction_at(*law, 1, 10), -1);
  EXPECT_EQ(friction_at(*law, 0, 10), 0);
}

TEST(LinearStictionFriction, RefusesWhatDoesNotFitTogether) {
  EXPECT_EQ(friction_error("linear_stiction", kValues), "");
  auto values = kValues;
  values["v1"] = 1e-3;
  EXPECT_EQ(friction_error("linear_stiction", values), "contact.friction.v1");
  values = kValues;
  values["mu_static"] = 0.05;
  EXPECT_EQ(friction_error("linear_stiction", values), "contact.friction.mu_static");
}

}  // namespace
}  // namespace freeplay
