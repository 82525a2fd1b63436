// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

constexpr double kWeight = BeltRig::kWeight;

std::map<std::string, double> values(double lag) {
  return {{"mu", 0.1},  {"mu_static", 0.15}, {"stribeck_velocity", 1e-3}, {"sigma0", 1e5 / kWeight},
          {"lag", lag}, {"dwell_time", 2},   {"viscous", 0.1 / kWeight}};
}

/// [Marques2015, eq. (3.19)], up to μ_S: a new contact has rested for long.
TEST(ArmstrongFriction, IsASpringBeforeItSlides) {
  const auto law = make_friction("armstrong", values(0));
  EXPECT_FALSE(law->set_valued());
  FrictionPath path(*law, kWeight);
  const double reach = 0.15 * kWeight / 1e5;
  path.slide([&](double t) { return 6 * t * (1 - t) * 0.999 * reach; }, 1, 100);
  EXPECT_NEAR(path.force(), -0.999 * 0.15 * kWeight, 1e-12);
  EXPECT_TRUE(path.sticks());
  EXPECT_TRUE(path.passes().empty());
}

/// [Marques2015, eq. (3.20)] at constant slip.
TEST(ArmstrongFriction, SlidesSteadilyOnTheStribeckCurve) {
  for (const double lag : {0.0, 0.01}) {
    const auto law = make_friction("armstrong", values(lag));
    for (const double v : {3e-4, 1e-3, 0.02}) {
      FrictionPath path(*law, kWeight);
      path.slide([&](double) { return v; }, 1, 1000);
      EXPECT_NEAR(path.force(), -kWeight * (0.1 + 0.05 / (1 + v * v / 1e-6)) - 0.1 * v, 1e-10);
    }
  }
}

/// Friction follows a slip that grows slowly by the lag. [Marques2015, eq. (3.20)]
TEST(ArmstrongFriction, LagsBehindTheSlip) {
  const double lag = 0.01;
  const auto law = make_friction("armstrong", values(lag));
  FrictionPath path(*law, kWeight);
  path.slide([](double t) { return 1e-3 + 2e-3 * t; }, 0.5, 5000);
  const double u = 1e-3 + 2e-3 * (0.5 - lag);
  EXPECT_NEAR(path.force(), -kWeight * (0.1 + 0.05 / (1 + u * u / 1e-6)) - 0.1 * 2e-3, 1e-10);
}

/// After a slide that ended fast static friction is low, and rises again as t_d/(t_d + γ).
/// [Marques2015, eq. (3.21)]
TEST(ArmstrongFriction, RisesWithTheTimeAtRest) {
  const auto law = make_friction("armstrong", values(0.05));
  const double reach = 0.15 * kWeight / 1e5;
  std::vector<double> break_away;
  for (const double rest : {0.0, 1.0, 6.0, 1e9}) {
    FrictionPath path(*law, kWeight);
    path.slide([](double t) { return 0.1 * (1 - t); }, 1 + 1e-6, 1000);
    ASSERT_TRUE(path.sticks());
    const double end = path.memory()[4];
    EXPECT_LT(end, 0.11) << "the delayed slip is still fast";
    if (rest > 0) path.slide([](double) { return 0; }, rest, 10);
    path.slide([&](double t) { return 10 * reach * t; }, 1, 2000);
    ASSERT_FALSE(path.sticks());
    const double broke = path.passes().back() - 1, t_d = broke;  // stick began at t = 1
    break_away.push_back(end + (0.15 - end) * t_d / (t_d + 2));
    EXPECT_NEAR(path.memory().back(), break_away.back(), 1e-9);
  }
  EXPECT_LT(break_away[0], break_away[1]);
  EXPECT_LT(break_away[1], break_away[2]);
  EXPECT_NEAR(break_away[3], 0.15, 1e-9);
}

TEST(ArmstrongFriction, SticksAndSlipsOnTheBelt) {
  const auto law = make_friction("armstrong", values(1e-3));
  BeltRig rig(*law), finer(*law);
  rig.advance(20, 200000);
  finer.advance(20, 400000);
  ASSERT_FALSE(rig.passes().empty());
  EXPECT_NEAR(rig.passes()[0], 7.3575, 3e-3);  // the spring of 1e5 N/m swings a little
  EXPECT_NEAR(rig.x(), finer.x(), 1e-6);
  EXPECT_NEAR(rig.w(), finer.w(), 1e-6);
}

/// [Marques2015, eq. (3.20)] with the speed of τ_L ago itself, of a slip that changes fast against it; the past is read
/// between the ends of steps, with an error of the square of their length.
TEST(ArmstrongFriction, ATrueDelayIsThePastOfTheSlip) {
  const double step = 2e-3, lag = 25 * step + step / 3;  // a third of the way from one step's end to the next
  Values given = friction_values(values(lag));
  given["delay"].data = std::string("true");
  const auto law = make_friction_of("armstrong", given), chain = make_friction("armstrong", values(lag));
  EXPECT_EQ(law->states(1), 1);
  const auto slip = [](double t) { return 2e-3 + 1e-3 * std::sin(40 * t); };
  const auto exact = [&](double t) {
    const double u = slip(t - lag) / 1e-3;
    return -kWeight * (0.1 + 0.05 / (1 + u * u)) - 0.1 * slip(t);
  };
  double before = 0;
  for (const int parts : {1, 2}) {  // 2 and 1 ms
    FrictionPath path(*law, kWeight);
    double worst = 0;
    path.slide(slip, 100 * step, 100 * parts);
    for (int i = 0; i < 200; ++i) {
      const double begin = path.time();
      path.slide([&](double t) { return slip(begin + t); }, step, parts);
      worst = std::max(worst, std::abs(path.force() - exact(path.time())));
    }
    EXPECT_LT(worst, 1e-3 * kWeight);
    if (before > 0) {
      EXPECT_NEAR(before / worst, 4, 0.1);
    }
    before = worst;
  }
  FrictionPath washed(*chain, kWeight);
  washed.slide(slip, 0.3, 3000);
  EXPECT_GT(std::abs(washed.force() - exact(0.3)), 1e-3 * kWeight)
      << "the chain spreads what changes so fast";
}

/// A slip that ends before τ_L has gone by still has the speed that the contact began with.
TEST(ArmstrongFriction, BeforeItBeganAContactHadTheSpeedItBeganWith) {
  Values given = friction_values(values(1.0));
  given["delay"].data = std::string("true");
  const auto law = make_friction_of("armstrong", given);
  FrictionPath path(*law, kWeight);
  path.slide([](double t) { return 1e-3 + 5e-3 * t; }, 0.9, 900);
  EXPECT_NEAR(path.force(), -kWeight * (0.1 + 0.05 / 2) - 0.1 * 5.5e-3, 1e-12);
}

/// What is remembered does not outgrow its place, and reaches back over the delay, however short the steps.
TEST(ArmstrongFriction, ATrueDelayRemembersEnough) {
  const double lag = 0.1;
  Values given = friction_values(values(lag));
  given["delay"].data = std::string("true");
  const auto law = make_friction_of("armstrong", given);
  FrictionPath path(*law, kWeight);
  path.slide([](double t) { return 1e-3 + 1e-3 * t; }, 0.5, 20000);
  const double u = 1 + 0.5 - lag;
  EXPECT_NEAR(path.force(), -kWeight * (0.1 + 0.05 / (1 + u * u)) - 0.1 * 1.5e-3, 1e-9);
}

/// [Marques2015, eq. (3.21)] with F_S,a given: a slide that has just ended breaks away at it.
TEST(ArmstrongFriction, StaticFrictionBeginsWhereItIsTold) {
  auto given = values(0);
  given["static_begin"] = 0.12;
  given["dwell_time"] = 1e6;
  const auto law = make_friction("armstrong", given);
  FrictionPath path(*law, kWeight, 1, {0, 0});  // nothing is needed to hold it: the spring begins relaxed
  path.slide([](double t) { return 0.1 * (1 - t); }, 1 + 1e-9, 1000);
  path.slide([](double) { return -1e-9; }, 1e-3, 10);
  ASSERT_TRUE(path.sticks());
  double largest = 0;
  for (int i = 0; i < 400 && path.sticks(); ++i) {
    largest = std::max(largest, std::abs(path.force()));
    path.slide([](double) { return 1e-6; }, 0.15 * kWeight / 1e5 / 1e-6 / 300, 10);
  }
  EXPECT_NEAR(largest, 0.12 * kWeight, 0.002 * kWeight);
  given["static_begin"] = 0.2;
  EXPECT_EQ(friction_error("armstrong", given), "contact.friction.static_begin");
}

}  // namespace
}  // namespace freeplay
