// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "laws/contact/adhesion_test_data.h"

namespace freeplay {
namespace {

TEST(Dmt, IsHertzLessTheAttraction) {
  for (const double w : {1e-3, 0.05, 2.0}) {
    const auto law = adhesive("dmt", w);
    const double pull = 2 * std::numbers::pi * w * kRadius;
    EXPECT_NEAR(force_of(*law, 0), -pull, 1e-14 * pull);
    EXPECT_NEAR(force_of(*law, -1e-9), -pull, 1e-14 * pull);
    for (const double delta : {1e-8, 1e-6, 1e-4}) {
      const double hertz = 4. / 3 * kModulus * std::sqrt(kRadius * delta) * delta;
      EXPECT_NEAR(force_of(*law, delta), hertz - pull, 1e-13 * (hertz + pull)) << w << ' ' << delta;
      EXPECT_NEAR(law->energy(delta, nullptr), 0.4 * hertz * delta - pull * delta,
                  1e-13 * (hertz + pull) * delta);
    }
    EXPECT_EQ(law->energy(0, nullptr), 0) << "nothing is lost where surfaces part";
  }
}

TEST(Dmt, IsHertzWithoutAdhesion) {
  const auto hertz = adhesive("hertz", 0), none = adhesive("dmt", 0);
  for (const double delta : {1e-9, 1e-7, 1e-5}) EXPECT_EQ(force_of(*none, delta), force_of(*hertz, delta));
}

TEST(Dmt, AsksForARadius) { EXPECT_EQ(adhesive_error("dmt", {0, kRadius}), "contact.force"); }

}  // namespace
}  // namespace freeplay
