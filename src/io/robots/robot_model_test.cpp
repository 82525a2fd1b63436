// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/files.h"
#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "io/robots/robot.h"
#include "system/freedom.h"
#include "tests/kit/places.h"

namespace freeplay {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

#ifdef FREEPLAY_URDF

constexpr double kQuarter = 1.5707963267948966;

std::string link(const std::string& name, const std::string& within = "<mass value=\"2\"/>") {
  return "<link name=\"" + name + "\"><inertial>" + within +
         "<inertia ixx=\"0.01\" ixy=\"0\" ixz=\"0\" iyy=\"0.02\" iyz=\"0\" "
         "izz=\"0.015\"/></inertial></link>\n";
}
std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child,
                  const std::string& within = "<axis xyz=\"0 1 0\"/><limit effort=\"1\" velocity=\"1\"/>") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/>" + within + "</joint>\n";
}
std::string robot(const std::string& within) { return "<robot name=\"r\">\n" + within + "</robot>\n"; }

std::string arm() {
  std::string text;
  EXPECT_EQ(read_plain_file(source_folder() + "/examples/six_axis_arm/arm.urdf", 1 << 20, text), "");
  return text;
}

/// The model of a text that must be right.
Model model_of(const std::string& text, const RobotOptions& options = {}) {
  Diagnostics problems;
  const std::string file = source_folder() + "/examples/six_axis_arm/arm.urdf";
  const Robot read = read_urdf(text, file, problems);
  problems.throw_if_errors();
  const std::string model = robot_model(read, options, problems);
  problems.throw_if_errors();
  return read_model_text(model, file);
}

/// What is said about a text that is wrong.
std::string refusal(const std::string& text, const RobotOptions& options = {}) {
  try {
    model_of(text, options);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "nothing";
}

const Body& body(const Model& model, const std::string& name) {
  for (const Body& each : model.bodies) {
    if (each.name == name) return each;
  }
  throw std::runtime_error("no body " + name);
}

// At zero the flange of the arm stands at (a2 + a3, d4 + d6, d1 − d5) of its published Denavit–Hartenberg lengths.
TEST(RobotModel, TheFlangeStandsWhereTheLengthsSay) {
  const Model model = model_of(arm());
  const SpatialBody& wrist = body(model, "wrist_3").space;
  const Eigen::Quaterniond turn(wrist.orientation[0], wrist.orientation[1], wrist.orientation[2],
                                wrist.orientation[3]);
  const Vector3d at =
      Vector3d(wrist.position[0], wrist.position[1], wrist.position[2]) + turn * Vector3d(0, 0.0823, 0);
  EXPECT_NEAR(at[0], 0.425 + 0.39225, 1e-11);
  EXPECT_NEAR(at[1], 0.10915 + 0.0823, 1e-11);
  EXPECT_NEAR(at[2], 0.089159 - 0.09465, 1e-11);
}

TEST(RobotModel, SixAxesAreSixFreedomsAndWithPlayNone) {
  const Assembly ideal = assemble(model_of(arm()));
  EXPECT_EQ(count_freedoms(*ideal.system, ideal.system->initial_state()).left(), 6);
  RobotOptions loose;
  loose.clearance = 20e-6;
  loose.radius = 0.03;
  loose.length = 0.04;
  loose.positions = {{"elbow", 1.2}, {"shoulder_lift", -1}};
  const Model model = model_of(arm(), loose);
  EXPECT_EQ(assemble(model).system->info().joints.size(), 6U);
  for (const Joint& each : model.joints) EXPECT_TRUE(each.play.has_value()) << each.name;
}

// Two bricks side by side, fixed to each other, against Steiner's theorem by hand.
TEST(RobotModel, FixedLinksAreOneBody) {
  const Model model = model_of(
      robot("<link name=\"base\"/>" + link("a") + link("b") + joint("pin", "continuous", "base", "a") +
            joint("bolt", "fixed", "a", "b", "<origin xyz=\"0.3 0 0\" rpy=\"0 0 1.5707963267948966\"/>")));
  ASSERT_EQ(model.bodies.size(), 1U);
  const Body& both = model.bodies[0];
  EXPECT_EQ(both.mass, 4);
  EXPECT_NEAR(both.space.centre[0], 0.15, 1e-12);
  // b is turned about z by a right angle: its moments about x and y change places.
  const double steiner = 4 * 0.15 * 0.15;
  EXPECT_NEAR(both.space.inertia[0], 0.01 + 0.02, 1e-12);
  EXPECT_NEAR(both.space.inertia[4], 0.02 + 0.01 + steiner, 1e-12);
  EXPECT_NEAR(both.space.inertia[8], 0.015 + 0.015 + steiner, 1e-12);
}

TEST(RobotModel, PositionsTurnWhatHangsOnTheJoint) {
  RobotOptions options;
  options.positions = {{"pin", kQuarter}};
  const std::string text =
      robot("<link name=\"base\"/>" + link("a") + link("b") + joint("pin", "continuous", "base", "a") +
            joint("rail", "prismatic", "a", "b",
                  "<origin xyz=\"0.3 0 0\"/><axis xyz=\"1 0 0\"/>"
                  "<limit lower=\"0\" upper=\"1\" effort=\"1\" velocity=\"1\"/>"));
  const Model model = model_of(text, options);
  EXPECT_NEAR(body(model, "b").space.position[2], -0.3, 1e-11);  // x turned about y by a right angle
}

TEST(RobotModel, SaysWhatIsWrong) {
  EXPECT_NE(refusal("a robot").find("URDF is XML"), std::string::npos) << refusal("a robot");
  EXPECT_NE(refusal(robot("")).find("No link elements"), std::string::npos) << refusal(robot(""));
  const std::string no_mass =
      refusal(robot("<link name=\"base\"/><link name=\"a\"/>\n" + joint("pin", "continuous", "base", "a")));
  EXPECT_NE(no_mass.find("arm.urdf:2:20: error: link.a: the link moves but has no mass"), std::string::npos)
      << no_mass;
  const std::string axis = refusal(robot("<link name=\"base\"/>" + link("a") +
                                         joint("pin", "continuous", "base", "a", "<axis xyz=\"0 0 0\"/>")));
  EXPECT_NE(axis.find(":3:1: error: joint.pin.axis: the axis has no direction"), std::string::npos) << axis;
  RobotOptions options;
  options.clearance = 1e-5;
  EXPECT_NE(refusal(arm(), options).find("play needs the size of the bearings"), std::string::npos);
  options = {};
  options.positions = {{"elbwo", 1}};
  EXPECT_NE(refusal(arm(), options).find("did you mean 'elbow'?"), std::string::npos);
}

// The parser descends by recursion: what would exhaust the stack is refused before.
TEST(RobotModel, LoopsAreRefusedWhereTheyClose) {
  const std::string base = "<link name=\"base\"/>" + link("a") + link("b"),
                    there = joint("there", "continuous", "a", "b"),
                    back = joint("back", "continuous", "b", "a");
  // On the root, where following it would have no end: the link that closes it hangs on two joints.
  const std::string closed = refusal(robot(base + joint("pin", "continuous", "base", "a") + there + back));
  EXPECT_NE(closed.find("arm.urdf:4:"), std::string::npos) << closed;
  EXPECT_NE(closed.find("joint.pin: joint 'back' carries the link 'a' already"), std::string::npos) << closed;
  // Beside it, where it would be lost.
  const std::string beside =
      refusal(robot(base + there + back + link("c") + joint("pin", "continuous", "base", "c")));
  for (const char* name : {"link.a", "link.b"})
    EXPECT_NE(beside.find(std::string(name) + ": it does not hang on the root 'base'"), std::string::npos)
        << beside;
}

TEST(RobotModel, DeepElementsAreRefused) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_NE(refusal(robot(deep)).find("more than 64 deep"), std::string::npos);
}

TEST(RobotModel, NumbersThatAreNoneAreRefused) {
  EXPECT_NE(refusal(robot("<link name=\"base\"/>" + link("a", "<mass value=\"two\"/>") +
                          joint("pin", "continuous", "base", "a"))),
            "nothing");
  EXPECT_NE(refusal(robot("<link name=\"base\"/>" + link("a", "<mass value=\"nan\"/>") +
                          joint("pin", "continuous", "base", "a"))),
            "nothing");
  EXPECT_NE(refusal(robot("<link name=\"base\"/>" + link("a", "<mass value=\"-2\"/>") +
                          joint("pin", "continuous", "base", "a"))),
            "nothing");
}

#endif

}  // namespace
}  // namespace freeplay
