// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

const std::map<std::string, double> kValues = {{"mu", 0.1}, {"mu_static", 0.15}, {"stribeck_velocity", 0.05}};

/// Friction in steady growth and fall of the slip. [Marques2015, eqs. (3.25) to (3.27)]
TEST(WojewodaFriction, HasTwoBranches) {
  auto values = kValues;
  values["variation"] = 0.02;
  const auto law = make_friction("wojewoda", values);
  EXPECT_FALSE(law->set_valued());
  EXPECT_DOUBLE_EQ(law->mu_static(), 0.17);
  FrictionPath path(*law, 10);
  const auto g = [](double v) { return std::exp(-v * v / 0.0025); };
  path.slide([](double t) { return 0.01 + 0.1 * t; }, 0.7, 700);
  EXPECT_NEAR(path.force(), -10 * (0.1 + (0.05 + 0.02 / (1 + 0.08 / 0.05)) * g(0.08)), 1e-12);
  path.slide([](double t) { return 0.08 - 0.1 * t; }, 0.5, 500);
  EXPECT_NEAR(path.force(), -10 * (0.1 - 0.05 * g(0.03)), 1e-12);
}

/// It keeps its slip while what it needs lies between the branches.
TEST(WojewodaFriction, IsSetValuedInTheAcceleration) {
  const auto law = make_friction("wojewoda", kValues);
  double s = 0;
  double m[2] = {0, 1};
  FrictionInput in;
  in.slip = {0.02, 0, 0};
  in.normal = 10;
  in.z = &s;
  in.m = m;
  EXPECT_EQ(law->hold(in), Hold::asks);
  for (const double needed : {0.7, 1.0, 1.3}) {
    in.hold = {-needed, 0, 0};
    EXPECT_NEAR(law->force(in)[0], -needed, 1e-15);
  }
}

TEST(WojewodaFriction, SticksAndSlipsOnTheBelt) {
  auto values = kValues;
  values["stribeck_velocity"] = 1e-3;
  const auto law = make_friction("wojewoda", values);
  BeltRig rig(*law), finer(*law);
  rig.advance(20, 40000);
  finer.advance(20, 80000);
  ASSERT_GE(rig.passes().size(), 1U);
  EXPECT_NEAR(rig.passes()[0], 7.3575, 1e-9);
  EXPECT_NEAR(rig.x(), finer.x(), 1e-6);
  EXPECT_NEAR(rig.w(), finer.w(), 1e-6);
}

TEST(WojewodaFriction, DrawsItsRandomPartBySeedAndPlace) {
  auto values = kValues;
  values["roughness"] = 0.3;
  values["roughness_length"] = 1e-3;
  const auto force = [&](double seed, int steps) {
    values["seed"] = seed;
    const auto law = make_friction("wojewoda", values);
    FrictionPath path(*law, 10);
    path.slide([](double t) { return 0.02 + 1e-3 * t; }, 0.3, steps);
    return path.force();
  };
  EXPECT_EQ(force(7, 300), force(7, 300));
  EXPECT_NEAR(force(7, 300), force(7, 450), 1e-9) << "the place decides, not the steps";
  EXPECT_NE(force(7, 300), force(8, 300));
  double sum = 0, largest = 0;
  values.erase("roughness");
  const auto smooth = [&] {
    const auto law = make_friction("wojewoda", values);
    FrictionPath path(*law, 10);
    path.slide([](double t) { return 0.02 + 1e-3 * t; }, 0.3, 300);
    return path.force();
  }();
  values["roughness"] = 0.3;
  for (int seed = 0; seed < 400; ++seed) {
    const double part = (force(seed, 30) - smooth) / (10 * 0.05);
    sum += part;
    largest = std::max(largest, std::abs(part));
  }
  EXPECT_LE(largest, 0.3);
  EXPECT_GE(largest, 0.15);
  EXPECT_NEAR(sum / 400, 0, 0.03);
}

TEST(WojewodaFriction, RefusesWhatDoesNotFitTogether) {
  EXPECT_EQ(friction_error("wojewoda", kValues), "");
  EXPECT_EQ(friction_error("wojewoda", {{"mu", 0.1}}), "contact.friction.mu_static");
  auto values = kValues;
  values["roughness"] = 0.1;
  EXPECT_EQ(friction_error("wojewoda", values), "contact.friction.roughness_length");
}

}  // namespace
}  // namespace freeplay
