// SPDX-License-Identifier: Apache-2.0
// The law that tests of steppers use to see states and memory carried.
#include "tests/remembering_friction.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

TEST(RememberingFriction, ChangesWithAcceptedStepsOnly) {
  const RememberingFriction law(0.5, 0.01);
  double z = 1;
  double m[3] = {1, 1, 1};
  FrictionInput in;
  in.t = 0.25;
  in.slip = {0.2, 0, 0};
  in.normal = 10;
  law.start(in, &z, m);
  in.z = &z;
  in.m = m;
  EXPECT_EQ(law.force(in)[0], -5);
  EXPECT_EQ(law.force(in)[0], -5) << "asking changes nothing";
  double rate = 0;
  law.rates(in, &rate);
  EXPECT_EQ(rate, 0.2);
  law.accept(in, m);
  EXPECT_DOUBLE_EQ(law.force(in)[0], -5 / 3.0);
  EXPECT_EQ(m[RememberingFriction::kAccepted], 1);
  EXPECT_EQ(m[RememberingFriction::kStarted], 0.25);
  in.t = 0.5;
  law.start(in, &z, m);
  EXPECT_EQ(law.force(in)[0], -5);
}

}  // namespace
}  // namespace freeplay
