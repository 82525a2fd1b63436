// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/leuven_test_data.h"

namespace freeplay {
namespace {

TEST(LeuvenModifiedFriction, RemembersItsReturnPointsAndSlidesOnTheStribeckCurve) {
  expect_leuven("leuven_modified");
}

/// Force and deflection rate do not jump where reversals are put down and loops closed, on a line.
TEST(LeuvenModifiedFriction, IsContinuous) {
  auto values = leuven_numbers(1);
  values.emplace_back("sigma1", kBeltSigma1);
  const auto law = friction_of("leuven_modified", values);
  const double unit = kBeltMuStatic / kBeltSigma0, v = 1e-4, omega = v / unit;
  const Dragged body([&](double t) {
    return Tangent{v * (std::sin(omega * t) + std::sin(2.7 * omega * t) + 0.5 * std::cos(5.1 * omega * t))};
  });
  Rubbing run(*law, body, kBeltWeight);
  double before = run.force()[0];
  const double step = 1e-3 / omega;
  for (int i = 1; i <= 60000; ++i) {
    run.run(i * step, 1e-9);
    const double now = run.force()[0];
    EXPECT_LT(std::abs(now - before), 0.02 * kBeltMuStatic * kBeltWeight) << i;
    before = now;
  }
  EXPECT_GT(run.events().size(), 10U);
  EXPECT_GT(run.body()[0], 0);
}

}  // namespace
}  // namespace freeplay
