// SPDX-License-Identifier: Apache-2.0
// Motors and servos against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/numbers.h"
#include "freeplay/simulation.h"
#include "tests/kit/parts.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using namespace freeplay::testing;

constexpr double kVoltage = 24, kResistance = 0.6, kConstant = 0.05, kRatio = 20;
constexpr double kInertia = 0.02 + kRatio * kRatio * 5e-6;
constexpr double kTau = kInertia * kResistance / (kConstant * kRatio * kConstant * kRatio);

double speed(double t) { return kVoltage / (kConstant * kRatio) * (1 - std::exp(-t / kTau)); }

TEST(DcMotor, StartsAsTheExponential) {
  const Ran ran = run(example("dc_motor"));
  const std::vector<double> t = ran.times(), omega = ran.values("/joint/shaft/angle_rate"),
                            current = ran.values("/actuator/motor/current"),
                            power = ran.values("/actuator/motor/power");
  ASSERT_GT(t.size(), 100u);
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(omega[i], speed(t[i]), 1e-3 * 24);
    EXPECT_NEAR(current[i], kVoltage / kResistance * std::exp(-t[i] / kTau), 1e-3 * 40);
    EXPECT_NEAR(power[i], current[i] * kConstant * kRatio * omega[i], 1e-9);
  }
  EXPECT_NEAR(ran.last("/energy/kinetic"), 0.5 * kInertia * std::pow(ran.last("/joint/shaft/angle_rate"), 2),
              1e-12);
  EXPECT_NEAR(ran.last("/energy/applied"), ran.last("/energy/kinetic"), 1e-9);
}

TEST(DcMotor, ConvergesWithBothKindsOfSteppers) {
  const auto error = [](const std::vector<Assignment>& changes) {
    const Ran ran = run(example("dc_motor", changes));
    return std::abs(ran.last("/joint/shaft/angle_rate") - speed(0.06));
  };
  const double coarse = error({{"method.stepper.step", "0.2 ms"}}),
               fine = error({{"method.stepper.step", "0.1 ms"}});
  EXPECT_NEAR(coarse / fine, 4, 0.1);  // of second order
  EXPECT_LT(error({{"method.stepper", "{ name = \"runge_kutta\", accuracy = 1e-10 }"}}), 1e-8);
}

// At its limit of 10 A it turns at a constant acceleration.
TEST(DcMotor, KeepsToItsLimit) {
  const Ran ran = run(example("dc_motor", {{"actuator.motor.current_max", "10"}, {"run.end", "20 ms"}}));
  EXPECT_NEAR(ran.last("/actuator/motor/current"), 10, 1e-12);
  EXPECT_NEAR(ran.last("/joint/shaft/angle_rate"), kRatio * kConstant * 10 / kInertia * 0.02, 1e-9);
  // and gives way as a brake, too
  const Ran brake = run(example("dc_motor", {{"actuator.motor.current_max", "10"},
                                             {"actuator.motor.voltage", "0"},
                                             {"body.flywheel.angular_velocity", "20"},
                                             {"run.end", "20 ms"}}));
  EXPECT_NEAR(brake.last("/joint/shaft/angle_rate"), 20 - kRatio * kConstant * 10 / kInertia * 0.02, 1e-9);
}

// A number that is set gives the bits of a file with that number.
TEST(DcMotor, HasNumbersThatCanBeSet) {
  const Model model = example("dc_motor");
  const Assembly assembly = assemble(model);
  for (const auto& [path, value] :
       std::vector<std::pair<std::string, double>>{{"actuator.motor.voltage", 12},
                                                   {"actuator.motor.rotor_inertia", 1e-5},
                                                   {"actuator.motor.ratio", 30}}) {
    const int index = assembly.numbers->find(path);
    ASSERT_GE(index, 0) << path;
    assembly.numbers->set(index, value);
    assembly.numbers->reset();
    const Assembly edited = assemble(example("dc_motor", {{path, fmt::format("{}", value)}}));
    const double before = assembly.numbers->get(index);
    EXPECT_EQ(before, value);
    Evaluation a(assembly.system->info()), b(edited.system->info());
    const auto forces = [&](const System& system, Evaluation& ev) {
      const State state = system.initial_state();
      system.load(state.features(), ev);
      system.place(0, state.q(), ev);
      system.mass(state.q(), ev);
      system.forces(0, state.q(), std::vector<double>{0, 0, 3}, ev);
    };
    forces(*assembly.system, a);
    forces(*edited.system, b);
    EXPECT_EQ(a.h, b.h) << path;
    EXPECT_EQ(a.M, b.M) << path;
    assembly.numbers->set(index, std::get<double>(model.actuators[0].values.at(path.substr(15)).data));
    assembly.numbers->reset();
  }
}

/// A slider of 2 kg or a wheel of 2 kg m², at a servo.
std::string follower(bool turns, const std::string& servo) {
  return "freeplay = 1\n" + body_text("part", 2, "2") + "position = [0, 0]\n" +
         (turns ? joint_text("guide", "revolute", "ground", "part", "[[0, 0], [0, 0]]")
                : joint_text("guide", "prismatic", "ground", "part") + "axis = [1, 0]\n") +
         "[[actuator]]\nname = \"servo\"\ntype = \"servo\"\njoint = \"guide\"\n" + servo +
         "[method]\nstepper = { name = \"runge_kutta\", accuracy = 1e-10 }\n[run]\nend = 1.5\n"
         "record = { every = 0.1 }\n";
}

// m ẍ = k (r − x) − d ẋ with ω² = k/m = 25 and δ = d/2m = 1: a damped step to 0.4.
TEST(Servo, StepsAsADampedOscillator) {
  const double w = std::sqrt(24.0), t = 1.5;
  const double exact = 0.4 * (1 - std::exp(-t) * (std::cos(w * t) + std::sin(w * t) / w));
  const Ran slide = run(follower(false, "set_point = \"40 cm\"\nstiffness = \"50 N/m\"\ndamping = 4\n"));
  EXPECT_NEAR(slide.last("/joint/guide/displacement"), exact, 1e-8);
  EXPECT_EQ(slide.last("/actuator/servo/set_point"), 0.4);
  const Ran turn = run(follower(true, "set_point = 0.4\nstiffness = \"50 N*m/rad\"\ndamping = 4\n"));
  EXPECT_NEAR(turn.last("/joint/guide/angle"), exact, 1e-8);
}

// With the rate of the set-point a ramp is followed without lag once the start has died away: e = e₀ cos … at rate e^(−δt).
TEST(Servo, FollowsARampByItsRate) {
  const char* kGains = "stiffness = 5000\ndamping = 400\n";  // δ = 100/s
  const Ran with = run(follower(false, std::string("set_point = \"= 0.2*t\"\nset_rate = 0.2\n") + kGains));
  EXPECT_NEAR(with.last("/joint/guide/displacement"), 0.3, 1e-8);
  const Ran without = run(follower(false, std::string("set_point = \"= 0.2*t\"\n") + kGains));
  EXPECT_NEAR(without.last("/joint/guide/displacement"), 0.3 - 0.2 * 400 / 5000, 1e-8);  // it lags by d v/k
}

TEST(Servo, KeepsToItsLimit) {
  const Ran ran = run(follower(false, "set_point = 100\nstiffness = 50\nlimit = \"6 N\"\n"));
  EXPECT_NEAR(ran.last("/joint/guide/displacement"), 0.5 * 6 / 2 * 1.5 * 1.5, 1e-9);
  EXPECT_EQ(ran.last("/actuator/servo/effort"), 6);
}

// A digital PID with limit on a slide of 2 kg with a load of 3 N: between samples the force is constant, so the motion is a
// recursion.
TEST(Servo, SamplesAsTheRecursion) {
  const double m = 2, T = 0.02, k = 50, d = 12, ki = 60, limit = 14, load = -3;
  double x = 0, v = 0, sum = 0, t = 0;
  std::vector<double> places, efforts;
  for (int i = 0; i <= 75; ++i, t += T) {
    const double error = 0.4 - x, direct = k * error - d * v, grown = sum + ki * T * error;
    if (std::abs(direct + grown) <= limit)
      sum = grown;  // the error is never on the other side of the limit here
    const double effort = std::min(std::max(direct + sum, -limit), limit), a = (effort + load) / m;
    places.push_back(x);
    efforts.push_back(effort);
    x += v * T + 0.5 * a * T * T;
    v += a * T;
  }
  EXPECT_EQ(efforts[0], limit);
  const std::string text = follower(false,
                                    "set_point = 0.4\nstiffness = 50\ndamping = 12\nintegral = 60\n"
                                    "sample = \"20 ms\"\nlimit = 14\n[[force]]\nname = \"load\"\n"
                                    "type = \"point_force\"\nbody = \"part\"\nforce = [-3, 0]\n");
  for (const char* stepper :
       {"{ name = \"runge_kutta\", accuracy = 1e-10 }", "{ name = \"bdf\", accuracy = 1e-10 }",
        "{ name = \"symmetric\", step = 5e-3 }", "{ name = \"symmetric\", accuracy = 1e-7 }"}) {
    const Ran ran = run(read_model_text(text, "f", {{"method.stepper", stepper}}));
    const std::vector<double> at = ran.values("/joint/guide/displacement"),
                              effort = ran.values("/actuator/servo/effort");
    ASSERT_EQ(at.size(), 16u);
    for (std::size_t i = 0; i < at.size(); ++i) {
      EXPECT_NEAR(at[i], places[5 * i], 1e-7) << stepper << ' ' << i;
      EXPECT_NEAR(effort[i], efforts[5 * i], 1e-5) << stepper << ' ' << i;
    }
  }
}

// The load of 3 N leaves an error of F/k without an integral, and none with it.
TEST(Servo, IntegralTakesAwayTheErrorOfALoad) {
  const auto end = [](const std::string& integral) {
    return run(read_model_text(
                   follower(false, "set_point = 0.4\nstiffness = 50\ndamping = 20\nsample = \"5 ms\"\n" +
                                       integral +
                                       "[[force]]\nname = \"load\"\ntype = \"point_force\"\nbody = \"part\"\n"
                                       "force = [-3, 0]\n"),
                   "f", {{"run.end", "20"}}))
        .last("/joint/guide/displacement");
  };
  EXPECT_NEAR(end(""), 0.4 - 3.0 / 50, 1e-9);
  EXPECT_NEAR(end("integral = 100\n"), 0.4, 1e-9);
}

// What a controller keeps is in the state: a copy, and a run that was saved, go on with the same bits.
TEST(Servo, GoesOnFromWhatWasSaved) {
  const Model model = read_model_text(
      follower(
          false,
          "set_point = \"= 0.1*sin(3*t)\"\nstiffness = 50\ndamping = 2\nintegral = 60\nsample = \"20 ms\"\n"),
      "f", {{"method.stepper", "{ name = \"symmetric\", step = 5e-3 }"}});
  const Assembly assembly = assemble(model);
  Simulation whole(*assembly.system, model.method), first(*assembly.system, model.method);
  ASSERT_EQ(whole.advance_to(1).status, StepStatus::ok);
  ASSERT_EQ(first.advance_to(0.53).status, StepStatus::ok);
  Simulation second(*assembly.system, model.method), copy = first;
  second.load(first.save());
  for (Simulation* one : {&second, &copy}) {
    ASSERT_EQ(one->advance_to(1).status, StepStatus::ok);
    EXPECT_EQ(one->state().q()[0], whole.state().q()[0]);
    EXPECT_NE(one->state().q()[0], 0);
  }
}

TEST(Actuators, SayWhatIsWrong) {
  const auto wrong = [](const std::string& servo) { return wrong_with_model(follower(false, servo)); };
  EXPECT_CONTAINS(wrong("set_point = \"3 deg\"\nstiffness = 50\n"), "servo.set_point");
  EXPECT_CONTAINS(wrong("set_point = 1\nstiffness = \"50 N*m/rad\"\n"), "N/m");
  EXPECT_CONTAINS(wrong("set_point = 1\nstiffness = -50\n"), "must be positive");
  EXPECT_CONTAINS(wrong("set_point = 1\n"), "servo.stiffness: missing");
  EXPECT_CONTAINS(wrong("set_point = 1\nstiffness = 1\nintegral = 1\n"),
                  "an integral part needs a sample time");
  EXPECT_CONTAINS(wrong_with_model(follower(false, "set_point = 1\nstiffness = 1\nsample = 0.01\n"),
                                   {{"method.stepper", "{ name = \"symmetric\", step = 3e-3 }"}}),
                  "must be a whole number of steps of 0.003 s");
  EXPECT_CONTAINS(wrong("set_point = \"= part.angel\"\nstiffness = 1\n"), "did you mean");
  const auto wrong_motor = [](const std::string& path, const std::string& value) {
    return wrong_with_model(example("dc_motor").text, {{path, value}});
  };
  EXPECT_CONTAINS(wrong_motor("actuator.motor.voltage", "24 W"), "a voltage");
  EXPECT_CONTAINS(wrong_motor("actuator.motor.resistance", "0"), "must be positive");
  EXPECT_EQ(wrong_motor("joint.shaft.bodies", "[\"flywheel\", \"ground\"]"), "");
  EXPECT_CONTAINS(
      wrong_with_model("freeplay = 1\n" + body_text("part", 2, "2") +
                       joint_text("guide", "prismatic", "ground", "part") +
                       "axis = [1, 0]\n[[actuator]]\nname = \"m\"\ntype = \"dc_motor\"\njoint = \"guide\"\n"
                       "voltage = 1\nresistance = 1\ntorque_constant = 1\nrotor_inertia = 1\n"
                       "[run]\nend = 1\n"),
      "model the rotor as a body of its own");
  // Neither the joint nor what acts on it has a name: they do not mean each other.
  const std::string nameless = wrong_with_model(
      "freeplay = 1\n" + body_text("part", 2, "2") +
      "[[joint]]\ntype = \"revolute\"\nbodies = [\"ground\", \"part\"]\npoints = [[0, 0], [0, 0]]\n"
      "[[actuator]]\nname = \"m\"\ntype = \"torque\"\ntorque = 1\n[run]\nend = 1\n");
  EXPECT_CONTAINS(nameless, "joint #1.name: missing");
  EXPECT_CONTAINS(nameless, "actuator.m.joint: missing");
}

}  // namespace
}  // namespace freeplay
