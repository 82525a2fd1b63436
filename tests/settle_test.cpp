// SPDX-License-Identifier: Apache-2.0
// run.settle against hand computations: where journals stand that carry a weight, a centrifugal force, a spring.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "freeplay/assemble.h"
#include "freeplay/results.h"
#include "tests/kit/command_line.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

using testing::Ran;

constexpr double kG = 9.81, kMass = 2, kClearance = 1e-4;
constexpr double kStiffness = 1e9, kExponent = 1.5;  // F = K δⁿ [N/m^1.5]

const std::string kCompliant = fmt::format(
    "[contact]\nworld = \"compliant\"\nforce = {{ law = \"hunt_crossley\", stiffness = {}, exponent = {}, "
    "restitution = 0.3 }}\n[method]\nstepper = {{ name = \"runge_kutta\", accuracy = 1e-8 }}\n",
    kStiffness, kExponent);
const std::string kRigid =
    "[contact]\nimpact = { law = \"newton\", restitution = 0.3 }\n[method]\nstepper = { name = "
    "\"symmetric\", step = \"0.1 ms\" }\n";

double depth(double force) { return std::pow(force / kStiffness, 1 / kExponent); }

/// A rod that hangs straight down from a loose pin, with that end of the run.
std::string hanging(const std::string& world, const std::string& run = "end = 0.2\nsettle = true\n") {
  return fmt::format(
      "freeplay = 1\ngravity = [0, -{}]\n[[body]]\nname = \"rod\"\nmass = {}\ninertia = 0.03\nposition = [0, "
      "-0.2]\n[[joint]]\nname = \"pin\"\ntype = \"revolute\"\nbodies = [\"ground\", \"rod\"]\npoints = [[0, "
      "0], [0, 0.2]]\nclearance = {}\nradius = 0.01\n{}[run]\n{}",
      kG, kMass, kClearance, world, run);
}

TEST(Settle, CompliantJournalCarriesTheWeightFromTheStart) {
  const Ran ran = testing::run(hanging(kCompliant));
  const std::vector<double> y = ran.values("/joint/pin/orbit_y");
  const double weight = kMass * kG, low = -(kClearance + depth(weight));
  EXPECT_NEAR(y.front(), low, 1e-10 * kClearance);
  for (const double at : y) EXPECT_NEAR(at, low, 1e-7 * kClearance);
  const std::vector<double> F = ran.values("/contact/pin.journal/normal");
  EXPECT_NEAR(*std::max_element(F.begin(), F.end()), weight, 1e-6 * weight);
  EXPECT_NE(ran.assembly.initial.settled.find("pin.journal by 19.62 N"), std::string::npos)
      << ran.assembly.initial.settled;
}

TEST(Settle, RigidJournalTouchesFromTheStart) {
  const Ran ran = testing::run(hanging(kRigid));
  const std::vector<double> y = ran.values("/joint/pin/orbit_y");
  for (const double at : y) EXPECT_NEAR(at, -kClearance, 1e-8 * kClearance);
  EXPECT_EQ(ran.summary.impacts_listed, 0);
  // without it the rod falls through the play and hits: √(2 g c)
  const Ran centred = testing::run(hanging(kRigid, "end = 0.2\n"));
  EXPECT_GT(centred.summary.impacts_listed, 0);
}

/// A bob on the arm of a crank that turns: it is pressed outward.
std::string whirling(const std::string& world, const std::string& run = "settle = true\n") {
  return "freeplay = 1\n[[body]]\nname = \"crank\"\nmass = 1\ninertia = 0.01\nangle = 0.3\n[[body]]\nname = "
         "\"bob\"\nmass = 0.5\ninertia = 1e-3\nangle = 0.3\n[[joint]]\nname = \"shaft\"\ntype = "
         "\"revolute\"\nbodies = [\"ground\", \"crank\"]\npoints = [[0, 0], [0, 0]]\n[[joint]]\nname = "
         "\"pin\"\ntype = \"revolute\"\nbodies = [\"crank\", \"bob\"]\npoints = [[0.1, 0], [0, "
         "0]]\nclearance "
         "= 1e-4\nradius = 0.01\n[[driver]]\nname = \"motor\"\njoint = \"shaft\"\nmotion = { law = "
         "\"constant_speed\", speed = 50 }\n" +
         world + "[run]\nend = 0.1\n" + run;
}

TEST(Settle, CentrifugalForcePressesOutwardAndTheCrankStaysWhereItIs) {
  const double force = 0.5 * 50 * 50 * 0.1;  // m ω² r of the machine without play
  const Assembly assembly = assemble(read_model_text(whirling(kCompliant), "whirling"));
  const State start = assembly.system->initial_state();
  EXPECT_NEAR(start.q()[2], 0.3, 1e-12);
  EXPECT_NEAR(start.u()[2], 50, 1e-9);
  const double e = kClearance + depth(force);
  EXPECT_NEAR(start.q()[3], (0.1 + e) * std::cos(0.3), 1e-10 * kClearance + 1e-13);
  EXPECT_NEAR(start.q()[4], (0.1 + e) * std::sin(0.3), 1e-10 * kClearance + 1e-13);
  // neither parts nor approaches: the velocity along the radius is that of the crank, none
  EXPECT_NEAR(start.u()[3] * std::cos(0.3) + start.u()[4] * std::sin(0.3), 0, 1e-12);
}

TEST(Settle, AMachineInMotionStartsWithoutASlam) {
  const double force = 0.5 * 50 * 50 * 0.1;
  const auto peak = [](const Ran& ran) {
    const std::vector<double> F = ran.values("/contact/pin.journal/normal");
    return *std::max_element(F.begin(), F.end());
  };
  // the bob swings out a little further than the frozen load has pressed it, by e/r
  EXPECT_NEAR(peak(testing::run(whirling(kCompliant))), force, 0.02 * force);
  EXPECT_GT(peak(testing::run(whirling(kCompliant, "initial = \"ideal\"\n"))), 1.5 * force);
  EXPECT_EQ(testing::run(whirling(kRigid)).summary.impacts_listed, 0);
}

TEST(Settle, BallInSpaceHangsInItsSocket) {
  const std::string text = fmt::format(
      "freeplay = 1\ndimension = 3\ngravity = [0, 0, -{}]\n[[body]]\nname = \"bob\"\nmass = {}\ninertia = "
      "[0.01, 0.01, 0.01]\nposition = [0, 0, -0.3]\n[[joint]]\nname = \"ball\"\ntype = "
      "\"spherical\"\nbodies = [\"ground\", \"bob\"]\npoints = [[0, 0, 0], [0, 0, 0.3]]\nbearing = {{ radius "
      "= 0.01 }}\nclearance = "
      "{}\n{}[run]\nend = 0.05\nsettle = true\n",
      kG, kMass, kClearance, kCompliant);
  const Assembly assembly = assemble(read_model_text(text, "ball"));
  const State start = assembly.system->initial_state();
  EXPECT_NEAR(start.q()[2], -0.3 - kClearance - depth(kMass * kG), 1e-9 * kClearance);
}

/// A weight hangs on a spring in a carriage that drops by its play: the spring keeps its length, and the weight comes along.
TEST(Settle, PartsThatHangOnWhatGivesWayComeAlong) {
  const std::string text = fmt::format(
      "freeplay = 1\ngravity = [0, -{0}]\n[[body]]\nname = \"carriage\"\nmass = 5\ninertia = "
      "0.1\n[[body]]\nname "
      "= \"weight\"\nmass = {1}\ninertia = 0.01\n[[joint]]\nname = \"rail\"\ntype = \"prismatic\"\nbodies = "
      "[\"ground\", \"carriage\"]\naxis = [1, 0]\nlength = 0.1\nwidth = 0.05\nclearance = "
      "{2}\n[[joint]]\nname "
      "= \"hoist\"\ntype = \"prismatic\"\nbodies = [\"carriage\", \"weight\"]\naxis = [0, "
      "1]\n[[force]]\nname = "
      "\"spring\"\ntype = \"spring_damper\"\nbodies = [\"carriage\", \"weight\"]\npoints = [[0, 0.3], [0, "
      "0]]\nstiffness = 1e5\npreload = {3}\n{4}[run]\nend = 0.05\nsettle = true\n",
      kG, kMass, kClearance, kMass * kG, kRigid);
  const Ran ran = testing::run(text);
  EXPECT_NEAR(ran.values("/body/carriage/position")[1], -kClearance, 1e-8 * kClearance);
  EXPECT_NEAR(ran.values("/body/weight/position")[1], -kClearance, 1e-5 * kClearance);
  EXPECT_NEAR(ran.last("/body/weight/position", 1), -kClearance, 1e-5 * kClearance);
}

TEST(Settle, ChangedNumbersSettleAsTheChangedFileWould) {
  Assembly assembly = assemble(read_model_text(whirling(kCompliant), "whirling"));
  Numbers& numbers = *assembly.numbers;
  const int clearance = numbers.find("joint.pin.clearance");
  ASSERT_GE(clearance, 0);
  numbers.set(clearance, 2e-4);
  numbers.reset();
  const Assembly fresh =
      assemble(read_model_text(whirling(kCompliant), "whirling", {{"joint.pin.clearance", "2e-4"}}));
  const State a = assembly.system->initial_state(), b = fresh.system->initial_state();
  EXPECT_TRUE(std::equal(a.block().begin(), a.block().end(), b.block().begin(), b.block().end()));
}

TEST(Settle, SaysWhatItCannotDo) {
  const std::string round =
      "[[shape]]\nbody = \"rod\"\ntype = \"circle\"\nradius = 0.01\n[[shape]]\nbody = \"ground\"\ntype = "
      "\"half_plane\"\npoint = [0, -1]\nnormal = [0, 1]\n";
  const auto expect = [](const std::string& text, const char* words) {
    const std::string wrong = testing::wrong_with_model(text);
    EXPECT_NE(wrong.find("run.settle"), std::string::npos) << wrong;
    EXPECT_NE(wrong.find(words), std::string::npos) << wrong;
  };
  expect(hanging(round + kRigid), "joints with play only");
  expect(hanging(kCompliant, "end = 1\nsettle = true\ninitial = \"as_given\"\n"), "as_given");
  expect(
      hanging("[contact]\nworld = \"compliant\"\nforce = { law = \"jkr\", young = \"1 MPa\", poisson = 0.4, "
              "radius = \"5 mm\", work_of_adhesion = \"0.1 J/m^2\" }\n"),
      "adhere (jkr)");
}

TEST(Settle, AStartInTheMiddleOfThePlayIsNoted) {
  const auto notes = [](const std::string& text) {
    Diagnostics messages;
    assemble(read_model_text(text, "notes"), &messages);
    std::string all;
    for (const Diagnostic& message : messages.all()) all += to_string(message) + "\n";
    return all;
  };
  EXPECT_NE(notes(hanging(kRigid, "end = 1\n")).find("'pin' starts in the middle of the play"),
            std::string::npos);
  EXPECT_EQ(notes(hanging(kRigid)).find("middle of the play"), std::string::npos);
}

class SettleCommand : public testing::CommandLine {};

TEST_F(SettleCommand, SaysWhatItDidAndGoesOnWithResume) {
  write("m.toml", whirling(kRigid));
  const testing::Called whole = call("run m.toml -o whole.h5 --no-report");
  ASSERT_EQ(whole.code, 0) << whole.err;
  EXPECT_NE(whole.out.find("settled in the play: pressed at the start are pin.journal by 125 N"),
            std::string::npos)
      << whole.out;
  ASSERT_EQ(call("run m.toml -o part.h5 --no-report --set run.end=0.05").code, 0);
  const testing::Called rest = call("run --resume part.h5 --no-report --set run.end=0.1");
  ASSERT_EQ(rest.code, 0) << rest.err;
  const RecordFile a = read_record((folder_ / "whole.h5").string()),
                   b = read_record((folder_ / "part.h5").string());
  EXPECT_EQ(a.channels, b.channels);
}

}  // namespace
}  // namespace freeplay
