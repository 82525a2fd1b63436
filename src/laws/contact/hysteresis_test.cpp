// SPDX-License-Identifier: Apache-2.0
#include "laws/contact/hysteresis.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

TEST(Hysteresis, FactorAndRestitutionAreInverse) {
  for (const double e : {1e-8, 1e-4, 0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999, 1 - 1e-9, 1.0}) {
    const double c = exact_factor(e);
    EXPECT_NEAR(delivered_restitution(c), e, 4e-16) << e;
    EXPECT_LE(c * e, 1) << e;
  }
  EXPECT_EQ(exact_factor(1), 0);
  EXPECT_EQ(delivered_restitution(0), 1);
}

TEST(Hysteresis, EquationHolds) {
  for (const double c : {0.01, 0.3, 1.0, 2.0, 5.0, 20.0}) {
    const double e = delivered_restitution(c);
    EXPECT_NEAR(std::log((1 + c) / (1 - c * e)) / (c * (1 + e)), 1, 1e-7) << c;
  }
}

TEST(Hysteresis, NearlyElasticAndNearlyPlasticLimits) {
  // e = 1 − 2c/3 + O(c²), and e → 1/c.
  EXPECT_NEAR((1 - delivered_restitution(1e-6)) / 1e-6, 2.0 / 3, 1e-6);
  EXPECT_NEAR(delivered_restitution(1e4) * 1e4, 1, 1e-15);
}

TEST(Hysteresis, IsAsPrintedUnlessTheContactBeganWithoutSpeed) {
  const Hysteresis losses{.c = 0.4, .slow = 0.01}, printed{.c = 0.4, .slow = 0};
  ContactInput in{
      .delta = 1, .rate = 0.5, .start = {.t = 0, .approach = 1, .mass = 1, .pressed = 50}, .m = nullptr};
  EXPECT_EQ(losses.factor(in), 1.2);
  in.rate = 7;
  EXPECT_EQ(losses.factor(in), 1 + 0.4 * 7);
  in.rate = -7;
  EXPECT_EQ(losses.factor(in), 1 - 0.4 * 7);
  in.start.approach = 0.49;  // below a hundredth of 50
  EXPECT_EQ(losses.factor(in), 1 + 0.4 * (-7.0 / 50));
  EXPECT_EQ(printed.factor(in), 1 + 0.4 * -7 / 0.49);
  in.rate = 70;
  EXPECT_EQ(losses.factor(in), 1.4);
  in.rate = -70;
  EXPECT_EQ(losses.factor(in), 0.6);
  in.start.approach = 0;
  EXPECT_EQ(losses.factor(in), 0.6);
  EXPECT_EQ(printed.factor(in), 1);
  in.start.pressed = 0;
  EXPECT_EQ(losses.factor(in), 1);
}

}  // namespace
}  // namespace freeplay
