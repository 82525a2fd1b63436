// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics of joints that rub, and statics of joints with play: against closed forms and integrated motion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/kit/places.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::example;
using testing::Ran;
using testing::run;

constexpr double kG = 9.81;

/// A wheel on its own pin: the motor gives μ r m g, and nothing else.
TEST(RubbingAnalyses, AWheelTakesTheTorqueOfItsPin) {
  const std::string text = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "wheel"
mass = 3
inertia = 0.2
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "wheel"]
points = [[0, 0], [0, 0]]
friction = { law = "coulomb", mu = 0.2 }
bearing = { radius = "15 mm" }
[[driver]]
name = "motor"
joint = "pin"
motion = { law = "constant_speed", speed = -4 }
[run]
mode = "inverse_dynamics"
end = 0.1
record = { every = 0.05 }
)";
  const Ran ran = run(read_model_text(text, "wheel.toml"));
  for (const double effort : ran.values("/driver/motor/effort"))
    EXPECT_NEAR(effort, -0.2 * 0.015 * 3 * kG, 1e-14);
  EXPECT_NEAR(ran.last("/joint/pin/friction_torque"), 0.2 * 0.015 * 3 * kG, 1e-14);
  EXPECT_NEAR(ran.last("/joint/pin/pressing"), 3 * kG, 1e-12);
  EXPECT_NEAR(ran.last("/joint/pin/slip"), -0.06, 1e-14);
}

/// Pads at two ends, levers and pins: what inverse dynamics finds is what the integrated motion has.
TEST(RubbingAnalyses, FrictionAgreesWithIntegration) {
  const std::vector<Assignment> rubs = {
      {"joint.wrist.friction", R"({ law = "coulomb", mu = 0.3 })"},
      {"joint.wrist.bearing", "{ radius = 0.012 }"},
      {"joint.crank_pin.friction", R"({ law = "coulomb", mu = 0.1 })"},
      {"joint.crank_pin.bearing", "{ radius = 0.015 }"},
      {"joint.cylinder.friction", R"({ law = "coulomb_viscous", mu = 0.15, viscous = 0.01 })"},
      {"joint.cylinder.bearing", "{ length = 0.06, height = 0.06 }"}};
  const Ran inverse = run(example("slider_crank_inverse", rubs));
  std::vector<Assignment> changes = rubs;
  changes.insert(changes.end(), {{"run.mode", "dynamics"},
                                 {"method.stepper.name", "runge_kutta"},
                                 {"method.stepper.accuracy", "1e-11"}});
  const Ran dynamic = run(example("slider_crank_inverse", changes));
  const Ran smooth = run(example("slider_crank_inverse"));
  ASSERT_EQ(inverse.record.samples(), dynamic.record.samples());
  double differs = 0;
  for (const char* channel :
       {"/driver/motor/effort", "/joint/wrist/pressing", "/joint/wrist/friction_torque",
        "/joint/cylinder/friction", "/joint/cylinder/pressing", "/joint/shaft/reaction_y"}) {
    const std::vector<double> a = inverse.values(channel), b = dynamic.values(channel);
    double size = 0;
    for (const double value : b) size = std::max(size, std::abs(value));
    for (std::size_t i = 0; i < a.size(); ++i)
      ASSERT_NEAR(a[i], b[i], 1e-7 * size) << channel << " sample " << i;
  }
  const std::vector<double> with = inverse.values("/driver/motor/effort"),
                            without = smooth.values("/driver/motor/effort");
  for (std::size_t i = 0; i < with.size(); ++i) differs = std::max(differs, std::abs(with[i] - without[i]));
  EXPECT_GT(differs, 0.1) << "friction matters here";
}

/// A rod at α from the vertical lifts a slider in an upright guide: F cos α = W + μ F sin α, and with μ tan α > 1 there
/// is no such force.
std::string lift(double mu) {
  return fmt::format(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "foot"
mass = 1
inertia = 1
position = [-0.3, 0]
angle = 0
[[body]]
name = "head"
mass = 2
inertia = 1
position = [0, 0.1]
angle = 0
[[joint]]
name = "rail"
type = "prismatic"
bodies = ["ground", "foot"]
axis = [1, 0]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "head"]
axis = [0, 1]
friction = {{ law = "coulomb", mu = {} }}
[[joint]]
name = "rod"
type = "distance"
bodies = ["foot", "head"]
points = [[0, 0], [0, 0]]
[[driver]]
name = "push"
joint = "rail"
motion = {{ law = "constant_speed", speed = 1e-6 }}
[run]
mode = "inverse_dynamics"
end = 0.1
record = {{ every = 0.1 }}
)",
                     mu);
}

TEST(RubbingAnalyses, AGuideThatJamsIsNamed) {
  const Ran lifts = run(read_model_text(lift(0.1), "lift.toml"));
  const double F = 2 * kG / (1 - 0.1 * 3);  // along the guide; tan α = 3
  EXPECT_NEAR(lifts.values("/joint/guide/pressing")[0], 3 * F, 1e-5);
  EXPECT_NEAR(lifts.values("/driver/push/effort")[0], 3 * F, 1e-5);
  const Ran jams = testing::try_run(read_model_text(lift(0.5), "lift.toml"));
  EXPECT_EQ(jams.summary.status, RunStatus::failed);
  EXPECT_CONTAINS(jams.summary.message, "joint 'guide' at t = 0 s: it jams");
}

std::string pendulum(const std::string& contact) {
  return R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "arm"
mass = 2
inertia = 0.05
position = [0.3, 0]
angle = 0
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0, 0], [-0.3, 0]]
clearance = "0.1 mm"
radius = "10 mm"
[contact]
)" + contact +
         "\n[run]\nmode = \"statics\"\n";
}

/// A pendulum on a loose pin hangs lower by the clearance and what its weight presses in.
TEST(RestingPlay, APendulumSagsByItsClearance) {
  const Ran soft =
      run(pendulum("world = \"compliant\"\nforce = { law = \"hertz\", stiffness = \"1e10 N/m^1.5\" }"));
  const double depth = std::pow(2 * kG / 1e10, 2. / 3);
  EXPECT_NEAR(soft.values("/body/arm/position")[1], -(0.3 + 1e-4 + depth), 1e-14);
  EXPECT_NEAR(soft.values("/body/arm/position")[0], 0, 1e-14);
  EXPECT_NEAR(soft.last("/contact/pin.journal/normal"), 2 * kG, 1e-7);
  EXPECT_NEAR(soft.last("/contact/pin.journal/penetration"), depth, 1e-9 * depth);
  EXPECT_NEAR(soft.last("/energy/contact"), 0.4 * 1e10 * std::pow(depth, 2.5), 1e-12);
  EXPECT_EQ(soft.summary.analysis.stability, "stable");
  EXPECT_EQ(soft.summary.peak_force_contact, "pin.journal");

  const Ran hard = run(pendulum("impact = { law = \"newton\", restitution = 0.4 }"));
  EXPECT_NEAR(hard.values("/body/arm/position")[1], -(0.3 + 1e-4), 1e-13);
  EXPECT_NEAR(hard.last("/contact/pin.journal/gap"), 0, 1e-13);
  EXPECT_NEAR(hard.last("/contact/pin.journal/normal"), 2 * kG, 1e-9);
  // a double pendulum whose first arm is the play: the slower motion is that of a pendulum of length l + c to first order
  const double about_pin = 2 * kG * 0.3 / (0.05 + 2 * 0.3 * 0.3);
  EXPECT_NEAR(hard.summary.analysis.eigenvalues[0] / about_pin, 1, 1e-3);
  EXPECT_EQ(hard.summary.analysis.freedoms, 2);
}

/// A beam on two loose pins shares its weight by the lever, and tilts by the difference of their play.
TEST(RestingPlay, ABeamSharesItsWeight) {
  const std::string text = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "beam"
mass = 4
inertia = 0.3
position = [0, 0]
angle = 0
[[joint]]
name = "left"
type = "revolute"
bodies = ["ground", "beam"]
points = [[-0.25, 0], [-0.25, 0]]
clearance = "0.05 mm"
radius = "10 mm"
[[joint]]
name = "right"
type = "revolute"
bodies = ["ground", "beam"]
points = [[0.75, 0], [0.75, 0]]
clearance = "0.2 mm"
radius = "10 mm"
[contact]
impact = { law = "newton", restitution = 0.4 }
[run]
mode = "statics"
)";
  const Ran ran = run(text);
  EXPECT_NEAR(ran.last("/contact/left.journal/normal"), 0.75 * 4 * kG, 1e-4);
  EXPECT_NEAR(ran.last("/contact/right.journal/normal"), 0.25 * 4 * kG, 1e-4);
  EXPECT_NEAR(ran.last("/body/beam/angle"), -1.5e-4, 1e-10);
  EXPECT_NEAR(ran.values("/body/beam/position")[1], -(0.05e-3 + 0.25 * 1.5e-4), 1e-10);
}

/// Which ends of a slider touch: without the pull both, by half its weight.
TEST(RestingPlay, ASliderRestsOnBothEnds) {
  const std::string file = source_folder() + "/examples/prismatic_clearance/case1.toml";
  for (const char* world : {"rigid", "compliant"}) {
    const Ran ran = run(read_model(
        file, {{"run.mode", "statics"}, {"force.pull.force", "[0, 0]"}, {"contact.world", world}}));
    double sum = 0;
    int touching = 0;
    for (const Channel& channel : ran.record.layout().channels) {
      if (!channel.path.starts_with("/contact/") || !channel.path.ends_with("/normal")) continue;
      const double F = ran.last(channel.path);
      sum += F;
      if (F == 0) continue;
      ++touching;
      EXPECT_NEAR(F, 24.525, 1e-6) << world << " " << channel.path;
    }
    EXPECT_EQ(touching, 2) << world;
    EXPECT_NEAR(sum, 49.05, 1e-6) << world;
    EXPECT_EQ(ran.summary.analysis.stability, "neutral") << world;
  }
}

/// A load that nothing holds is named.
TEST(RestingPlay, WhatIsPulledAwayIsSaid) {
  const std::string file = source_folder() + "/examples/prismatic_clearance/case1.toml";
  const Ran ran = testing::try_run(read_model(file, {{"run.mode", "statics"}}));
  EXPECT_EQ(ran.summary.status, RunStatus::failed);
  EXPECT_CONTAINS(ran.summary.message, "slider.x is still pushed by 50 N");
}

/// A driven motion takes joints without their play, and says so.
TEST(RestingPlay, InverseDynamicsTakesPlayAway) {
  const std::vector<Assignment> loose = {
      {"joint.wrist.clearance", "1e-4"},
      {"joint.wrist.radius", "0.01"},
      {"contact", R"({ impact = { law = "newton", restitution = 0.4 } })"}};
  const Ran with = run(example("slider_crank_inverse", loose)),
            without = run(example("slider_crank_inverse"));
  EXPECT_EQ(with.values("/driver/motor/effort"), without.values("/driver/motor/effort"));
  Diagnostics messages;
  assemble(example("slider_crank_inverse", loose), &messages);
  std::string text;
  for (const Diagnostic& one : messages.all()) text += one.message + "\n";
  EXPECT_CONTAINS(text, "takes it without its clearance");
}

}  // namespace
}  // namespace freeplay
