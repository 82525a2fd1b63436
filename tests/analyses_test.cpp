// SPDX-License-Identifier: Apache-2.0
// Kinematics, inverse dynamics and statics as runs: against closed forms, and against integrated motion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::example;
using testing::Ran;
using testing::run;

/// Coupler and rocker of the crank-rocker from the vector loop r₂ + r₃ = r₁ + r₄.
TEST(Analyses, FourBarKinematicsClosedForm) {
  const Ran ran = run(example("four_bar_kinematics"));
  const double r1 = 0.4, r2 = 0.1, r3 = 0.35, r4 = 0.25, w2 = 2 * M_PI;
  const std::vector<double> time = ran.values("/time");
  ASSERT_EQ(time.size(), 201u);
  const std::vector<double> coupler = ran.values("/body/coupler/angle"),
                            rocker = ran.values("/body/rocker/angle"),
                            coupler_w = ran.values("/body/coupler/angular_velocity"),
                            rocker_w = ran.values("/body/rocker/angular_velocity"),
                            coupler_a = ran.values("/body/coupler/angular_acceleration"),
                            rocker_a = ran.values("/body/rocker/angular_acceleration");
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double a2 = M_PI / 3 + w2 * time[i];
    const double bx = r2 * std::cos(a2), by = r2 * std::sin(a2);
    const double dx = r1 - bx, dy = -by, d = std::hypot(dx, dy);
    const double along = (r3 * r3 - r4 * r4 + d * d) / (2 * d), up = std::sqrt(r3 * r3 - along * along);
    const double cx = bx + (along * dx - up * dy) / d, cy = by + (along * dy + up * dx) / d;
    const double a3 = std::atan2(cy - by, cx - bx), a4 = std::atan2(cy, cx - r1);
    const double w3 = w2 * r2 / r3 * std::sin(a4 - a2) / std::sin(a3 - a4);
    const double w4 = w2 * r2 / r4 * std::sin(a2 - a3) / std::sin(a4 - a3);
    // r₃ α₃ e₃ − r₄ α₄ e₄ = c with e = (−sin, cos)
    const double c1 = r2 * w2 * w2 * std::cos(a2) + r3 * w3 * w3 * std::cos(a3) - r4 * w4 * w4 * std::cos(a4);
    const double c2 = r2 * w2 * w2 * std::sin(a2) + r3 * w3 * w3 * std::sin(a3) - r4 * w4 * w4 * std::sin(a4);
    const double m11 = -r3 * std::sin(a3), m12 = r4 * std::sin(a4), m21 = r3 * std::cos(a3),
                 m22 = -r4 * std::cos(a4), det = m11 * m22 - m12 * m21;
    EXPECT_NEAR(coupler[i], a3, 1e-12);
    EXPECT_NEAR(rocker[i], a4, 1e-12);
    EXPECT_NEAR(coupler_w[i], w3, 1e-11);
    EXPECT_NEAR(rocker_w[i], w4, 1e-11);
    EXPECT_NEAR(coupler_a[i], (c1 * m22 - m12 * c2) / det, 1e-10);
    EXPECT_NEAR(rocker_a[i], (m11 * c2 - c1 * m21) / det, 1e-10);
  }
}

/// The driver of an integrated run gives the same efforts and reactions, to the accuracy of the integration.
TEST(Analyses, InverseDynamicsAgreesWithIntegration) {
  const Ran inverse = run(example("slider_crank_inverse"));
  const Ran dynamic = run(example("slider_crank_inverse", {{"run.mode", "dynamics"},
                                                           {"method.stepper.name", "runge_kutta"},
                                                           {"method.stepper.accuracy", "1e-11"}}));
  ASSERT_EQ(inverse.record.samples(), dynamic.record.samples());
  std::map<std::string, double> size;  // largest value of all channels of one unit
  for (const Channel& channel : inverse.record.layout().channels) {
    for (const double value : dynamic.values(channel.path))
      size[channel.unit] = std::max(size[channel.unit], std::abs(value));
  }
  for (const Channel& channel : inverse.record.layout().channels) {
    const std::vector<double> a = inverse.values(channel.path), b = dynamic.values(channel.path);
    for (std::size_t i = 0; i < a.size(); ++i)
      ASSERT_NEAR(a[i], b[i], 1e-8 * size[channel.unit]) << channel.path << " at sample " << i;
  }
}

/// A constant torque that inverse dynamics asks for, applied without the driver, makes the same motion.
TEST(Analyses, EffortFedBackMakesTheMotion) {
  const std::string head =
      "freeplay = 1\n[[body]]\nname = \"disc\"\nmass = 3\ninertia = 0.25\nposition = [0.2, 0]\nangle = 0\n"
      "[[joint]]\nname = \"pin\"\ntype = \"revolute\"\nbodies = [\"ground\", \"disc\"]\n"
      "points = [[0, 0], [-0.2, 0]]\n";
  const Ran inverse = run(read_model_text(
      head + "[[driver]]\nname = \"motor\"\njoint = \"pin\"\nmotion = { law = \"constant_acceleration\", "
             "acceleration = 4 }\n[run]\nmode = \"inverse_dynamics\"\nend = 1\nrecord = { every = 0.1 }\n",
      "t"));
  const double effort = inverse.values("/driver/motor/effort")[0];
  EXPECT_NEAR(effort, 4 * (0.25 + 3 * 0.04), 1e-12);
  const Ran forward = run(read_model_text(
      head +
          fmt::format("[[force]]\nname = \"motor\"\ntype = \"torque\"\nbody = \"disc\"\ntorque = {}\n",
                      effort) +
          "[method]\nstepper = { name = \"runge_kutta\", accuracy = 1e-10 }\n[run]\nend = 1\nrecord = { "
          "every = "
          "0.1 }\n",
      "t"));
  const std::vector<double> a = inverse.values("/body/disc/angle"), b = forward.values("/body/disc/angle");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-8);
}

/// From the equilibrium that statics finds, integrated motion does not depart.
TEST(Analyses, EquilibriumStaysAtRest) {
  const Ran rest = run(example("spring_linkage"));
  EXPECT_EQ(rest.record.samples(), 1);
  std::vector<Assignment> changes = {{"run.mode", "dynamics"}, {"run.end", "0.5"}};
  for (const char* body : {"lower", "upper", "lamp"}) {
    const std::string path = std::string("body.") + body;
    changes.emplace_back(path + ".angle",
                         fmt::format("{}", rest.values("/body/" + std::string(body) + "/angle")[0]));
  }
  const Ran motion = run(example("spring_linkage", changes));
  EXPECT_LT(motion.summary.end.kinetic, 1e-16 * motion.summary.start.elastic + 1e-18);
  for (const char* path : {"/body/lamp/position", "/body/upper/position"}) {
    const std::vector<double> moved = motion.values(path), at = rest.values(path);
    EXPECT_NEAR(moved[moved.size() - 2], at[0], 1e-9);
    EXPECT_NEAR(moved[moved.size() - 1], at[1], 1e-9);
  }
}

TEST(Analyses, DefaultSamplesAndChannels) {
  Model model = example("four_bar_kinematics");
  model.run.record.every = 0;
  EXPECT_EQ(run(model).record.samples(), 201);
  model.run.record.every = 0.3;  // the end is a sample of its own
  const std::vector<double> time = run(model).values("/time");
  ASSERT_EQ(time.size(), 5u);
  EXPECT_DOUBLE_EQ(time[3], 0.9);
  EXPECT_EQ(time[4], 1);
  model.run.record.channels = {"body/rocker/*"};
  const Ran chosen = run(model);
  for (const Channel& channel : chosen.record.layout().channels)
    EXPECT_TRUE(channel.path == "/time" || channel.path.starts_with("/body/rocker/")) << channel.path;
  EXPECT_TRUE(chosen.record.layout().tables.empty());
}

/// A model in any mode survives being written and read.
TEST(Analyses, ModeIsWritten) {
  for (const char* name : {"four_bar_kinematics", "slider_crank_inverse", "spring_linkage"}) {
    const Model model = example(name);
    const Model again = read_model_text(write_model(model), "again");
    EXPECT_EQ(again.run.mode, model.run.mode);
    EXPECT_EQ(again.run.end, model.run.end);
    EXPECT_EQ(write_model(again), write_model(model));
  }
}

}  // namespace
}  // namespace freeplay
