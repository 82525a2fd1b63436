// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "freeplay/check.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

Model pendulum() {
  Model model;
  model.name = "pendulum in code";
  model.gravity = {0, -9.81};
  Body rod;
  rod.name = "rod";
  rod.mass = 2;
  rod.inertia = 0.1;
  rod.position = {0.5, 0};
  model.bodies.push_back(rod);
  Joint pin;
  pin.name = "pin";
  pin.type = "revolute";
  pin.bodies = {"ground", "rod"};
  pin.values["points"] = {std::vector<Point>{{0, 0}, {-0.5, 0}}, {}};
  model.joints.push_back(pin);
  model.run.end = 0.1;
  return model;
}

std::string said(const Model& model) {
  try {
    check(model);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckModel, TakesWhatIsRight) {
  const Model model = check(pendulum());
  EXPECT_EQ(model.bodies.at(0).position, (Point{0.5, 0}));
  EXPECT_FALSE(model.bodies[0].position_given);  // as the caller said
  EXPECT_EQ(model.method.stepper.name, "symmetric");
}

TEST(CheckModel, ReadsUnitsOfTexts) {
  Model model = pendulum();
  model.contact.impact = Choice{"newton", {{"restitution", {0.5, {}}}}, {}};
  model.joints[0].values["clearance"] = {std::string("0.2 mm"), {}};
  model.joints[0].values["radius"] = {std::string("1 cm"), {}};
  const Model checked = check(model);
  EXPECT_EQ(std::get<double>(checked.joints[0].values.at("clearance").data), 0.2e-3);
  model.joints[0].values["clearance"] = {std::string("0.2 kg"), {}};
  EXPECT_CONTAINS(said(model), "joint.pin.clearance");
}

TEST(CheckModel, ReportsEverythingAtOnce) {
  Model model = pendulum();
  model.bodies[0].mass = -1;
  model.bodies[0].position[0] = std::numeric_limits<double>::quiet_NaN();
  model.joints[0].values["lenght"] = {1.0, {}};
  model.joints[0].values["points"] = {true, {}};
  model.method.stepper.name = "symetric";
  const std::string text = said(model);
  for (const char* key : {"body.rod.mass", "body.rod.position", "joint.pin.lenght", "joint.pin.points",
                          "did you mean \"symmetric\"?"}) {
    EXPECT_CONTAINS(text, key) << key;
  }
  EXPECT_LACKS(text, ":1:") << "no line of a text that nobody wrote";
}

}  // namespace
}  // namespace freeplay
