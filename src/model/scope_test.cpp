// SPDX-License-Identifier: Apache-2.0
#include "model/scope.h"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "freeplay/model.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

/// A bar on a pin; `parameters` are lines of [parameters], `mass` is the bar's, `rest` stands at the end.
std::string bar(const std::string& parameters, const std::string& mass, const std::string& half = "0.1") {
  return "freeplay = 1\n[parameters]\n" + parameters + "\n[[body]]\nname = \"bar\"\nmass = " + mass +
         "\ninertia = 0.01\n[[joint]]\nname = \"pin\"\ntype = \"revolute\"\nbodies = [\"ground\", "
         "\"bar\"]\n" +
         "points = [[0, 0], [" + half + ", 0]]\n[run]\nend = 1\n";
}

Model read(const std::string& text, const std::vector<Assignment>& assignments = {},
           Diagnostics* messages = nullptr) {
  return read_model_text(text, "f", assignments, messages);
}

std::string refusal(const std::string& text, const std::vector<Assignment>& assignments = {}) {
  return testing::refusal_of([&] { read(text, assignments); });
}

double mass_of(const std::string& parameters, const std::string& mass) {
  return read(bar(parameters, mass)).bodies[0].mass;
}

TEST(Parameters, StandWhereNumbersStand) {
  EXPECT_EQ(mass_of("m = \"250 g\"", "\"= 2*m\""), 0.5);
  EXPECT_EQ(mass_of("m = 0.25", "\"= 2*m\""), 0.5);
  EXPECT_EQ(mass_of("a = \"= 2*b\"\nb = \"= c\"\nc = \"1 g\"", "\"= a + 1 g\""), 0.003);
  EXPECT_EQ(mass_of("rho = \"7850 kg/m^3\"\nd = \"20 mm\"", "\"= rho*pi/4*d^2*1 m\""),
            7850 * std::numbers::pi / 4 * (0.02 * 0.02) * 1);
  EXPECT_EQ(mass_of("n = 3", "\"= n > 2 ? 1 kg : 2 kg\""), 1);
}

// Bit by bit what the numbers themselves would give.
TEST(Parameters, AreTheNumbersTheyStandFor) {
  const Model formulas = read(bar("half = \"76.5 mm\"\nm = \"38 g\"", "\"= m\"", "\"= -half\""));
  const Model numbers = read(
      "freeplay = 1\n[[body]]\nname = \"bar\"\nmass = \"38 g\"\ninertia = 0.01\n[[joint]]\n"
      "name = \"pin\"\ntype = \"revolute\"\nbodies = [\"ground\", \"bar\"]\n"
      "points = [[0, 0], [\"-76.5 mm\", 0]]\n[run]\nend = 1\n");
  EXPECT_EQ(write_model(formulas), write_model(numbers));
}

TEST(Parameters, AreSetFromTheCommandLine) {
  const std::string text = bar("m = \"250 g\"\nk = 2", "\"= k*m\"");
  EXPECT_EQ(read(text, {{"parameters.m", "1kg"}}).bodies[0].mass, 2);
  EXPECT_EQ(read(text, {{"parameters.k", "3"}}).bodies[0].mass, 0.75);
  EXPECT_EQ(read(text, {{"parameters.k", "= 1 + 3"}}).bodies[0].mass, 1);
  EXPECT_EQ(read(text, {{"body.bar.mass", "= 4*m"}}).bodies[0].mass, 1);
  EXPECT_EQ(
      refusal(text, {{"parameters.n", "3"}}),
      "--set: error: parameters.n: unknown path; no parameter is named \"n\"\n    named: \"m\" and \"k\"");
  EXPECT_EQ(
      refusal(text, {{"parameters.m", "3"}}),
      "--set: error: parameters.m: the value has no unit\n    the file gives \"250 g\"; write the unit after "
      "the number");
}

TEST(Parameters, MistakesAreFoundAtTheirPlace) {
  const auto says = [](const std::string& parameters, const std::string& mass, const std::string& expected) {
    const std::string said = refusal(bar(parameters, mass));
    EXPECT_EQ(said.substr(0, expected.size()), expected) << said;
  };
  says("m = 1", "\"= 2*n\"",
       "f:6:13: error: body.bar.mass: in the formula: there is no parameter \"n\"\n    parameters: \"m\"");
  says("mass = 1", "\"= mas\"",
       "f:6:11: error: body.bar.mass: in the formula: there is no parameter \"mas\"\n    did you mean "
       "\"mass\"?");
  says("m = \"1 kg\"", "\"= m*(2\"",
       "f:6:13: error: body.bar.mass: in the formula: this bracket is not closed");
  says("m = \"1 m\"", "\"= m\"",
       "f:6:8: error: body.bar.mass: the formula gives a length, but a mass is expected (SI unit kg)");
  says("m = \"1 m\"", "\"= m/(1 mm)\"",
       "f:6:8: error: body.bar.mass: the formula gives a plain number, but a mass is expected (SI unit kg)");
  says("a = \"= b\"\nb = \"= a\"", "1",
       "f:4:8: error: parameters.b: the parameter depends on itself: a → b → a");
  says("a = \"= a\"", "1", "f:3:8: error: parameters.a: the parameter depends on itself: a → a");
  says("a = \"= 1/0\"", "\"= a\"", "f:3:8: error: parameters.a: in the formula: divides by zero");
  says("a = \"= 10^120\"", "\"= a\"", "f:3:7: error: parameters.a: in the formula: 1e+120 is absurdly large");
  says("a = \"= 5 N*mm\"", "\"= a\"",
       "f:3:12: error: parameters.a: in the formula: there is no parameter \"mm\"\n    a unit of several "
       "symbols "
       "stands in brackets after its number: 240 [N/mm]");
  says("a = \"b\"", "\"= a\"",
       "f:3:5: error: parameters.a: \"b\" does not begin with a number\n    a formula begins with \"=\": \"= "
       "b\"");
  says("a = [1]", "1",
       "f:3:5: error: parameters.a: expected a number, a text such as \"76.5 mm\", or a formula \"= "
       "2*crank\"; "
       "found a list");
  says("pi = 3", "1", "f:3:1: error: parameters.pi: \"pi\" has a meaning of its own in formulas");
  says("t = 3", "1", "f:3:1: error: parameters.t: \"t\" has a meaning of its own in formulas");
  says("a-b = 3", "1", "f:3:1: error: parameters.a-b: a name in formulas has letters, digits and _ only");
  says("f = \"25 Hz\"", "\"= 1 kg*f\"",
       "f:6:8: error: body.bar.mass: the formula gives a damping coefficient");
  EXPECT_CONTAINS(refusal("freeplay = 1\nparameters = 3\n"), "expected a table [parameters]");
}

// Hz are cycles: only with 2π they are rad/s.
TEST(Parameters, AFrequencyIsNoAngularVelocity) {
  const auto with_speed = [](const std::string& speed) {
    std::string text = bar("f = \"25 Hz\"", "1");
    const std::string key = "inertia = 0.01\n";
    return text.insert(text.find(key), "angular_velocity = \"" + speed + "\"\n");
  };
  EXPECT_CONTAINS(refusal(with_speed("= f")), "multiply it by 2*pi");
  EXPECT_CONTAINS(refusal(with_speed("= 3*f")), "multiply it by 2*pi");
  EXPECT_NEAR(read(with_speed("= 2*pi*f")).bodies[0].angular_velocity, 50 * std::numbers::pi, 1e-12);
}

// A formula of the time keeps t, and has the values of the parameters in it.
TEST(Parameters, AreBoundInFormulasOfTheTime) {
  const auto driven = [](const std::string& position) {
    return bar("f = \"5 Hz\"\nturn = \"30 deg\"\nn = 2", "\"= n\"") +
           "[[driver]]\nname = \"motor\"\njoint = \"pin\"\nmotion = { law = \"formula\", position = " +
           position + " }\n";
  };
  const auto text = [&](const std::string& position) {
    return std::get<std::string>(read(driven(position)).drivers[0].motion.values.at("position").data);
  };
  EXPECT_EQ(text("\"= turn*sin(n*pi*f*t)\""), "= (0.5235987755982988 [rad])*sin((2)*pi*(5 [s^-1])*t)");
  EXPECT_EQ(text("\"= 3*t\""), "= 3*t");
  EXPECT_EQ(text("0.5"), "= 0.5");
  EXPECT_EQ(text("\"90 deg\""), "= 1.5707963267948966");
  const Model once = read(driven("\"= turn*sin(n*pi*f*t)\""));
  EXPECT_EQ(write_model(read(write_model(once))), write_model(once));
  EXPECT_CONTAINS(refusal(driven("\"= turn*sin(n*t)\"")), "sin takes an angle, not a time");
  EXPECT_CONTAINS(refusal(driven("\"= 3 m + t*1 [m/s]\"")),
                  "the formula gives a length, but an angle is expected");
  EXPECT_CONTAINS(refusal(driven("\"= tt\"")), "there is no parameter \"tt\"");
  EXPECT_CONTAINS(refusal(bar("m = 1", "\"= m*t\"")), "a formula of the time may stand in a driver's law");
}

TEST(Parameters, ALongChainIsRefused) {
  std::string parameters = "a0 = 1\n";
  for (int i = 1; i < 300; ++i)
    parameters +=
        "a" + std::to_string(1000 - i) + " = \"= a" + (i == 1 ? "0" : std::to_string(1001 - i)) + "\"\n";
  EXPECT_CONTAINS(refusal(bar(parameters, "1")), "depend on each other in a chain");
}

TEST(Parameters, AnUnusedOneIsSaid) {
  Diagnostics messages;
  read(bar("m = 1\nn = 2", "\"= m\""), {}, &messages);
  ASSERT_EQ(messages.all().size(), 1u);
  EXPECT_EQ(to_string(messages.all()[0]), "f:4:1: warning: parameters.n: no formula uses this parameter");
}

TEST(Wildcards, SetWhatIsThereAndSayWhat) {
  const std::string text =
      bar("m = 1", "\"= m\"") +
      "[[force]]\nname = \"a1\"\ntype = \"torque\"\nbody = \"bar\"\ntorque = 1\n"
      "[[force]]\nname = \"a2\"\ntype = \"torque\"\nbody = \"bar\"\ntorque = 2\n"
      "[[force]]\nname = \"b\"\ntype = \"point_force\"\nbody = \"bar\"\nforce = [0, 1]\n";
  const auto torque = [](const Model& model, std::size_t i) {
    return std::get<double>(model.forces[i].values.at("torque").data);
  };
  Diagnostics messages;
  const Model all = read(text, {{"force.*.torque", "5"}}, &messages);
  EXPECT_EQ(torque(all, 0), 5);
  EXPECT_EQ(torque(all, 1), 5);
  EXPECT_EQ(all.forces[2].values.count("torque"), 0u);
  ASSERT_EQ(messages.all().size(), 1u);
  EXPECT_EQ(to_string(messages.all()[0]), "--set: note: force.*.torque: matches \"a1\" and \"a2\"");
  const Model one = read(text, {{"force.*2.torque", "5"}});
  EXPECT_EQ(torque(one, 0), 1);
  EXPECT_EQ(torque(one, 1), 5);
  EXPECT_EQ(read(text, {{"force.a*", "none"}}).forces.size(), 1u);
  EXPECT_EQ(
      refusal(text, {{"force.*.clearance", "1"}}),
      "--set: error: force.*.clearance: no force matches \"*\" and has \"clearance\"\n    named: \"a1\", "
      "\"a2\" and \"b\"");
}

}  // namespace
}  // namespace freeplay
