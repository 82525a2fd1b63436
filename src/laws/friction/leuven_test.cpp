// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/leuven_test_data.h"

namespace freeplay {
namespace {

TEST(LeuvenFriction, RemembersItsReturnPointsAndSlidesOnTheStribeckCurve) { expect_leuven("leuven"); }

TEST(LeuvenFriction, RefusesWhatDoesNotFitTogether) {
  auto values = leuven_numbers(1);
  EXPECT_EQ(first_friction_error("leuven", friction_numbers(values)), "");
  values[1].second = 0.05;
  EXPECT_EQ(first_friction_error("leuven", friction_numbers(values)), "friction.mu_static");
}

/// A small loop near μ_S, then fast slip with g below F_b: the bristles let the loop close and slide on g.
TEST(LeuvenFriction, ComesBackWhereTheLastReversalStandsBeyondItsCurve) {
  const auto law = friction_of("leuven", leuven_numbers(1));
  const double unit = kBeltMuStatic / kBeltSigma0, v = 1e-5;
  const double t1 = 5 * unit / v, t2 = t1 + 0.05 * unit / v;
  const Dragged body([&](double t) { return Tangent{t < t1 ? v : t < t2 ? -v : 0.05}; });
  Rubbing run(*law, body, kBeltWeight);
  run.run(t1);
  run.run(t2);
  EXPECT_GT(-run.force()[0], 0.12 * kBeltWeight);
  run.run(t2 + 60 * unit / 0.05);
  EXPECT_NEAR(-run.force()[0], kBeltMu * kBeltWeight, 1e-7);
}

}  // namespace
}  // namespace freeplay
