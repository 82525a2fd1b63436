// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

Values values(const std::string& form) {
  Values given = friction_values({{"mu", 0.1}, {"velocity", 1e-3}});
  if (!form.empty()) given["form"].data = form;
  return given;
}

TEST(ThrelfallFriction, PrintedFormJumpsAtV0) {
  const auto law = make_friction_of("threlfall", values("printed"));
  for (const double v : {1e-6, 1e-4, 5e-4, 1e-3}) {
    EXPECT_NEAR(friction_at(*law, v, 9.81), -0.981 * (1 - std::exp(-3 * v / 1e-3)), 1e-15);  // (3.15)
  }
  EXPECT_DOUBLE_EQ(friction_at(*law, 1.000001e-3, 9.81), -0.981);
  EXPECT_NEAR(1 - friction_at(*law, 1e-3, 1) / friction_at(*law, 1.1e-3, 1), std::exp(-3.0), 1e-15);
}

/// shared/reference/belt_friction.json, "threlfall_filippov"
TEST(ThrelfallFriction, SlidesAlongItsJump) {
  const auto law = make_friction_of("threlfall", values("printed"));
  const BeltRig rig = expect_belt(*law,
                                  {{5, 0.498343862175, 0.00162343951749},
                                   {10, 0.54534298056, 0.0384736238132},
                                   {15, 0.560022900852, 0.11158155923},
                                   {20, 0.533732684554, 0.177864433297}},
                                  1e-8, 10000);
  ASSERT_GE(rig.passes().size(), 2U);
  EXPECT_NEAR(rig.passes()[0], 4.6805843570735215, 1e-8);
  EXPECT_NEAR(rig.passes()[1], 4.9206023334025515, 1e-8);
}

TEST(ThrelfallFriction, IsContinuousByDefault) {
  const auto law = make_friction_of("threlfall", values(""));
  const auto named = make_friction_of("threlfall", values("continuous"));
  const auto printed = make_friction_of("threlfall", values("printed"));
  EXPECT_DOUBLE_EQ(friction_at(*law, 1e-3, 9.81), -0.981);
  EXPECT_DOUBLE_EQ(friction_at(*law, std::nextafter(1e-3, 1.0), 9.81), -0.981);
  for (const double v : {-5e-4, -1e-6, 1e-6, 1e-4, 1e-3}) {
    EXPECT_EQ(friction_at(*law, v, 2), friction_at(*named, v, 2));
    EXPECT_NEAR(friction_at(*law, v, 2) / friction_at(*printed, v, 2), 1 / (1 - std::exp(-3.0)), 1e-14);
  }
}

}  // namespace
}  // namespace freeplay
