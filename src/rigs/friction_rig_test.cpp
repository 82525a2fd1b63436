// SPDX-License-Identifier: Apache-2.0
#include "rigs/friction_rig.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "freeplay/friction_law.h"

namespace freeplay {
namespace {

constexpr double kNormal = 9.81;

std::unique_ptr<FrictionLaw> law_of(const std::string& name, const std::map<std::string, double>& numbers) {
  Values values;
  for (const auto& [key, number] : numbers) values[key].data = number;
  const FrictionEntry& entry = *find_entry<FrictionEntry>(name);
  return entry.make(Parameters(entry, values));
}

RigScales scales(double velocity, double length, double longest_step) {
  return {velocity, length, longest_step};
}

TEST(FrictionRig, CoulombSticksUntilThePullIsItsLimitAndSlidesOffAsNewtonSays) {
  const double mu = 0.1, rate = 2, mass = 1;
  const auto law = law_of("coulomb", {{"mu", mu}});
  FrictionRig rig =
      FrictionRig::pulled(*law, kNormal, scales(1e-3, 1e-5, 0.01), mass, [&](double t) { return rate * t; });
  const double breaks = mu * kNormal / rate;
  double last_at_rest = 0, largest = 0;
  ASSERT_TRUE(rig.run(2 * breaks, [&](const RigSample& sample) {
    if (sample.v == 0) {
      last_at_rest = sample.t;
      EXPECT_EQ(sample.x, 0);
      EXPECT_NEAR(sample.force, rate * sample.t, 1e-14);
    }
    largest = std::max(largest, sample.force);
    return true;
  })) << rig.failure();
  EXPECT_NEAR(last_at_rest, breaks, 1e-14);
  EXPECT_NEAR(largest, mu * kNormal, 1e-14);
  // m dv/dt = rate (t − t_break)
  const RigSample end = rig.sample();
  EXPECT_NEAR(end.v, rate * breaks * breaks / (2 * mass), 1e-9);
  EXPECT_NEAR(end.x, rate * std::pow(breaks, 3) / (6 * mass), 1e-9);
  EXPECT_EQ(rig.passes(), 1);
}

/// A pull that swings: the block comes to rest, and sticks there as long as the pull is below the limit.
TEST(FrictionRig, CoulombComesToRestExactly) {
  const double mu = 0.1, limit = mu * kNormal, peak = 2 * limit;
  const auto law = law_of("coulomb", {{"mu", mu}});
  FrictionRig rig = FrictionRig::pulled(*law, kNormal, scales(1e-3, 1e-5, 0.01), 1,
                                        [&](double t) { return peak * std::sin(t); });
  double at_rest = 0, before = 0;
  ASSERT_TRUE(rig.run(2 * std::numbers::pi, [&](const RigSample& sample) {
    if (sample.v == 0) at_rest += sample.t - before;
    before = sample.t;
    return true;
  })) << rig.failure();
  EXPECT_GE(rig.passes(), 2);
  EXPECT_GT(at_rest, std::asin(0.5));  // the beginning alone
}

TEST(FrictionRig, DraggedCoulombTurnsRoundWithTheSlip) {
  const auto law = law_of("coulomb", {{"mu", 0.2}});
  const double w = 3;
  FrictionRig rig = FrictionRig::dragged(
      *law, kNormal, scales(1e-3, 1e-3, 0.05), [=](double t) { return 1e-3 * std::cos(w * t); },
      [=](double t) { return -1e-3 * w * std::sin(w * t); }, 1e-3 * w);
  ASSERT_TRUE(rig.run(2 * std::numbers::pi / w, [](const RigSample& sample) {
    if (std::abs(sample.v) > 1e-12) {
      EXPECT_NEAR(sample.force, std::copysign(0.2 * kNormal, sample.v), 1e-14);
    }
    return true;
  })) << rig.failure();
  EXPECT_EQ(rig.passes(), 2);
  EXPECT_NEAR(rig.sample().work, 4 * 0.2 * kNormal * 1e-3 / w, 1e-9);  // F over the way of a period
}

/// From rest F = μ F_N (1 − e^(−σ₀ x/μ)).
TEST(FrictionRig, DahlFollowsItsClosedForm) {
  const double mu = 0.1, sigma = 1e4;
  const auto law = law_of("dahl", {{"mu", mu}, {"sigma0", sigma}});
  FrictionRig rig = FrictionRig::dragged(
      *law, kNormal, scales(1e-3, 1e-5, 1e-3), [](double) { return 1e-3; }, [](double) { return 0.0; }, 0);
  ASSERT_TRUE(rig.run(0.05, [&](const RigSample& sample) {
    EXPECT_NEAR(sample.x, 1e-3 * sample.t, 1e-13);
    EXPECT_NEAR(sample.force, mu * kNormal * -std::expm1(-sigma * sample.x / mu), 1e-7);
    return true;
  })) << rig.failure();
}

TEST(FrictionRig, TellsTheSetWhereForceIsOne) {
  const auto law = law_of("coulomb", {{"mu", 0.3}});
  const auto still = [](double) { return 0.0; };
  FrictionRig rest = FrictionRig::dragged(*law, kNormal, scales(1e-3, 1e-5, 1), still, still, 0);
  EXPECT_NEAR(rest.range().first, -0.3 * kNormal, 1e-14);
  EXPECT_NEAR(rest.range().second, 0.3 * kNormal, 1e-14);
  FrictionRig slides = FrictionRig::dragged(
      *law, kNormal, scales(1e-3, 1e-5, 1), [](double) { return 1e-4; }, still, 0);
  EXPECT_EQ(slides.range().first, slides.range().second);
  EXPECT_NEAR(slides.range().first, 0.3 * kNormal, 1e-14);
}

/// Numbers in micrometres: everything the same but for the unit.
TEST(FrictionRig, HasNoSizeOfItsOwn) {
  const auto run = [](double unit) {
    const auto law = law_of("lugre", {{"mu", 0.1},
                                      {"mu_static", 0.15},
                                      {"stribeck_velocity", 1e-3 * unit},
                                      {"sigma0", 1e4 / unit},
                                      {"sigma1", 30 / unit}});
    FrictionRig rig = FrictionRig::pulled(*law, kNormal, scales(1e-3 * unit, 1e-5 * unit, 1e-3), 1 / unit,
                                          [](double t) { return 5 * t; });
    EXPECT_TRUE(rig.run(0.4)) << rig.failure();
    return rig.sample();
  };
  const RigSample metres = run(1), micrometres = run(1e6);
  EXPECT_NEAR(micrometres.x / 1e6 / metres.x, 1, 1e-6);
  EXPECT_NEAR(micrometres.force / metres.force, 1, 1e-6);
}

}  // namespace
}  // namespace freeplay
