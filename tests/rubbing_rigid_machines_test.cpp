// SPDX-License-Identifier: Apache-2.0
// Machines with friction in all their joints, in rigid stepping: friction that falls with slip where a slider
// turns back, and when joints come to rest and break away.
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/record.h"
#include "tests/kit/models.h"
#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

std::string with(std::string text, const std::string& stepper) {
  text.replace(text.find("STEPPER"), 7, stepper);
  return text;
}

std::string fixed(const std::string& stepper, double dt) {
  return "name = \"" + stepper + "\", step = " + std::to_string(dt);
}

const std::string kRubs =
    "friction = { law = \"stribeck\", mu = 0.1, mu_static = 0.2, stribeck_velocity = \"10 mm/s\", viscous = "
    "\"0.05 s/m\" }\n";
const std::string kSliderCrank =
    testing::slider_crank_text({
        .of_crank = "mass = 1\ninertia = 0.002\nangle = \"50 deg\"\nangular_velocity = \"300 rpm\"\n",
        .of_rod = "mass = 0.5\ninertia = 0.004\n",
        .of_slider = "mass = 0.4\ninertia = 1e-4\nangle = 0\n",
        .of_shaft = kRubs + "bearing = { radius = \"10 mm\" }\n",
        .of_pin = kRubs + "bearing = { radius = \"8 mm\" }\n",
        .of_wrist = kRubs + "bearing = { radius = \"6 mm\" }\n",
        .of_guide = kRubs + "bearing = { length = \"60 mm\", height = \"30 mm\" }\n",
    }) +
    "[method]\nstepper = { STEPPER }\n[run]\nend = 1\n";

double crank_angle(const std::string& stepper, double end) {
  const Model model = read_model_text(with(kSliderCrank, stepper), "crank.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  EXPECT_EQ(simulation.advance_to(end).status, StepStatus::ok) << stepper << ", t = " << simulation.t();
  return simulation.state().q()[2];
}

// Near its dead centre nothing the guide does moves the machine, and four joints press each other.
TEST(RubbingRigidMachines, ASliderCrankPassesItsDeadCentres) {
  const double end = 1, exact = crank_angle(R"(name = "runge_kutta", accuracy = 1e-10)", end);
  const double coarse = std::abs(crank_angle(fixed("symmetric", 1e-3), end) - exact);
  const double fine = std::abs(crank_angle(fixed("symmetric", 2.5e-4), end) - exact);
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, coarse / 8);
  EXPECT_NEAR(crank_angle(R"(name = "symmetric", accuracy = 1e-7)", end), exact, 1e-5);
  const double rough = std::abs(crank_angle(fixed("moreau", 1e-3), end) - exact);
  EXPECT_LT(std::abs(crank_angle(fixed("moreau", 1e-4), end) - exact), rough / 4);
}

MemoryRecord record_of(const std::string& text) { return testing::try_run(text).record; }

// Constant friction stops it after ω J/(μ m g r); steps of the stepper's own choice end there.
TEST(RubbingRigidMachines, AWheelStopsWhenItShould) {
  const double pi = std::acos(-1.0), moment = 0.2 * 2 * 9.81 * 0.02, deceleration = moment / 0.05;
  for (const char* accuracy : {"1e-3", "1e-6"}) {
    const MemoryRecord record = record_of(with(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "wheel"
mass = 2
inertia = 0.05
angular_velocity = "60 rpm"
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "wheel"]
points = [[0, 0], [0, 0]]
friction = { law = "coulomb", mu = 0.2 }
bearing = { radius = "20 mm" }
[method]
stepper = { STEPPER }
[run]
end = 5
record = { every = 0.05 }
)",
                                               std::string("name = \"symmetric\", accuracy = ") + accuracy));
    const auto& events = record.rows("/joint_events");
    ASSERT_EQ(events.size(), 1U) << accuracy;
    EXPECT_NEAR(events[0][0], 2 * pi / deceleration, 1e-9) << accuracy;
  }
}

// The block on a belt, of 1 kg on 2 N/m, at rest when it begins. It is taken along after ẋ = 0.1 m/s is
// reached, with 0.981 N pulling; it sticks until the spring pulls as much as stiction, 1.4715 N.
TEST(RubbingRigidMachines, ABlockSticksAndBreaksAwayWhenItShould) {
  const MemoryRecord record = record_of(with(testing::kDrivenBelt + std::string(R"([[body]]
name = "block"
mass = 1
inertia = 1e-3
[[joint]]
name = "slide"
type = "prismatic"
bodies = ["belt", "block"]
axis = [1, 0]
friction = { law = "coulomb_stiction", mu = 0.1, mu_static = 0.15 }
[[force]]
name = "spring"
type = "spring_damper"
bodies = ["ground", "block"]
points = [[-1, 0], [0, 0]]
stiffness = 2
free_length = 1
[method]
stepper = { STEPPER }
[run]
end = 9
record = { every = 0.05 }
)"),
                                             R"(name = "symmetric", accuracy = 1e-7)"));
  const auto& events = record.rows("/joint_events");
  ASSERT_EQ(events.size(), 2U);
  const double w = std::sqrt(2.0), most = 0.981 / 2;  // x = most (1 − cos ω t)
  const double caught = std::asin(0.1 / (most * w)) / w;
  EXPECT_NEAR(events[0][0], caught, 1e-7);
  const double breaks = caught + (1.4715 / 2 - most * (1 - std::cos(w * caught))) / 0.1;
  EXPECT_NEAR(events[1][0], breaks, 1e-6);
}

}  // namespace
}  // namespace freeplay
