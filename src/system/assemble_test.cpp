// SPDX-License-Identifier: Apache-2.0
// Models built in code: what the file reader would refuse, assembly refuses too, all at once and by key.
#include "freeplay/assemble.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace freeplay {
namespace {

Model one_body() {
  Model model;
  Body body;
  body.name = "slider";
  body.mass = 2;
  body.inertia = 0.5;
  model.bodies.push_back(body);
  model.gravity = {0, -10};
  return model;
}

Joint guide() {
  Joint joint;
  joint.name = "guide";
  joint.type = "prismatic";
  joint.bodies = {"ground", "slider"};
  joint.values["axis"].data = Point{1, 0};
  return joint;
}

void add_play(Joint& joint) {
  joint.values["clearance"].data = 1e-3;
  joint.values["length"].data = 0.1;
  joint.values["width"].data = 0.05;
}

std::vector<std::string> wrong_keys(const Model& model) {
  std::vector<std::string> keys;
  try {
    assemble(model);
  } catch (const ModelError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) keys.push_back(diagnostic.key);
  }
  return keys;
}

TEST(Assemble, TheMistakeOfAJointDoesNotHideThatOfAnother) {
  Model model = one_body();
  for (const char* name : {"first", "second"}) {
    Joint joint = guide();
    joint.name = name;
    joint.values["axis"].data = Point{0, 0};
    model.joints.push_back(joint);
  }
  EXPECT_EQ(wrong_keys(model), (std::vector<std::string>{"joint.first.axis", "joint.second.axis"}));
  for (Joint& joint : model.joints) joint.bodies[1] = "slder";
  EXPECT_EQ(wrong_keys(model), (std::vector<std::string>{"joint.first.bodies", "joint.second.bodies"}));
  for (Joint& joint : model.joints) {
    joint = guide();
    add_play(joint);  // and no impact law
  }
  model.joints[1].name = "second";
  EXPECT_EQ(wrong_keys(model), (std::vector<std::string>{"joint.guide", "joint.second"}));
}

TEST(Assemble, TheMistakeOfAJointInSpaceDoesNotHideThatOfAnother) {
  Model model = one_body();
  model.dimension = 3;
  model.bodies[0].space.inertia = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (const char* name : {"first", "second"}) {
    Joint joint;
    joint.name = name;
    joint.type = "revolute";
    joint.bodies = {"ground", "slider"};
    joint.values["points"].data = std::vector<Point3>{{0, 0, 0}, {0, 0, 0}};
    joint.values["axis"].data = Point3{0, 0, 0};
    model.joints.push_back(joint);
  }
  EXPECT_EQ(wrong_keys(model), (std::vector<std::string>{"joint.first.axis", "joint.second.axis"}));
  model.bodies[0].mass = 0;
  EXPECT_EQ(wrong_keys(model).size(), 3u);
}

TEST(Assemble, AWrongIdealTwinIsReported) {
  // the joint with play is right, and as an ideal one, which the start takes it for, it is not
  Model model = one_body();
  model.contact.impact = Choice{"newton", {}, {}};
  model.contact.impact->values["restitution"].data = 0.5;
  Joint joint;
  joint.name = "bar";
  joint.type = "distance";
  joint.bodies = {"ground", "slider"};
  joint.values["points"].data = std::vector<Point>{{0, 0}, {0, 0}};
  model.joints.push_back(guide());
  add_play(model.joints.back());
  model.joints.push_back(joint);
  model.run.initial = "ideal";
  EXPECT_EQ(wrong_keys(model), (std::vector<std::string>{"joint.bar"}));
}

TEST(Assemble, ReportsEverythingAtOnce) {
  Model model = one_body();
  model.bodies[0].mass = 0;
  model.bodies.push_back(model.bodies[0]);
  model.bodies[1].inertia = -1;
  Joint joint = guide();
  joint.bodies[1] = "slder";
  model.joints.push_back(joint);
  model.forces.push_back({"push", "point_forc", {"slider"}, {}, {}});
  model.drivers.push_back({"motor", "nowhere", {"constant_speed", {}, {}}, {}});
  const std::vector<std::string> keys = wrong_keys(model);
  for (const char* key : {"body.slider.mass", "body.slider.inertia", "body.slider", "joint.guide.bodies",
                          "force.push.type", "driver.motor.joint"}) {
    EXPECT_EQ(std::count(keys.begin(), keys.end(), key), key == std::string("body.slider.mass") ? 2 : 1)
        << key;
  }
}

TEST(Assemble, DirectionOfZeroLength) {
  Model model = one_body();
  model.joints.push_back(guide());
  model.joints[0].values["axis"].data = Point{0, 0};
  EXPECT_EQ(wrong_keys(model), std::vector<std::string>{"joint.guide.axis"});
  model.joints[0].values["axis"].data = Point{1, 0};
  model.joints[0].values["slider_axis"].data = Point{0, 0};
  EXPECT_EQ(wrong_keys(model), std::vector<std::string>{"joint.guide.slider_axis"});
}

TEST(Assemble, RodOfZeroLength) {
  Model model = one_body();
  Joint rod;
  rod.name = "rod";
  rod.type = "distance";
  rod.bodies = {"ground", "slider"};
  rod.values["points"].data = std::vector<Point>{{0.1, 0}, {0.1, 0}};
  model.joints.push_back(rod);
  EXPECT_EQ(wrong_keys(model), std::vector<std::string>{"joint.rod"});
  // with a length it could be, but not from a drawing that shows no direction
  model.joints[0].values["length"].data = 0.2;
  const std::string said = testing::refusal_of([&] { assemble(model); });
  EXPECT_CONTAINS(said, "'rod' has no direction to move in");
  model.bodies[0].position = {0.01, 0.02};
  const Assembly assembly = assemble(model);
  EXPECT_EQ(assembly.initial.degrees_of_freedom, 2);
  const State state = assembly.system->initial_state();
  const double c = std::cos(state.q()[2]), s = std::sin(state.q()[2]);
  EXPECT_NEAR(std::hypot(state.q()[0] + 0.1 * c - 0.1, state.q()[1] + 0.1 * s), 0.2, 1e-13);
}

TEST(Assemble, PlayNeedsAnImpactLawAndTakesTheJointsOwn) {
  Model model = one_body();
  model.joints.push_back(guide());
  add_play(model.joints[0]);
  EXPECT_EQ(wrong_keys(model), std::vector<std::string>{"joint.guide"});
  model.contact.impact = Choice{"newton", {{"restitution", {0.4, {}}}}, {}};
  model.contact.friction = Choice{"coulomb", {{"mu", {0.3, {}}}}, {}};
  ContactSettings own;
  own.friction = Choice{"coulomb", {{"mu", {0.1, {}}}}, {}};
  model.joints[0].contact = own;
  const Assembly assembly = assemble(model);
  ASSERT_EQ(assembly.system->info().contacts.size(), 4u);
  for (const ContactInfo& contact : assembly.system->info().contacts) {
    EXPECT_EQ(contact.restitutionN, 0.4);  // the model's
    EXPECT_EQ(contact.mu, 0.1);            // the joint's
    EXPECT_EQ(contact.length, 1e-3);
  }
  EXPECT_EQ(assembly.system->info().contacts[3].name, "guide.lower_front");
}

TEST(Assemble, WeldCannotHavePlay) {
  Model model = one_body();
  Joint weld;
  weld.name = "weld";
  weld.type = "weld";
  weld.bodies = {"ground", "slider"};
  weld.values["clearance"].data = 1e-3;
  model.joints.push_back(weld);
  EXPECT_EQ(wrong_keys(model), std::vector<std::string>{"joint.weld.clearance"});
}

TEST(Assemble, DrivenJointMustBeMovable) {
  Model model = one_body();
  Joint weld;
  weld.name = "weld";
  weld.type = "weld";
  weld.bodies = {"ground", "slider"};
  model.joints.push_back(weld);
  model.drivers.push_back({"motor", "weld", {"constant_speed", {{"speed", {1.0, {}}}}, {}}, {}});
  EXPECT_EQ(wrong_keys(model), std::vector<std::string>{"driver.motor.joint"});
}

// Energies of one body: ½ m v² + ½ J ω², −m g·r, ½ k (l − l₀)² + F₀ l.
TEST(Assemble, EnergiesInClosedForm) {
  Model model = one_body();
  model.forces.push_back({"spring",
                          "spring_damper",
                          {"ground", "slider"},
                          {{"points", {std::vector<Point>{{0, 0}, {0, 0}}, {}}},
                           {"stiffness", {100.0, {}}},
                           {"free_length", {0.1, {}}},
                           {"preload", {3.0, {}}}},
                          {}});
  const Assembly assembly = assemble(model);
  const System& system = *assembly.system;
  Evaluation ev(system.info());
  const std::vector<double> q = {0.3, 0.4, 1.0}, u = {1, 2, 3};
  system.place(0, q, ev);
  system.mass(q, ev);
  const Energies energies = system.energies(0, q, u, ev);
  EXPECT_NEAR(energies.kinetic, 0.5 * 2 * 5 + 0.5 * 0.5 * 9, 1e-14);
  EXPECT_NEAR(energies.gravity, 2 * 10 * 0.4, 1e-14);
  EXPECT_NEAR(energies.elastic, 0.5 * 100 * 0.16 + 3 * 0.5, 1e-14);
  system.forces(0, q, u, ev);
  const double pull = 100 * 0.4 + 3;
  EXPECT_NEAR(ev.h[0], -0.6 * pull, 1e-13);
  EXPECT_NEAR(ev.h[1], -0.8 * pull - 20, 1e-13);
}

}  // namespace
}  // namespace freeplay
