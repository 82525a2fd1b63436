// SPDX-License-Identifier: Apache-2.0
// Forces and actuators that are formulas of what moves, against closed forms and against the same numbers written out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "freeplay/numbers.h"
#include "freeplay/simulation.h"
#include "tests/kit/allocations.h"
#include "tests/kit/models.h"
#include "tests/kit/parts.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using namespace freeplay::testing;

constexpr const char* kFine = R"([method]
stepper = { name = "runge_kutta", accuracy = 1e-11 }
[run]
end = 2
record = { every = 0.05 }
)";
constexpr const char* kRigid = R"([method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 2
record = { every = 0.05 }
)";

/// A rotor of 0.02 kg m² that turns at 5 rad/s.
std::string rotor(const std::string& rest) {
  return "freeplay = 1\n" + body_text("rotor", 1, "0.02") + "position = [0, 0]\nangular_velocity = 5\n" +
         joint_text("pin", "revolute", "ground", "rotor", "[[0, 0], [0, 0]]") + rest;
}
std::string torque(const std::string& value) {
  return "[[force]]\nname = \"load\"\ntype = \"torque\"\nbody = \"rotor\"\ntorque = " + value + "\n";
}
std::string motor(const std::string& value) {
  return "[[actuator]]\nname = \"motor\"\ntype = \"torque\"\njoint = \"pin\"\ntorque = " + value + "\n";
}

void expect_same_bits(const Ran& a, const Ran& b, const std::string& path) {
  const std::vector<double> x = a.values(path), y = b.values(path);
  ASSERT_EQ(x.size(), y.size());
  ASSERT_GT(x.size(), 10u);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(x[i], y[i]) << path << ' ' << i;
}

TEST(MovingForces, AConstantFormulaIsTheNumber) {
  for (const char* method : {kFine, kRigid}) {
    const Ran written = run(rotor(torque("0.3") + method));
    const Ran formula = run(rotor(torque("\"= t < 5 s ? 0.3 [N*m] : 0 [N*m]\"") + method));
    const Ran actuator = run(rotor(motor("0.3") + method));
    for (const char* path : {"/body/rotor/angle", "/body/rotor/angular_velocity", "/energy/applied"}) {
      expect_same_bits(written, formula, path);
      expect_same_bits(written, actuator, path);
    }
  }
}

// J φ̈ = T₀ sin ωt: φ = (v₀ + T₀/(Jω)) t − T₀/(Jω²) sin ωt.
TEST(MovingForces, FollowTheTime) {
  const double T0 = 0.4, w = 7, J = 0.02;
  const std::string load = torque("\"= 0.4 [N*m]*sin(7 [rad/s]*t)\"");
  const auto exact = [&](double t) { return (5 + T0 / (J * w)) * t - T0 / (J * w * w) * std::sin(w * t); };
  EXPECT_NEAR(run(rotor(load + kFine)).last("/body/rotor/angle"), exact(2), 1e-8);
  const auto error = [&](double step) {
    return std::abs(run(rotor(load + kRigid), step, 2).last("/body/rotor/angle") - exact(2));
  };
  EXPECT_NEAR(error(2e-3) / error(1e-3), 4, 0.05);  // of second order
}

// J ω̇ = −c ω|ω|: ω = ω₀/(1 + c ω₀ t/J); what is lost is the work of the drag.
TEST(MovingForces, FollowRates) {
  const double J = 0.02, c = 2e-3, exact = 5 / (1 + c * 5 * 2 / J);
  for (const char* name : {"pin.rate", "pin.angle_rate", "rotor.omega"}) {
    const std::string value = fmt::format("\"= -c*{0}*abs({0})\"", name);
    const std::string head = "[parameters]\nc = \"2e-3 N*m*s^2\"\n";
    const Ran fine = run(rotor(torque(value) + head + kFine));
    EXPECT_NEAR(fine.last("/body/rotor/angular_velocity"), exact, 1e-9);
    EXPECT_NEAR(fine.last("/energy/applied"), 0.5 * J * (exact * exact - 25), 1e-9);
    EXPECT_NEAR(fine.last("/energy/numerical"), 0, 1e-9);
    const Ran rigid = run(rotor(motor(value) + head + kRigid));
    EXPECT_NEAR(rigid.last("/body/rotor/angular_velocity"), exact, 1e-6);
    EXPECT_NEAR(rigid.last("/energy/numerical"), 0, 1e-9);
    EXPECT_NEAR(rigid.last("/actuator/motor/effort"), -c * exact * exact, 1e-8);
    EXPECT_NEAR(rigid.last("/actuator/motor/power"), -c * exact * exact * exact, 1e-7);
  }
}

// A ball of 2 kg pulled to (0.3, −0.1) m by 50 N/m along each axis.
TEST(MovingForces, FollowPlacesOfBodies) {
  const std::string ball = "freeplay = 1\n" + body_text("ball", 2, "1") +
                           "position = [0, 0]\nvelocity = [0, 1]\n[[force]]\nname = \"pull\"\n"
                           "type = \"point_force\"\nbody = \"ball\"\n"
                           "force = [\"= 50 [N/m]*(0.3 m - ball.x)\", \"= -50 [N/m]*(ball.y + 10 cm)\"]\n";
  const Ran ran = run(ball + kFine);
  const double w = 5, t = 2;
  EXPECT_NEAR(ran.last("/body/ball/position", 0), 0.3 - 0.3 * std::cos(w * t), 1e-8);
  EXPECT_NEAR(ran.last("/body/ball/position", 1), -0.1 + 0.1 * std::cos(w * t) + std::sin(w * t) / w, 1e-8);
}

// The same in space, for a body whose centre of mass is not its origin: the origin is what x, y, z and vx name.
TEST(MovingForces, NameTheOriginInSpace) {
  const std::string text = R"toml(freeplay = 1
dimension = 3
[[body]]
name = "rod"
mass = 2
inertia = [0.1, 0.2, 0.3]
centre = [0.1, 0.2, 0.3]
position = [1, 2, 3]
angular_velocity = [0.4, -0.5, 0.6]
velocity = [0.7, 0.8, 0.9]
[[force]]
name = "probe"
type = "torque"
body = "rod"
torque = ["= 1e-9*(rod.x + 10*rod.y + 100*rod.z)", "= 1e-9*(rod.vx + 10*rod.vy + 100*rod.vz)",
  "= 1e-9*(rod.omega_x + 10*rod.omega_y + 100*rod.omega_z)"]
[method]
stepper = { name = "runge_kutta", accuracy = 1e-9 }
[run]
end = 1
)toml";
  const Assembly assembly = assemble(read_model_text(text, "f"));
  Evaluation ev(assembly.system->info());
  const State state = assembly.system->initial_state();
  assembly.system->load(state.features(), ev);
  assembly.system->place(0, state.q(), ev);
  assembly.system->forces(0, state.q(), state.u(), ev);
  // the frame is that of the world, and so are the principal axes but for their order
  std::array<double, 3> torque{ev.h_applied[3], ev.h_applied[4], ev.h_applied[5]},
      expected{321e-9, 98.7e-9, 55.4e-9};
  for (double& value : torque) value = std::abs(value);
  std::sort(torque.begin(), torque.end());
  std::sort(expected.begin(), expected.end());
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(torque[k], expected[k], 1e-18);
}

// A table of straight lines is the formula that it was made from, also beyond its period.
TEST(MovingForces, TablesAreFunctions) {
  const std::string table =
      "[[table]]\nname = \"saw\"\nunits = [\"deg\", \"N*mm\"]\nx = [0, 90, 270, 360]\ny = [0, 90, -90, 0]\n"
      "interpolation = \"linear\"\nperiod = 360\n";
  const Ran tabled = run(rotor(table + torque("\"= 2*saw(pin.angle)\"") + kFine));
  const Ran written = run(rotor(torque("\"= 2e-3*180/pi*asin(sin(pin.angle))\"") + kFine));
  EXPECT_NEAR(tabled.last("/body/rotor/angle"), written.last("/body/rotor/angle"), 1e-7);
  EXPECT_GT(written.last("/body/rotor/angle"), 7);  // it has turned more than once
  // and may stand where numbers are read
  const Ran constant = run(rotor(table + torque("\"= saw(135 deg)\"") + kFine));
  EXPECT_NEAR(constant.last("/energy/applied") / constant.last("/body/rotor/angle"), 45e-3, 1e-9);
}

/// A guide of 3 kg and a slider of 1 kg in empty space, with play or without, and a force between them.
std::string two_bodies(const char* play, const char* world, const char* method) {
  return "freeplay = 1\n" + body_text("guide", 3, "0.1") + "position = [0, 0]\n" +
         body_text("slider", 1, "0.01") + "position = [0, 0]\n" +
         joint_text("slide", "prismatic", "guide", "slider") + "axis = [1, 0]\nlength = 0.1\nwidth = 0.05\n" +
         play + "[[actuator]]\nname = \"cylinder\"\ntype = \"force\"\njoint = \"slide\"\n" +
         "force = \"= 6 N - 2 [N*s/m]*slide.rate\"\n[contact]\nworld = \"" + world + "\"\n" +
         "impact = { law = \"newton\", restitution = 0.2 }\n" +
         "force = { law = \"kelvin_voigt\", stiffness = \"1e6 N/m\", restitution = 0.2 }\n" + method;
}

// μ s̈ = F − d ṡ with the reduced mass μ = 3/4 kg. The reaction keeps the momentum at zero.
TEST(Actuators, ActBetweenBodiesWithPlayOrWithout) {
  const double mu = 0.75, tau = mu / 2, t = 2;
  const double exact = 3 * (t - tau * (1 - std::exp(-t / tau)));
  const char* kPlay = "clearance = 1e-4\n";
  struct Case {
    const char *play, *world, *method;
    double tolerance;
  };
  for (const Case& one : {Case{"", "rigid", kFine, 1e-8}, Case{"", "rigid", kRigid, 1e-5},
                          Case{kPlay, "rigid", kRigid, 1e-5}, Case{kPlay, "compliant", kFine, 1e-8}}) {
    const Ran ran = run(two_bodies(one.play, one.world, one.method));
    EXPECT_NEAR(ran.last("/joint/slide/displacement"), exact, one.tolerance);
    EXPECT_NEAR(3 * ran.last("/body/guide/velocity") + ran.last("/body/slider/velocity"), 0, 1e-12);
    EXPECT_NEAR(ran.last("/energy/kinetic"), ran.last("/energy/applied"), 1e-4 * ran.last("/energy/kinetic"));
  }
}

/// A wheel on a hinge in space, with play or without, that a torque turns.
std::string wheel(const std::string& play, const std::string& torque) {
  return R"(freeplay = 1
dimension = 3
[[body]]
name = "wheel"
mass = 2
inertia = [0.01, 0.01, 0.02]
position = [0, 0, 0]
[[joint]]
name = "hinge"
type = "revolute"
bodies = ["ground", "wheel"]
points = [[0, 0, 0], [0, 0, 0]]
axis = [0, 0, 1]
)" + play +
         "[[actuator]]\nname = \"motor\"\ntype = \"torque\"\njoint = \"hinge\"\ntorque = " + torque + R"(
[contact]
impact = { law = "newton", restitution = 0.2 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 1
)";
}

// J φ̈ = −k φ + T: φ = T/k (1 − cos ωt), ω² = k/J = 10.
TEST(Actuators, ActInSpace) {
  for (const char* play :
       {"", "bearing = { radius = 0.01, length = 0.02 }\nclearance = { radial = 1e-4, axial = 1e-4 }\n"}) {
    const Ran ran = run(wheel(play, "\"= 0.05 [N*m] - 0.2 [N*m/rad]*hinge.angle\""));
    EXPECT_NEAR(ran.last("/body/wheel/angular_velocity", 2), 0.25 * std::sqrt(10) * std::sin(std::sqrt(10)),
                1e-5);
    EXPECT_NEAR(ran.last("/energy/kinetic"), ran.last("/energy/applied"), 1e-12);
  }
}

TEST(StopWhen, EndsAfterTheStepAtWhichItHolds) {
  const char* kStop = "stop_when = \"= pin.angle > 2.003 and t > 0\"\n";
  for (const std::string& method : {std::string(kRigid), std::string(kFine)}) {
    const Ran ran = try_run(rotor(method + kStop));
    EXPECT_EQ(ran.summary.status, RunStatus::complete);
    EXPECT_CONTAINS(ran.summary.message, "run.stop_when ended the run at t = ");
    EXPECT_GT(ran.last("/body/rotor/angle"), 2.003);
    EXPECT_EQ(ran.times().back(), ran.summary.t_end);  // sampled there
    if (method == kRigid) {
      EXPECT_NEAR(ran.summary.t_end, 0.401, 1e-12);
    }
  }
  const Ran never = try_run(rotor(std::string(kRigid) + "stop_when = \"= pin.rate < 0\"\n"));
  EXPECT_EQ(never.summary.t_end, 2);
  EXPECT_EQ(never.summary.message, "");
  const Ran at_once = try_run(rotor(std::string(kRigid) + "stop_when = \"= pin.rate > 4.9 [rad/s]\"\n"));
  EXPECT_EQ(at_once.summary.t_end, 0);
  EXPECT_EQ(at_once.times().size(), 1u);
}

// J ω̇ = −c ω for two rotors, each with its own joint.
TEST(MovingForces, NameJointsOfRepeatedBlocks) {
  const std::string text = R"toml(freeplay = 1
[[repeat]]
count = 2
[[repeat.body]]
name = "rotor{i}"
mass = 1
inertia = 0.02
position = [0, 0]
angular_velocity = "= 5*(i + 1)"
[[repeat.joint]]
name = "pin{i}"
type = "revolute"
bodies = ["ground", "rotor{i}"]
points = [[0, 0], [0, 0]]
[[repeat.actuator]]
name = "drag{i}"
type = "torque"
joint = "pin{i}"
torque = "= -0.01*pin{i}.rate"
)toml";
  const Ran ran = run(text + kFine);
  for (const int i : {0, 1})
    EXPECT_NEAR(ran.last(fmt::format("/body/rotor{}/angular_velocity", i)), 5 * (i + 1) * std::exp(-1), 1e-8);
}

TEST(MovingForces, AreWrittenAndReadBack) {
  const std::string table = R"([[table]]
name = "gas"
units = ["deg", "bar"]
x = [0, 30, 700]
y = [1, "2 MPa", 1]
period = 720
)";
  const std::string text =
      rotor(table + torque("\"= -c*pin.rate + 1e-6 [N*m/Pa]*gas(pin.angle)\"") + motor("\"= 0.01*t\"") +
            "[parameters]\nc = \"0.01 N*m*s\"\n" + kRigid + "stop_when = \"= pin.angle > 3 rev\"\n");
  const Model model = read_model_text(text, "f");
  ASSERT_EQ(model.tables.size(), 1u);
  EXPECT_DOUBLE_EQ(model.tables[0].period, 4 * std::numbers::pi);
  EXPECT_EQ(model.tables[0].y, (std::vector<double>{1e5, 2e6, 1e5}));
  const std::string written = write_model(model);
  const Model again = read_model_text(written, "f");
  EXPECT_EQ(write_model(again), written);
  EXPECT_EQ(run(model).last("/body/rotor/angle"), run(again).last("/body/rotor/angle"));
}

// Inputs and addresses are of numbers; what a formula gives is neither.
TEST(MovingForces, AreNoInputs) {
  const std::string push =
      "[[force]]\nname = \"push\"\ntype = \"point_force\"\nbody = \"rotor\"\nforce = [1, 2]\n";
  const Model model = read_model_text(rotor(torque("\"= -pin.rate\"") + push + kRigid), "f");
  const Assembly assembly = assemble(model);
  const std::vector<InputInfo>& inputs = assembly.system->info().inputs;
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].name, "force.push.force[0]");
  Simulation simulation(*assembly.system, model.method);
  simulation.set_input(1, 5);
  ASSERT_EQ(simulation.advance_to(0.1).status, StepStatus::ok);
  EXPECT_EQ(assembly.numbers->find("force.load.torque"), -1);
  const auto& left_out = assembly.numbers->left_out();
  EXPECT_TRUE(std::any_of(left_out.begin(), left_out.end(), [](const std::string& line) {
    return line == "force.load.torque: it is a formula of what moves";
  }));
}

TEST(MovingForces, SayWhatIsWrong) {
  const auto wrong = [](const std::string& rest) { return wrong_with_model(rotor(rest + kRigid)); };
  EXPECT_CONTAINS(wrong(torque("\"= -2*pin.rat\"")), "\"pin.rat\" names nothing that moves");
  EXPECT_CONTAINS(wrong(torque("\"= -2*pin.rat\"")), "did you mean \"pin.rate\"?");
  EXPECT_CONTAINS(wrong(torque("\"= -2 N*pin.rate\"")), "but a torque or an energy is expected");
  EXPECT_CONTAINS(wrong(torque("\"= pin.angle + 3 mm\"")), "adds a plain number and a length");
  EXPECT_CONTAINS(wrong(torque("[\"= pin.rate\"]")), "expected one number or formula; found a list");
  EXPECT_CONTAINS(wrong(motor("\"= gas(pin.angle)\"")), "there is no function \"gas\"");
  EXPECT_CONTAINS(wrong("[[actuator]]\nname = \"m\"\ntype = \"force\"\njoint = \"pin\"\nforce = 1\n"),
                  "use the type \"torque\" on an angle");
  EXPECT_CONTAINS(wrong("[[actuator]]\nname = \"m\"\ntype = \"torqe\"\njoint = \"pin\"\ntorque = 1\n"),
                  "did you mean \"torque\"?");
  EXPECT_CONTAINS(wrong("[[actuator]]\nname = \"m\"\ntype = \"torque\"\njoint = \"pn\"\ntorque = 1\n"),
                  "did you mean \"pin\"?");
  EXPECT_CONTAINS(wrong("[[actuator]]\nname = \"m\"\ntype = \"torque\"\njoint = \"pin\"\n"),
                  "torque: missing");
  EXPECT_CONTAINS(
      wrong("[[force]]\nname = \"s\"\ntype = \"torsion_spring_damper\"\nbodies = [\"ground\", \"rotor\"]\n"
            "stiffness = \"= 3*pin.angle\"\n"),
      "what moves may be named in forces that are inputs");
  EXPECT_CONTAINS(wrong_with_model(rotor(std::string(kRigid) + "stop_when = 3\n")), "= crank.angle > 20*pi");
}

TEST(Tables, SayWhatIsWrong) {
  const auto wrong = [](const std::string& rest) {
    return wrong_with_model(rotor("[[table]]\n" + rest + kRigid));
  };
  EXPECT_CONTAINS(wrong("name = \"a b\"\nx = [0, 1]\ny = [0, 1]\n"), "letters, digits and _ only");
  EXPECT_CONTAINS(wrong("name = \"sin\"\nx = [0, 1]\ny = [0, 1]\n"), "meaning of its own");
  EXPECT_CONTAINS(wrong("name = \"a\"\nx = [0, 1, 1]\ny = [0, 1, 2]\n"), "entry 3 does not");
  EXPECT_CONTAINS(wrong("name = \"a\"\nx = [0, 1]\ny = [0, 1, 2]\n"), "found 3 for 2");
  EXPECT_CONTAINS(wrong("name = \"a\"\nx = [0, 1]\n"), "table.a.y: missing");
  EXPECT_CONTAINS(wrong("name = \"a\"\nx = [0, 1]\ny = [0, 1]\nperiod = 1\n"),
                  "the last value must be the first");
  EXPECT_CONTAINS(wrong("name = \"a\"\nx = [0, 1]\ny = [0, 1]\nperiod = 0.5\n"), "must be 1 at least");
  EXPECT_CONTAINS(wrong("name = \"a\"\nx = [0, 1]\ny = [0, 1]\nperiod = -1\n"), "must be positive");
  EXPECT_CONTAINS(wrong("name = \"a\"\nunits = [\"deg\", \"brr\"]\nx = [0, 1]\ny = [0, 1]\n"), "brr");
  EXPECT_CONTAINS(wrong("name = \"a\"\nunits = [\"deg\", \"bar\"]\nx = [0, \"3 mm\"]\ny = [0, 1]\n"),
                  "length");
  EXPECT_CONTAINS(wrong("name = \"a\"\ninterpolation = \"cubic\"\nx = [0, 1]\ny = [0, 1]\n"), "\"monotone\"");
  EXPECT_CONTAINS(wrong("name = \"a\"\nunits = [\"mm\", \"N\"]\nx = [0, 1]\ny = [0, 1]\n" +
                        torque("\"= a(pin.angle)*1 m\"")),
                  "the table a is over a length, not");
}

// Forces are evaluated in every step; nothing in them asks for memory.
TEST(MovingForces, AllocateNothing) {
  if (!counts_allocations()) GTEST_SKIP();
  const std::string table = "[[table]]\nname = \"f\"\nx = [0, 1, 9]\ny = [0, 1, 0]\nperiod = 10\n";
  const Model model =
      read_model_text(rotor(table + torque("\"= 0.1*f(pin.angle)*sin(t) - 1e-3*pin.rate*abs(rotor.omega)\"") +
                            motor("\"= t > 0.5 ? 0.1 : 0\"") + kRigid),
                      "f");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(0.1).status, StepStatus::ok);
  const long before = allocations();
  ASSERT_EQ(simulation.advance_to(1).status, StepStatus::ok);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace freeplay
