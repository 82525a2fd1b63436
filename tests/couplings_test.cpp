// SPDX-License-Identifier: Apache-2.0
// Gears, racks and belts between joints against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

// Pinion J₁ = 0.001, wheel J₂ = 0.01 kg m²; radii 20 and 40 mm.
std::string pair_text(const std::string& coupling, const std::string& rest, const char* speed = "10") {
  return std::string(R"(freeplay = 1
[[body]]
name = "pinion"
mass = 1
inertia = 0.001
position = [0, 0]
angular_velocity = )") +
         speed + R"(
[[body]]
name = "wheel"
mass = 2
inertia = 0.01
position = [0.06, 0]
[[joint]]
name = "p"
type = "revolute"
bodies = ["ground", "pinion"]
points = [[0, 0], [0, 0]]
[[joint]]
name = "w"
type = "revolute"
bodies = ["ground", "wheel"]
points = [[0.06, 0], [0, 0]]
[[coupling]]
name = "mesh"
type = "gear"
joints = ["p", "w"]
radii = ["20 mm", "40 mm"]
)" + coupling +
         rest;
}
constexpr const char* kRigid = R"([contact]
impact = { law = "newton", restitution = 0.25 }
[method]
stepper = { name = "symmetric", step = 1e-4 }
)";
constexpr const char* kTorque = R"([[force]]
name = "motor"
type = "torque"
body = "pinion"
torque = "0.3 N*m"
)";

// φ̈₁ = T/(J₁ + (r₁/r₂)² J₂), the force of the mesh moves the wheel.
TEST(Couplings, IdealGearsTurnAgainstEachOther) {
  const testing::Ran ran =
      testing::run(pair_text("", std::string(kTorque) + kRigid + "[run]\nend = 1\n", "0"));
  const double expected = 0.3 / (0.001 + 0.25 * 0.01);
  EXPECT_NEAR(ran.last("/body/pinion/angular_velocity"), expected, 1e-9);
  EXPECT_NEAR(ran.last("/body/wheel/angular_velocity"), -expected / 2, 1e-9);
  EXPECT_NEAR(ran.last("/coupling/mesh/error"), 0, 1e-12);
  EXPECT_NEAR(std::abs(ran.last("/coupling/mesh/force")) / 1e-4, 0.01 * expected / 2 / 0.04, 1e-6);
}

// The flank is met after b/2 at r₁ ω; P = (1 + ε) r₁ ω/(r₁²/J₁ + r₂²/J₂).
TEST(Couplings, FlanksWithBacklashHitWithRestitution) {
  const testing::Ran ran =
      testing::run(pair_text("backlash = \"0.1 mm\"\n", std::string(kRigid) + "[run]\nend = 4e-4\n"));
  const double P = 1.25 * 0.2 / (0.0004 / 0.001 + 0.0016 / 0.01);
  EXPECT_NEAR(ran.summary.steps.peak_P_N, P, 1e-12);
  EXPECT_NEAR(ran.last("/body/pinion/angular_velocity"), 10 - 0.02 * P / 0.001, 1e-10);
  EXPECT_NEAR(ran.last("/body/wheel/angular_velocity"), -0.04 * P / 0.01, 1e-10);
  EXPECT_NEAR(ran.last("/coupling/mesh/error"), 0.05e-3 - 0.25 * 0.2 * (4e-4 - 0.05e-3 / 0.2), 1e-12);
}

TEST(Couplings, ElasticFlanksKeepTheEnergyInTheCompliantWorld) {
  const std::string rest = R"([contact]
world = "compliant"
force = { law = "kelvin_voigt", stiffness = "1e6 N/m" }
[method]
stepper = { name = "runge_kutta", accuracy = 1e-10 }
[run]
end = 0.0047
)";
  const testing::Ran ran = testing::run(pair_text("backlash = \"0.1 mm\"\n", rest));
  const double P = 2 * 0.2 / (0.0004 / 0.001 + 0.0016 / 0.01);
  // one elastic blow of π/√(k (r₁²/J₁ + r₂²/J₂)) = 4.2 ms at the second flank, then flight to the first
  EXPECT_NEAR(ran.summary.steps.peak_P_N, P, 1e-4 * P);
  const double wheel = ran.last("/body/wheel/angular_velocity"),
               pinion = ran.last("/body/pinion/angular_velocity");
  EXPECT_NEAR(0.5 * (0.001 * pinion * pinion + 0.01 * wheel * wheel), 0.05, 1e-6);
}

// At rest between a torque and a held wheel the mesh gives way by F/k beyond half the backlash, and holds F²/2k.
TEST(Couplings, SpringsWithDeadZoneGiveTheTransmissionError) {
  const std::string rest = std::string(kTorque) + R"([[driver]]
name = "brake"
joint = "w"
motion = { law = "constant_speed", speed = 0 }
[method]
stepper = { name = "symmetric", step = 1e-4 }
[run]
end = 2
)";
  const testing::Ran ran = testing::run(
      pair_text("backlash = \"0.1 mm\"\nstiffness = \"1e5 N/m\"\ndamping = \"200 N*s/m\"\n", rest, "0"));
  const double F = 0.3 / 0.02;
  EXPECT_NEAR(ran.last("/coupling/mesh/error"), 0.05e-3 + F / 1e5, 1e-9);
  EXPECT_NEAR(ran.last("/energy/potential"), F * F / 2e5, 1e-6 * F * F / 2e5);
}

// Sun, planet and carrier: angular momentum is T t, and the mesh rolls as seen from the carrier.
TEST(Couplings, APlanetRollsOnItsCarrier) {
  const testing::Ran ran = testing::run(R"(freeplay = 1
[[body]]
name = "sun"
mass = 1
inertia = 0.001
position = [0, 0]
[[body]]
name = "planet"
mass = 0.5
inertia = 0.0005
position = [0.06, 0]
[[body]]
name = "carrier"
mass = 1
inertia = 0.01
position = [0, 0]
[[joint]]
name = "s"
type = "revolute"
bodies = ["carrier", "sun"]
points = [[0, 0], [0, 0]]
[[joint]]
name = "p"
type = "revolute"
bodies = ["carrier", "planet"]
points = [[0.06, 0], [0, 0]]
[[joint]]
name = "c"
type = "revolute"
bodies = ["ground", "carrier"]
points = [[0, 0], [0, 0]]
[[coupling]]
name = "mesh"
type = "gear"
joints = ["s", "p"]
radii = ["20 mm", "40 mm"]
stiffness = "1e6 N/m"
damping = 1000
[[force]]
name = "T"
type = "torque"
body = "sun"
torque = "1 N*m"
[method]
stepper = { name = "symmetric", step = 1e-5 }
[run]
end = 0.1
)");
  const double sun = ran.last("/body/sun/angular_velocity"),
               planet = ran.last("/body/planet/angular_velocity"),
               carrier = ran.last("/body/carrier/angular_velocity");
  EXPECT_NEAR(0.001 * sun + 0.0005 * planet + (0.01 + 0.5 * 0.0036) * carrier, 0.1, 1e-6);
  EXPECT_NEAR(0.02 * (sun - carrier) + 0.04 * (planet - carrier), 0, 1e-4);
}

TEST(Couplings, ARackFollowsItsPinion) {
  std::string text = pair_text("", std::string(kRigid) + "[run]\nend = 1\n");
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  replace("name = \"w\"\ntype = \"revolute\"", "name = \"w\"\naxis = [1, 0]\ntype = \"prismatic\"");
  replace("type = \"gear\"", "type = \"rack\"");
  replace("radii = [\"20 mm\", \"40 mm\"]", "radius = \"20 mm\"");
  replace("inertia = 0.01\n", "inertia = 0.01\nvelocity = [0.2, 0]\n");
  const testing::Ran ran = testing::run(text);
  EXPECT_NEAR(ran.last("/body/wheel/position", 0), 0.26, 1e-9);
  EXPECT_NEAR(ran.last("/body/pinion/angle"), 10, 1e-9);
}

TEST(Couplings, ExamplesAgreeWithWhatTheirPagesSay) {
  const testing::Ran gears = testing::run(testing::example("gear_backlash"));
  EXPECT_NEAR(gears.last("/coupling/mesh/error"), 70e-6, 1e-10);
  const testing::Ran train = testing::run(testing::example("drive_train"));
  EXPECT_NEAR(train.last("/energy/potential"), 0.4, 0.4e-6);
  EXPECT_NEAR(train.last("/coupling/claws/error"), 0.5e-3, 1e-10);
  EXPECT_NEAR(train.last("/body/rotor/angle"), 0.5 / 30 + 0.04, 1e-7);
}

TEST(Couplings, RefusesWhatDoesNotFit) {
  const std::string text = pair_text("backlash = \"0.1 mm\"\n", std::string(kRigid) + "[run]\nend = 1\n");
  const auto wrong = [&](const std::vector<Assignment>& changes) {
    return testing::wrong_with_model(text, changes);
  };
  EXPECT_CONTAINS(wrong({{"coupling.mesh.type", "gearr"}}), "is not one of the couplings");
  EXPECT_CONTAINS(wrong({{"coupling.mesh.joints", "['p', 'q']"}}), "coupling.mesh.joints");
  EXPECT_CONTAINS(wrong({{"coupling.mesh.joints", "['p', 'p']"}}), "two different joints");
  EXPECT_CONTAINS(wrong({{"coupling.mesh.backlash", "-1mm"}}), "coupling.mesh.backlash");
  EXPECT_CONTAINS(wrong({{"coupling.mesh.backlash", "1 N"}}), "coupling.mesh.backlash");
  EXPECT_CONTAINS(wrong({{"coupling.mesh.offset", "1mm"}}), "within half the backlash");
  EXPECT_CONTAINS(wrong({{"coupling.mesh.damping", "3"}}), "damping without stiffness");
  EXPECT_CONTAINS(wrong({{"coupling.mesh.radii", "none"}}), "radii");
  EXPECT_CONTAINS(wrong({{"coupling.mesh.type", "rack"},
                         {"coupling.mesh.radius", "20mm"},
                         {"coupling.mesh.radii", "none"}}),
                  "has a length as its free coordinate");
  EXPECT_CONTAINS(wrong({{"contact.impact", "none"}}), "a coupling with backlash needs");
}

}  // namespace
}  // namespace freeplay
