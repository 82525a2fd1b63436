// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numbers>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

constexpr double kLift = 0.05, kSqueeze = 1e-4;

std::unique_ptr<FrictionLaw> of_test() {
  return friction_of("harnoy_friedland", {{"mu_static", kBeltMuStatic},
                                          {"viscous", kBeltViscous},
                                          {"velocity", kLift},
                                          {"squeeze_time", kSqueeze}});
}

/// The curve of a bearing: μ_S at rest, a fall as the film builds up, then viscous friction alone.
TEST(HarnoyFriedlandFriction, HasAStribeckCurve) {
  const auto law = of_test();
  EXPECT_NEAR(law->mu_at(1e-12), kBeltMuStatic, 1e-6);
  double before = law->mu_at(0);
  for (const double v : {1e-6, 1e-5, 1e-4, 3e-4}) {
    EXPECT_LT(law->mu_at(v), before) << v;
    before = law->mu_at(v);
  }
  // Fast: the film alone. Its load fixes ε, and friction is that of (3.43).
  const double eps = 0.5, left = 1 - eps * eps;
  const double pi = std::numbers::pi;
  const double v = kLift * 4 * left * left / (eps * std::sqrt(16 * eps * eps + pi * pi * left));
  EXPECT_NEAR(law->mu_at(v), kBeltViscous * v / std::sqrt(left), 1e-12);
  for (const double slip : {1e-5, 1e-3, 0.1, 1.0}) expect_steady(*law, {slip}, slip, 1e-8);
}

/// ε follows its balance with a delay: friction is larger while the slip grows than while it falls.
TEST(HarnoyFriedlandFriction, LagsBehindTheSlip) {
  const auto law = of_test();
  const double omega = 200;
  const Dragged body([&](double t) { return Tangent{4e-3 * (1.01 - std::cos(omega * t))}; });
  Rubbing run(*law, body, kBeltWeight);
  const double pi = std::numbers::pi;
  run.run((4 * pi + 0.5 * pi) / omega);
  const double growing = -run.force()[0];
  run.run((4 * pi + 1.5 * pi) / omega);
  EXPECT_GT(growing, -run.force()[0]);
}

/// On the belt it sticks exactly, breaks away at μ_S, and slips on the film; a tighter tolerance agrees.
TEST(HarnoyFriedlandFriction, SticksAndSlipsOnTheBelt) {
  const auto law = of_test();
  const Belt belt;
  Rubbing run(*law, belt, kBeltWeight), fine(*law, belt, kBeltWeight);
  run.run(7);
  EXPECT_EQ(run.body()[1], belt.speed);
  EXPECT_NEAR(run.body()[0], 0.7, 1e-12);
  for (const double t : {10.0, 15.0, 20.0}) {
    run.run(t);
    fine.run(t, 1e-12);
    EXPECT_NEAR(run.body()[0], fine.body()[0], 1e-6) << t;
  }
  ASSERT_GE(run.events().size(), 1U);
  EXPECT_NEAR(run.events()[0], 7.3575, 1e-6);
}

/// How much a contact holds that comes to rest out of fast slip grows while it rests.
TEST(HarnoyFriedlandFriction, HoldsMoreTheLongerItRested) {
  const auto law = of_test();
  double before = -1;
  for (const double t : {0.0, 1e-3, 1e-2, 0.1, 10.0}) {
    const Dragged body([&](double s) { return Tangent{s < 1 ? 1.0 - s : 0.0}; });
    Rubbing run(*law, body, kBeltWeight);
    run.run(1 + t, 1e-9);
    FrictionInput in;
    in.normal = kBeltWeight;
    in.z = run.states();
    const double stuck[] = {1, 0};
    in.m = stuck;
    EXPECT_GE(law->guard(in), before);
    before = law->guard(in);
  }
  EXPECT_NEAR(before, kBeltMuStatic * kBeltWeight, 1e-3);
}

TEST(HarnoyFriedlandFriction, TurnsWithItsPath) { expect_isotropic(*of_test(), 0.05, 1); }

TEST(HarnoyFriedlandFriction, RefusesWhatDoesNotFitTogether) {
  const auto error = [](const char* key, double value) {
    Values values = friction_numbers({{"mu_static", 0.1}, {"velocity", 1e-2}, {"squeeze_time", 1e-3}});
    values[key].data = value;
    return first_friction_error("harnoy_friedland", values);
  };
  EXPECT_EQ(error("eccentricity", 1), "friction.eccentricity");
  EXPECT_EQ(error("threshold", 0.995), "friction.threshold");
  EXPECT_EQ(error("threshold", 0.5), "");
}

}  // namespace
}  // namespace freeplay
