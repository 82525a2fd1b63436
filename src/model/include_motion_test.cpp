// SPDX-License-Identifier: Apache-2.0
// Tables, actuators and formulas of what moves in included files: names are those of the file.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "freeplay/model.h"
#include "tests/kit/files.h"
#include "tests/kit/refusal.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

constexpr const char* kArm = R"(freeplay = 1
[parameters]
c = "0.1 N*m*s"

[[body]]
name = "arm"
mass = 1
inertia = 0.01
position = [0.1, 0]
angle = 0

[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0, 0], [-0.1, 0]]

[[table]]
name = "push"
units = ["s", "N*m"]
x = [0, 0.1]
y = [0, 2]

[[actuator]]
name = "motor"
type = "torque"
joint = "pin"
torque = "= push(t) - c*pin.rate"

[[force]]
name = "drag"
type = "torque"
body = "arm"
torque = "= -0.01 [N*m*s]*arm.omega"
)";

const std::string kTail = "[run]\nend = \"0.1 s\"\nstop_when = \"= left_arm.omega > 5\"\n";

const std::vector<std::string>& texts(const Values& values, const char* key) {
  return std::get<Texts>(values.at(key).data).all();
}

class IncludedMotion : public ::testing::Test {
 protected:
  Model read(const std::string& include, const std::string& part = kArm,
             const std::string& tail = kTail) const {
    std::ofstream(folder / "arm.toml") << part;
    return read_model_text("freeplay = 1\n[[include]]\nfile = \"arm.toml\"\n" + include + tail,
                           folder / "model.toml");
  }
  std::string refusal(const std::string& include, const std::string& from = "", const std::string& to = "",
                      const std::string& tail = "[run]\nend = 1\n") const {
    std::string part = kArm;
    if (!from.empty()) part.replace(part.find(from), from.size(), to);
    return testing::refusal_of([&] { read(include, part, tail); });
  }

  testing::TempFolder folder;
};

TEST_F(IncludedMotion, NamesAreThoseOfTheFile) {
  const Model model = read("prefix = \"left_\"\n[[include]]\nfile = \"arm.toml\"\nprefix = \"right_\"\n");
  ASSERT_EQ(model.tables.size(), 2u);
  EXPECT_EQ(model.tables[0].name, "left_push");
  EXPECT_EQ(model.tables[1].name, "right_push");
  EXPECT_EQ(model.actuators[0].name, "left_motor");
  EXPECT_EQ(model.actuators[0].joint, "left_pin");
  EXPECT_EQ(texts(model.actuators[0].values, "torque")[0],
            "= left_push(t) - (0.1 [m^2 kg s^-1])*left_pin.rate");
  EXPECT_EQ(texts(model.actuators[1].values, "torque")[0],
            "= right_push(t) - (0.1 [m^2 kg s^-1])*right_pin.rate");
  EXPECT_EQ(texts(model.forces[1].values, "torque")[0], "= -0.01 [N*m*s]*right_arm.omega");
  EXPECT_EQ(model.run.stop_when, "= left_arm.omega > 5");
}

// A prefix of the file that includes a file comes first.
TEST_F(IncludedMotion, PrefixesAddUp) {
  std::ofstream(folder / "pair.toml") << "freeplay = 1\n[[include]]\nfile = \"arm.toml\"\nprefix = \"low_\"\n"
                                         "[[force]]\nname = \"more\"\ntype = \"torque\"\nbody = \"low_arm\"\n"
                                         "torque = \"= low_push(low_pin.rate*1 [s^2])\"\n";
  std::ofstream(folder / "arm.toml") << kArm;
  const Model model =
      read_model_text("freeplay = 1\n[[include]]\nfile = \"pair.toml\"\nprefix = \"left_\"\n[run]\nend = 1\n",
                      folder / "model.toml");
  EXPECT_EQ(texts(model.actuators[0].values, "torque")[0],
            "= left_low_push(t) - (0.1 [m^2 kg s^-1])*left_low_pin.rate");
  EXPECT_EQ(texts(model.forces[1].values, "torque")[0], "= left_low_push(left_low_pin.rate*1 [s^2])");
}

// A turned file moves as the file by itself: what its formulas name does not depend on the place.
TEST_F(IncludedMotion, ATurnedFileMovesAsByItself) {
  const std::string run = "[run]\nend = \"0.1 s\"\n";
  const testing::Ran own = testing::run(read("prefix = \"left_\"\n", kArm, run));
  const testing::Ran there =
      testing::run(read("prefix = \"left_\"\nposition = [1, 2]\nangle = \"90 deg\"\n", kArm, run));
  EXPECT_GT(own.last("/body/left_arm/angle"), 0.01);
  EXPECT_NEAR(there.last("/body/left_arm/angle"), own.last("/body/left_arm/angle") + M_PI / 2, 1e-9);
  EXPECT_NEAR(there.last("/actuator/left_motor/effort"), own.last("/actuator/left_motor/effort"), 1e-9);
}

TEST_F(IncludedMotion, EchoIsTheSameModel) {
  const std::string echo =
      write_model(read("prefix = \"left_\"\n[[include]]\nfile = \"arm.toml\"\nprefix = \"right_\"\n"));
  EXPECT_EQ(write_model(read_model_text(echo, "f")), echo);
}

TEST_F(IncludedMotion, RefusesWhatItCannotName) {
  EXPECT_CONTAINS(refusal("prefix = \"left \"\n"), "a table's name has letters, digits and _ only");
  const std::string from_table = kArm + std::string(kArm).find("[[table]]");
  const std::string blank =
      refusal("prefix = \"left \"\n", from_table,
              "[[force]]\nname = \"f\"\ntype = \"torque\"\nbody = \"arm\"\ntorque = \"= pin.rate\"\n");
  EXPECT_CONTAINS(blank,
                  "arm.toml:22:13: error: force.left f.torque: in the formula: the name of \"pin.rate\" "
                  "begins with the prefix \"left \" of the [[include]], which formulas cannot name");
  EXPECT_CONTAINS(blank, "a prefix of letters, digits and _ is needed");
  EXPECT_CONTAINS(blank, "included at");
  EXPECT_CONTAINS(refusal("prefix = \"left_\"\n", "push(t)", "left_push(t)"),
                  "there is no function \"left_push\"");
  EXPECT_CONTAINS(refusal("prefix = \"left_\"\n", "pin.rate", "left_pin.rate"),
                  "\"left_pin.rate\" names nothing that moves");
}

TEST_F(IncludedMotion, RefusesWhatMeansSomethingElseInItsPlace) {
  const std::string shifted = "position = [1, 0]\n", turned = "angle = 1\n";
  const std::string motor = "\"= push(t) - c*pin.rate\"", drag = "\"= -0.01 [N*m*s]*arm.omega\"";
  EXPECT_CONTAINS(
      refusal(turned, motor, "\"= pin.angle\""),
      "\"pin.angle\" cannot be named where its file is placed: it counts from the axes of the model");
  EXPECT_EQ(refusal(shifted, motor, "\"= pin.angle\""), "was accepted");
  EXPECT_CONTAINS(refusal(turned, drag, "\"= arm.angle\""), "it counts from the axes of the model");
  EXPECT_CONTAINS(refusal(shifted, drag, "\"= arm.x\""), "it counts from the origin of the model");
  EXPECT_CONTAINS(refusal(turned, drag, "\"= arm.vx\""), "it is along the axes of the model");
  EXPECT_EQ(refusal(shifted, drag, "\"= arm.vx*1 [N*s]\""), "was accepted");
  EXPECT_CONTAINS(
      refusal(turned, "type = \"torque\"\njoint = \"pin\"\ntorque = " + motor,
              "type = \"servo\"\njoint = \"pin\"\nset_point = 1\nstiffness = 1"),
      "actuator.motor: cannot act where its file is placed: its set-point would count from the turned axes");
  const std::string along = "type = \"torque\"\nbody = \"arm\"\ntorque = " + drag;
  const std::string push = "type = \"point_force\"\nbody = \"arm\"\nforce = [\"= 5*t\", 0]";
  EXPECT_CONTAINS(
      refusal(turned, along, push),
      "force.drag: cannot stand where its file is placed: its formulas would count along the turned axes");
  EXPECT_EQ(refusal(shifted, along, push), "was accepted");
  EXPECT_EQ(refusal(turned, along, push + "\nframe = \"body\""), "was accepted");
}

}  // namespace
}  // namespace freeplay
