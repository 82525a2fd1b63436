// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

std::unique_ptr<FrictionLaw> paper(double sigma1 = kBeltSigma1) {
  return friction_of("reset_integrator", {{"mu", kBeltMu},
                                          {"mu_static", kBeltMuStatic},  // a = 0.5
                                          {"sigma0", kBeltSigma0},
                                          {"sigma1", sigma1}});
}

TEST(ResetIntegratorFriction, IsASpringUpToStaticFrictionAndSlidesAtTheKineticOne) {
  const auto law = paper();
  const double v = 1e-5, z0 = kBeltMu / kBeltSigma0;
  const Dragged body([&](double) { return Tangent{v}; });
  Rubbing run(*law, body, kBeltWeight);
  for (const double part : {0.3, 0.999}) {
    run.run(part * z0 / v);
    EXPECT_NEAR(run.force()[0], -kBeltWeight * (part * kBeltMuStatic + kBeltSigma1 * v), 1e-9);
  }
  run.run(1.001 * z0 / v);
  EXPECT_NEAR(run.force()[0], -kBeltWeight * kBeltMu, 1e-12);
  ASSERT_EQ(run.events().size(), 1U);
  EXPECT_NEAR(run.events()[0], z0 / v, 1e-9 * z0 / v);
  expect_steady(*law, {1e-6, 1e-3, 1}, 5 * z0);
}

/// After sliding one way and back by x the bond has recoiled by x, from (1 + a) μ on.
TEST(ResetIntegratorFriction, SticksWhereTheSlipTurnsBack) {
  const auto law = paper(0);
  const double z0 = kBeltMu / kBeltSigma0, v = 10 * z0;  // x = 10 z₀ sin t
  const Dragged body([&](double t) { return Tangent{v * std::cos(t)}; });
  Rubbing run(*law, body, kBeltWeight);
  const double turn = 1.5707963267948966, t = 1.7;
  run.run(t);
  ASSERT_EQ(run.events().size(), 2U);
  EXPECT_NEAR(run.events()[1], turn, 1e-9);
  EXPECT_NEAR(run.states()[0] / z0, 1 - 10 * (1 - std::sin(t)), 1e-8);
  EXPECT_NEAR(run.force()[0], -kBeltWeight * kBeltMuStatic * (1 - 10 * (1 - std::sin(t))), 1e-6);
}

/// No figures are printed; the step-halved run agrees, and the cycle is that of stick and slip: from μ_S down
/// to the mirror image of break-away, like the reference of coulomb with stiction without the pre-sliding.
TEST(ResetIntegratorFriction, SticksAndSlipsOnTheBelt) {
  const auto law = paper();
  const Belt belt;
  Rubbing run(*law, belt, kBeltWeight), fine(*law, belt, kBeltWeight);
  for (const double t : {5.0, 10.0, 15.0, 20.0}) {
    run.run(t);
    fine.run(t, 1e-12);
    EXPECT_NEAR(run.body()[0], fine.body()[0], 1e-8);
  }
  ASSERT_GE(run.events().size(), 2U);
  EXPECT_NEAR(run.events()[0], 7.3575, 1e-2);
  EXPECT_NEAR(run.events()[1], 9.976, 1e-2);
}

TEST(ResetIntegratorFriction, TurnsWithItsPath) {
  expect_isotropic(*paper(), 1e-3, 20 * kBeltMu / kBeltSigma0 / 1e-3);
}

TEST(ResetIntegratorFriction, RefusesStaticFrictionBelowTheKineticOne) {
  EXPECT_EQ(first_friction_error("reset_integrator",
                                 friction_numbers({{"mu", 0.2}, {"mu_static", 0.1}, {"sigma0", 1e4}})),
            "friction.mu_static");
}

}  // namespace
}  // namespace freeplay
