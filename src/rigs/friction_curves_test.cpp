// SPDX-License-Identifier: Apache-2.0
#include "rigs/friction_curves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rigs/friction_plots.h"
#include "rigs/friction_samples.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

FrictionSpecimen specimen(const std::string& name) {
  Diagnostics problems;
  std::vector<FrictionSpecimen> found = friction_specimens({name}, {}, problems);
  EXPECT_EQ(found.size(), 1u) << name;
  return found.front();
}

FrictionCurves measured(const FrictionSpecimen& law, FrictionConditions& at) {
  complete(at, {law});
  FrictionCurves curves = measure_friction(law, at);
  EXPECT_TRUE(curves.failures.empty()) << curves.law << ": " << curves.failures.front();
  return curves;
}

TEST(FrictionCurves, TakeTheirRangesFromTheLaw) {
  FrictionConditions at;
  complete(at, {specimen("lugre")});
  EXPECT_DOUBLE_EQ(at.velocity, 0.01);  // ten times the Stribeck velocity
  EXPECT_NEAR(at.amplitude, 1.5 * 0.15 * 9.81 / 1e5, 1e-18);
  EXPECT_NEAR(at.slowest, 0.1 * 0.15 * 9.81, 1e-12);
  FrictionConditions given;
  given.velocity = 0.5;
  complete(given, {specimen("lugre")});
  EXPECT_EQ(given.velocity, 0.5);
}

TEST(FrictionCurves, SteadySlidingIsTheCurveThatTheLawClaims) {
  for (const char* name : {"coulomb", "tanh", "ambrosio", "dahl", "lugre"}) {
    const FrictionSpecimen law = specimen(name);
    FrictionConditions at;
    at.presliding = at.lag = at.breakaway = false;
    const FrictionCurves curves = measured(law, at);
    ASSERT_GT(curves.steady.size(), 40u) << name;
    for (const SteadyForce& point : curves.steady) {
      if (point.v == 0) continue;
      const double claimed = std::copysign(at.normal * law.law->mu_at(std::abs(point.v)), point.v);
      EXPECT_NEAR(point.force, claimed, 2e-5 * at.normal * law.law->mu()) << name << " at " << point.v;
    }
  }
}

TEST(FrictionCurves, AtRestCoulombIsAnIntervalAndTanhIsNone) {
  FrictionConditions at;
  at.presliding = at.lag = at.breakaway = false;
  const auto rest = [&](const char* name) {
    const FrictionCurves curves = measured(specimen(name), at);
    for (const SteadyForce& point : curves.steady) {
      if (point.v == 0) return point;
    }
    return SteadyForce{};
  };
  EXPECT_NEAR(rest("coulomb").low, -0.981, 1e-12);
  EXPECT_NEAR(rest("coulomb").high, 0.981, 1e-12);
  EXPECT_EQ(rest("tanh").low, 0);
  EXPECT_EQ(rest("tanh").high, 0);
}

/// The force is larger while the slip grows, the more so the faster it swings [Marques2015, Fig. 3.1].
TEST(FrictionCurves, LuGreLagsAndCoulombDoesNot) {
  FrictionConditions at;
  at.steady = at.presliding = at.breakaway = false;
  const FrictionCurves lugre = measured(specimen("lugre"), at);
  ASSERT_EQ(lugre.lag.size(), 3u);
  EXPECT_GT(lugre.lag[0].difference, 1e-4);
  EXPECT_GT(lugre.lag[1].difference, lugre.lag[0].difference);
  EXPECT_GT(lugre.lag[2].difference, 0.01);
  // Settled: the period closes.
  for (const FrictionLag& lag : lugre.lag) EXPECT_NEAR(lag.loop.front().force, lag.loop.back().force, 1e-6);
  for (const char* name : {"coulomb", "tanh"}) {
    for (const FrictionLag& lag : measured(specimen(name), at).lag) {
      EXPECT_NEAR(lag.difference, 0, 1e-6) << name;
    }
  }
}

/// Dahl's loop between ±A: on each branch F = ±F_C + (F₀ ∓ F_C) e^(∓σ₀ Δx/μ); the settled one is symmetric,
/// F₀ = F_C tanh(σ₀ A/μ), and loses ∮ F dx = 4 F_C (A − (μ/σ₀) tanh(σ₀ A/μ)).
TEST(FrictionCurves, DahlsLoopLosesWhatItsClosedFormSays) {
  FrictionConditions at;
  at.steady = at.lag = at.breakaway = false;
  at.amplitude = 4e-5;
  const FrictionCurves curves = measured(specimen("dahl"), at);
  const double F_C = 0.981, length = 0.981 / 1e5, A = at.amplitude;
  EXPECT_NEAR(curves.dissipated / (4 * F_C * (A - length * std::tanh(A / length))), 1, 1e-5);
  EXPECT_NEAR(curves.presliding.back().x, A, 1e-10);
}

TEST(FrictionCurves, BreakAwayFallsWithTheRateOfLuGreOnly) {
  FrictionConditions at;
  at.steady = at.presliding = at.lag = false;
  const FrictionCurves coulomb = measured(specimen("coulomb"), at);
  for (const BreakAway& point : coulomb.breakaway) EXPECT_NEAR(point.force, 0.981, 1e-12);
  FrictionConditions same;
  same.steady = same.presliding = same.lag = false;
  const FrictionCurves lugre = measured(specimen("lugre"), same);
  ASSERT_GT(lugre.breakaway.size(), 5u);
  EXPECT_NEAR(lugre.breakaway.front().force, 0.15 * 9.81, 0.02);
  EXPECT_LT(lugre.breakaway.back().force, 0.9 * lugre.breakaway.front().force);
}

TEST(FrictionCurves, PicturesHoldEveryLaw) {
  Diagnostics problems;
  const std::vector<FrictionSpecimen> laws = friction_specimens({"coulomb", "tanh", "dahl"}, {}, problems);
  FrictionConditions at;
  at.breakaway = false;
  complete(at, laws);
  std::vector<FrictionCurves> curves;
  for (const FrictionSpecimen& law : laws) curves.push_back(measure_friction(law, at));
  const Figure figure = friction_figure(FrictionQuantity::velocity, laws, curves, at);
  ASSERT_EQ(figure.axes.size(), 2u);  // static and dynamic; none has stiction
  EXPECT_EQ(figure.axes[0].x_label, "slip (mm/s)");
  const std::string svg = to_svg(figure);
  for (const FrictionSpecimen& law : laws) EXPECT_CONTAINS(svg, law.entry->name);
  EXPECT_EQ(friction_figure(curves.front(), at).axes.size(), 3u);
}

}  // namespace
}  // namespace freeplay
