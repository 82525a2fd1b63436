// SPDX-License-Identifier: Apache-2.0
// Stops of joint coordinates, in the plane and in space and in both worlds, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

// J = 0.02 kg m², 2 rad/s, stop after 400° at an arm of 50 mm.
constexpr const char* kArm = R"(freeplay = 1
[[body]]
name = "arm"
mass = 1
inertia = 0.02
position = [0, 0]
angular_velocity = 2
[[joint]]
name = "hinge"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0, 0], [0, 0]]
limits = { low = "-30 deg", high = "400 deg", radius = "50 mm" }
)";
constexpr const char* kRigid = R"([contact]
impact = { law = "newton", restitution = 0.5 }
[method]
stepper = { name = "symmetric", step = 0.01 }
[run]
end = 5
)";

TEST(Limits, StopAnAngleBeyondOneTurnWithRestitution) {
  const testing::Ran ran = testing::run(std::string(kArm) + kRigid);
  const double stop = 400 * std::numbers::pi / 180, at = stop / 2;
  EXPECT_NEAR(ran.last("/body/arm/angular_velocity"), -1, 1e-12);
  EXPECT_NEAR(ran.last("/body/arm/angle"), stop - (5 - at), 1e-9);
  EXPECT_NEAR(ran.summary.steps.peak_P_N, 0.02 * 2 * 1.5 / 0.05, 1e-12);
}

TEST(Limits, AreElasticInTheCompliantWorld) {
  const testing::Ran ran = testing::run(std::string(kArm) + R"([contact]
world = "compliant"
force = { law = "kelvin_voigt", stiffness = "1e5 N/m" }
[method]
stepper = { name = "runge_kutta", accuracy = 1e-10 }
[run]
end = 5
)");
  // half an oscillation of J φ̈ = −k r² φ at the stop
  const double stop = 400 * std::numbers::pi / 180,
               half = std::numbers::pi * std::sqrt(0.02 / (1e5 * 0.05 * 0.05));
  EXPECT_NEAR(ran.last("/body/arm/angular_velocity"), -2, 1e-6);
  EXPECT_NEAR(ran.last("/body/arm/angle"), stop - 2 * (5 - stop / 2 - half), 1e-5);
}

TEST(Limits, StopASlideInThePlane) {
  const testing::Ran ran = testing::run(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "block"
mass = 2
inertia = 0.01
position = [0, 0]
[[joint]]
name = "slide"
type = "prismatic"
bodies = ["ground", "block"]
points = [[0, 0], [0, 0]]
axis = [0, 1]
limits = { low = "-0.5 m" }
contact = { impact = { law = "newton", restitution = 0 } }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 1
)");
  EXPECT_NEAR(ran.last("/body/block/position", 1), -0.5, 1e-9);
  EXPECT_NEAR(ran.summary.steps.peak_P_N, 2 * std::sqrt(2 * 9.81 * 0.5), 1e-5);
}

TEST(Limits, StopARevoluteJointInSpaceAcrossHalfATurn) {
  const testing::Ran ran = testing::run(std::string(R"(freeplay = 1
dimension = 3
[[body]]
name = "arm"
mass = 1
inertia = [0.01, 0.01, 0.02]
position = [0, 0, 0]
angular_velocity = [0, 0, 2]
[[joint]]
name = "hinge"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0, 0, 0], [0, 0, 0]]
axis = [0, 0, 1]
limits = { low = "-20 deg", high = "250 deg", radius = "50 mm" }
)") + kRigid);
  EXPECT_NEAR(ran.last("/body/arm/angular_velocity", 2), -1, 1e-12);
  EXPECT_NEAR(ran.summary.steps.peak_P_N, 0.02 * 2 * 1.5 / 0.05, 1e-10);
}

// The journal floats in its bearing while the angle is prescribed.
TEST(Limits, DriversTurnJointsWithPlay) {
  const testing::Ran ran = testing::run(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "rotor"
mass = 1
inertia = 0.01
position = [0, 0]
[[joint]]
name = "bearing"
type = "revolute"
bodies = ["ground", "rotor"]
points = [[0, 0], [0, 0]]
clearance = "0.5 mm"
radius = "10 mm"
[[driver]]
name = "motor"
joint = "bearing"
motion = { law = "constant_speed", speed = 30 }
[contact]
impact = { law = "newton", restitution = 0 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 1
)");
  EXPECT_NEAR(ran.last("/body/rotor/angle"), 30, 1e-9);
  EXPECT_NEAR(ran.last("/body/rotor/position", 1), -0.5e-3, 1e-8);
}

TEST(Limits, RefusesWhatDoesNotFit) {
  const std::string text = std::string(kArm) + kRigid;
  EXPECT_CONTAINS(testing::wrong_with_model(text, {{"joint.hinge.limits.high", "-40deg"}}),
                  "must exceed low");
  EXPECT_CONTAINS(testing::wrong_with_model(text, {{"joint.hinge.limits.radius", "none"}}),
                  "13:10: error: joint.hinge.limits.radius: missing: the arm at which the stop acts");
  EXPECT_CONTAINS(testing::wrong_with_model(text, {{"joint.hinge.limits.high", "2mm"}}),
                  "is a length, but an angle is expected");
  EXPECT_CONTAINS(testing::wrong_with_model(text, {{"contact.impact", "none"}}), "a joint with limits needs");
  EXPECT_CONTAINS(testing::wrong_with_model(text, {{"joint.hinge.type", "weld"}}),
                  "no free coordinate to limit");
  EXPECT_CONTAINS(testing::wrong_with_model(
                      text, {{"joint.hinge.limits.low", "none"}, {"joint.hinge.limits.high", "none"}}),
                  "neither low nor high is given");
}

}  // namespace
}  // namespace freeplay
