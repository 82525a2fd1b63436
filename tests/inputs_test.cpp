// SPDX-License-Identifier: Apache-2.0
// Inputs: numbers of force elements and actuators that the caller sets between steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/numbers.h"
#include "freeplay/simulation.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

constexpr double kInertia = 0.5;

/// A wheel on a pin, a pusher beside it, and a block that rests on the ground: steppers of the rigid world have
/// closed contacts to think of.
std::string planar(const std::string& stepper, const std::string& torque = "0", bool rests = true) {
  std::string text = R"(
freeplay = 1
[[body]]
name = "wheel"
mass = 1
inertia = 0.5
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "wheel"]
points = [[0, 0], [0, 0]]
[[force]]
name = "motor"
type = "torque"
body = "wheel"
torque = )" + torque +
                     "\n";
  if (rests) {
    text += R"(
[[body]]
name = "block"
mass = 1
inertia = 0.1
position = [5, 0.1]
[[force]]
name = "weight"
type = "point_force"
body = "block"
force = [0, -10]
[[shape]]
body = "block"
type = "circle"
radius = 0.1
[[shape]]
body = "ground"
type = "half_plane"
normal = [0, 1]
[contact]
impact = { law = "newton", restitution = 0 }
)";
  }
  return text + "[method]\nstepper = " + stepper + "\n[run]\nend = 1\n";
}

struct Machine {
  explicit Machine(const std::string& text)
      : model(read_model_text(text, "inputs.toml")), assembly(assemble(model)) {}
  Simulation simulation() const { return {*assembly.system, model.method}; }
  Model model;
  Assembly assembly;
};

constexpr const char* kRigid[] = {"{ name = \"symmetric\", step = 1e-3 }",
                                  "{ name = \"symmetric\", accuracy = 1e-8 }",
                                  "{ name = \"moreau\", step = 1e-3 }",
                                  "{ name = \"gauss_optimisation\", step_min = 1e-2, step_max = 2e-2 }"};
constexpr const char* kSmooth[] = {"{ name = \"rk4\", step = 1e-3 }", "\"runge_kutta\"", "\"adams\"",
                                   "\"bdf\""};

/// ω = Σ T Δt / J: a torque that changes at once is followed exactly.
void follows_torque(const Machine& machine, const char* stepper) {
  SCOPED_TRACE(stepper);
  Simulation simulation = machine.simulation();
  double omega = 0;
  for (const double torque : {2.0, -3.0, 0.0, 5.0}) {
    simulation.set_input("force.motor.torque", torque);
    EXPECT_EQ(simulation.input("force.motor.torque"), torque);
    omega += torque / kInertia * 0.1;
    ASSERT_EQ(simulation.advance_to(simulation.t() + 0.1).status, StepStatus::ok);
    EXPECT_NEAR(simulation.state().u()[2], omega, 1e-9);
  }
  // ∫ T dφ is the kinetic energy of the wheel, since the block rests; implicit Euler loses some on its way
  if (stepper == kRigid[3]) return;
  const bool rigid = std::find(std::begin(kRigid), std::end(kRigid), stepper) != std::end(kRigid);
  EXPECT_NEAR(simulation.stepper().book().works.applied, 0.5 * kInertia * omega * omega,
              rigid ? 1e-12 : 1e-6);
}

TEST(Inputs, SteppersFollowWhatIsSet) {
  for (const char* stepper : kRigid) follows_torque(Machine(planar(stepper)), stepper);
  for (const char* stepper : kSmooth) follows_torque(Machine(planar(stepper, "0", false)), stepper);
}

TEST(Inputs, SetAtTheStartTheyAreWhatTheFileSays) {
  for (const char* stepper : {kRigid[0], kRigid[1], kRigid[2], kSmooth[0]}) {
    const bool rests = stepper != kSmooth[0];
    const Machine given(planar(stepper, "2.5", rests)), set(planar(stepper, "0", rests));
    Simulation a = given.simulation(), b = set.simulation();
    b.set_input("force.motor.torque", 2.5);
    a.advance_to(0.3);
    b.advance_to(0.3);
    EXPECT_EQ(std::vector(a.state().block().begin(), a.state().block().end()),
              std::vector(b.state().block().begin(), b.state().block().end()))
        << stepper;
  }
}

std::string spatial(const std::string& force, const std::string& torque, const std::string& frame) {
  return R"(
freeplay = 1
dimension = 3
[[body]]
name = "top"
mass = 2
inertia = [[0.3, 0.02, 0], [0.02, 0.4, 0.01], [0, 0.01, 0.5]]
orientation = { axis = [1, 2, 3], angle = 0.7 }
angular_velocity = [0.3, -1, 2]
[[force]]
name = "push"
type = "point_force"
body = "top"
force = )" +
         force + "\npoint = [0.1, 0.2, 0.3]\nframe = \"" + frame + R"("
[[force]]
name = "turn"
type = "torque"
body = "top"
torque = )" +
         torque + "\nframe = \"" + frame + R"("
[[force]]
name = "both"
type = "wrench"
body = "top"
force = )" +
         force + "\ntorque = " + torque + "\nframe = \"" + frame + R"("
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 1
)";
}

TEST(Inputs, InSpaceVectorsHaveThree) {
  for (const char* frame : {"world", "body"}) {
    const Machine given(spatial("[1, -2, 3]", "[0.1, 0.2, -0.4]", frame)),
        set(spatial("[0, 0, 0]", "[0, 0, 0]", frame));
    Simulation a = given.simulation(), b = set.simulation(), idle = set.simulation();
    const double force[] = {1, -2, 3}, torque[] = {0.1, 0.2, -0.4};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::string index = "[" + std::to_string(k) + "]";
      for (const char* name : {"force.push.force", "force.both.force"}) b.set_input(name + index, force[k]);
      for (const char* name : {"force.turn.torque", "force.both.torque"})
        b.set_input(name + index, torque[k]);
    }
    for (Simulation* one : {&a, &b, &idle}) one->advance_to(0.3);
    EXPECT_EQ(std::vector(a.state().block().begin(), a.state().block().end()),
              std::vector(b.state().block().begin(), b.state().block().end()))
        << frame;
    EXPECT_GT(std::abs(a.state().q()[0] - idle.state().q()[0]), 0.01);
  }
}

TEST(Inputs, AreSavedAndCopiedWithTheState) {
  for (const char* stepper : {kRigid[0], kRigid[1], kRigid[2]}) {
    const Machine machine(planar(stepper));
    Simulation first = machine.simulation(), loaded = machine.simulation();
    first.set_input("force.motor.torque", 4);
    first.advance_to(0.05);
    Simulation copy = first;
    loaded.load(first.save());
    EXPECT_EQ(loaded.input("force.motor.torque"), 4);
    for (Simulation* one : {&first, &copy, &loaded}) one->advance_to(0.1);
    EXPECT_EQ(first.save(), copy.save()) << stepper;
    EXPECT_EQ(first.save(), loaded.save()) << stepper;
    EXPECT_NEAR(first.state().u()[2], 4 / kInertia * 0.1, 1e-9);
    copy.set_input("force.motor.torque", 0);
    EXPECT_EQ(first.input("force.motor.torque"), 4);
  }
}

template <class Error, class Call>
std::string complaint(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Inputs, HaveNamesUnitsAndBounds) {
  const Machine machine(planar(kRigid[0]));
  const std::vector<InputInfo>& inputs = machine.assembly.system->info().inputs;
  ASSERT_EQ(inputs.size(), 3U);
  EXPECT_EQ(inputs[0].name, "force.motor.torque");
  EXPECT_EQ(inputs[0].unit, "N*m");
  EXPECT_EQ(inputs[2].name, "force.weight.force[1]");
  EXPECT_EQ(inputs[2].unit, "N");
  EXPECT_EQ(inputs[2].start, -10);
  Simulation simulation = machine.simulation();
  EXPECT_EQ(complaint<std::out_of_range>([&] { simulation.set_input("force.moter.torque", 1); }),
            "there is no input 'force.moter.torque'; did you mean 'force.motor.torque'?");
  EXPECT_CONTAINS(complaint<std::out_of_range>([&] { simulation.input("wind"); }), "force.weight.force[0]");
  EXPECT_CONTAINS(complaint<std::out_of_range>([&] { simulation.set_input(3, 1); }), "the system has 3");
  EXPECT_CONTAINS(complaint<std::invalid_argument>([&] {
                    simulation.set_input("force.motor.torque", std::numeric_limits<double>::quiet_NaN());
                  }),
                  "N*m: expected a number");
  EXPECT_EQ(simulation.input("force.motor.torque"), 0);
}

TEST(Inputs, StartWithTheNumbersOfTheSystem) {
  const Machine machine(planar(kRigid[0]));
  Numbers& numbers = *machine.assembly.numbers;
  numbers.set(numbers.find("force.motor.torque"), 7);
  numbers.reset();
  Simulation simulation = machine.simulation();
  EXPECT_EQ(simulation.input("force.motor.torque"), 7);
  simulation.advance_to(0.1);
  EXPECT_NEAR(simulation.state().u()[2], 7 / kInertia * 0.1, 1e-9);
}

Machine machine_with(const std::string& actuator, const std::string& joint, const std::string& stepper) {
  return Machine(
      "freeplay = 1\n[[body]]\nname = \"part\"\nmass = 2\ninertia = 2\n[[joint]]\nname = \"guide\"\n" +
      joint + "bodies = [\"ground\", \"part\"]\n[[actuator]]\nname = \"drive\"\njoint = \"guide\"\n" +
      actuator + "[method]\nstepper = " + stepper + "\n[run]\nend = 1\n");
}
constexpr const char* kTurns = "type = \"revolute\"\npoints = [[0, 0], [0, 0]]\n";
constexpr const char* kSlides = "type = \"prismatic\"\naxis = [1, 0]\n";
constexpr const char* kMotor = "type = \"dc_motor\"\nresistance = 0.5\ntorque_constant = 2\nvoltage = ";

// J ω' = k (U − k ω)/R: with each voltage the speed tends to U/k, with the time constant J R/k².
TEST(Inputs, MotorsFollowTheirVoltage) {
  for (const char* stepper : {kSmooth[1], kRigid[1]}) {
    SCOPED_TRACE(stepper);
    const Machine machine = machine_with(std::string(kMotor) + "6\n", kTurns, stepper);
    Simulation simulation = machine.simulation();
    EXPECT_EQ(simulation.input("actuator.drive.voltage"), 6);
    constexpr double tau = 2 * 0.5 / (2 * 2);
    double omega = 0, voltage = 6;
    for (const double next : {-4.0, 0.0, 6.0}) {
      omega = voltage / 2 + (omega - voltage / 2) * std::exp(-0.2 / tau);
      ASSERT_EQ(simulation.advance_to(simulation.t() + 0.2).status, StepStatus::ok);
      EXPECT_NEAR(simulation.state().u()[2], omega, 1e-5);
      simulation.set_input("actuator.drive.voltage", voltage = next);
    }
  }
}

// Set at the start, what actuators are asked for gives the bits of a file that says so.
TEST(Inputs, ActuatorsTakeWhatIsSetAsTheirFilesSay) {
  const char* servo = "type = \"servo\"\nstiffness = 50\ndamping = 4\nset_rate = 0\nset_point = ";
  for (const char* stepper : {kRigid[0], kRigid[2], kSmooth[0]}) {
    for (const auto& [actuator, path] : {std::pair{"type = \"torque\"\ntorque = ", "torque"},
                                         std::pair{kMotor, "voltage"}, std::pair{servo, "set_point"}}) {
      SCOPED_TRACE(std::string(stepper) + path);
      const Machine given = machine_with(std::string(actuator) + "0.4\n", kTurns, stepper),
                    set = machine_with(std::string(actuator) + "0\n", kTurns, stepper);
      Simulation a = given.simulation(), b = set.simulation();
      b.set_input(std::string("actuator.drive.") + path, 0.4);
      a.advance_to(0.3);
      b.advance_to(0.3);
      EXPECT_NE(a.state().u()[2], 0);
      EXPECT_EQ(std::vector(a.state().block().begin(), a.state().block().end()),
                std::vector(b.state().block().begin(), b.state().block().end()));
    }
  }
}

// A digital servo reads its set-point when it samples: what is set after its first sample counts from the second one on.
TEST(Inputs, SampledServosReadThemAtTheirSamples) {
  const char* servo =
      "type = \"servo\"\nstiffness = 50\ndamping = 4\nintegral = 20\nsample = \"20 ms\"\nset_point = ";
  const Machine given = machine_with(std::string(servo) + "0.4\n", kSlides, kRigid[0]),
                set = machine_with(std::string(servo) + "0\n", kSlides, kRigid[0]);
  Simulation a = given.simulation(), b = set.simulation();
  b.set_input("actuator.drive.set_point", 0.4);
  a.advance_to(0.3);
  b.advance_to(0.32);
  EXPECT_GT(a.state().q()[0], 0.1);
  EXPECT_NEAR(b.state().q()[0], a.state().q()[0], 1e-13);
}

TEST(Inputs, OfActuatorsAreWhatIsNoFormula) {
  const auto names = [](const Machine& machine) {
    std::string all;
    for (const InputInfo& input : machine.assembly.system->info().inputs)
      all += input.name + " [" + input.unit + "] ";
    return all;
  };
  const std::string servo = "type = \"servo\"\nstiffness = 50\n";
  EXPECT_EQ(names(machine_with(servo + "set_point = 1\n", kSlides, kRigid[0])),
            "actuator.drive.set_point [m] actuator.drive.set_rate [m/s] ");
  EXPECT_EQ(names(machine_with(servo + "set_point = \"= sin(t)\"\nmeasured = 0.1\n", kTurns, kRigid[0])),
            "actuator.drive.set_rate [rad/s] actuator.drive.measured [rad] ");
  EXPECT_EQ(names(machine_with("type = \"force\"\nforce = 1\n[[force]]\nname = \"push\"\ntype = \"torque\"\n"
                               "body = \"part\"\ntorque = 3\n",
                               kSlides, kRigid[0])),
            "actuator.drive.force [N] force.push.torque [N*m] ");
  const Machine machine = machine_with(std::string(kMotor) + "6\n", kTurns, kRigid[0]);
  Numbers& numbers = *machine.assembly.numbers;
  numbers.set(numbers.find("actuator.drive.voltage"), 12);
  numbers.reset();
  EXPECT_EQ(machine.simulation().input("actuator.drive.voltage"), 12);
}

}  // namespace
}  // namespace freeplay
