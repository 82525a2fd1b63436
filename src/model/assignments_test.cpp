// SPDX-License-Identifier: Apache-2.0
#include "model/assignments.h"

#include <gtest/gtest.h>

#include <string>

#include "model/sample_model.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

Model with(const std::vector<Assignment>& assignments) {
  return read_model_text(kSampleModel, "sample.toml", assignments);
}

std::string refusal_of(const Assignment& assignment) {
  return testing::refusal_of([&] { with({assignment}); });
}

double number(const Values& values, const std::string& key) { return std::get<double>(values.at(key).data); }

TEST(Assignments, ReachEveryBlock) {
  const Model model = with({{"joint.guide.clearance", "0.2mm"},
                            {"run.end", "0.1"},
                            {"body.crank.mass", "0.05"},
                            {"body.Schieber ü.mass", ".5"},
                            {"body.crank.position", "[1, \"2 cm\"]"},
                            {"method.stepper.step", "1e-6"},
                            {"method.solver.tolerance", "1e-9"},
                            {"contact.friction.mu", "0.1"},
                            {"contact.impact.restitution", "0.5"},
                            {"joint.guide.contact.friction.mu", "0.3"},
                            {"driver.motor.motion.speed", "10 rad/s"},
                            {"run.record.every", "1e-3"},
                            {"method.joints.drift", "none"},
                            {"gravity", "[0, 0]"},
                            {"name", "other"}});
  EXPECT_EQ(number(model.joints[1].values, "clearance"), 0.0002);
  EXPECT_EQ(model.joints[1].values.at("clearance").where.file, "--set");
  EXPECT_EQ(model.run.end, 0.1);
  EXPECT_EQ(model.bodies[0].mass, 0.05);
  EXPECT_EQ(model.bodies[1].mass, 0.5);
  EXPECT_EQ(model.bodies[0].position, (Point{1, 0.02}));
  EXPECT_EQ(model.method.stepper.name, "moreau");
  EXPECT_EQ(number(model.method.stepper.values, "step"), 1e-6);
  EXPECT_EQ(model.method.solver.name, "lemke");
  EXPECT_EQ(number(model.method.solver.values, "tolerance"), 1e-9);
  EXPECT_EQ(number(model.contact.friction->values, "mu"), 0.1);
  EXPECT_EQ(number(model.contact.impact->values, "restitution"), 0.5);
  EXPECT_EQ(number(model.joints[1].contact->friction->values, "mu"), 0.3);
  EXPECT_EQ(number(model.drivers[0].motion.values, "speed"), 10);
  EXPECT_EQ(model.run.record.every, 1e-3);
  EXPECT_EQ(model.method.joint_drift, "none");
  EXPECT_EQ(model.gravity, (Point{0, 0}));
  EXPECT_EQ(model.name, "other");
}

TEST(Assignments, ChooseMethods) {
  EXPECT_EQ(with({{"method.stepper.name", "symmetric"}}).method.stepper.name, "symmetric");
  EXPECT_EQ(with({{"method.solver", "enumeration"}}).method.solver.name, "enumeration");
  const Model model = with({{"method.stepper", "{ name = \"symmetric\", step = 1e-3 }"}});
  EXPECT_EQ(number(model.method.stepper.values, "step"), 1e-3);
}

TEST(Assignments, NoneRemoves) {
  const Model model = with({{"joint.guide.contact", "none"}, {"joint.guide.clearance", "none"}});
  EXPECT_EQ(model.joints[1].values.count("clearance"), 0u);
  EXPECT_TRUE(with({{"driver.motor", "none"}}).drivers.empty());
  EXPECT_FALSE(with({{"run.limits", "none"}}).run.energy_error_max);
  // Taking away what is not there is no mistake, unless the key is unknown.
  EXPECT_NO_THROW(with({{"body.Schieber ü.angle", "none"}}));
  EXPECT_CONTAINS(refusal_of({"joint.guide.clearence", "none"}), "did you mean \"clearance\"?");
  // Later assignments see earlier ones.
  EXPECT_EQ(with({{"run.record", "none"}, {"run.record.every", "0.01"}}).run.record.debounce, 5);
}

TEST(Assignments, ReachNumbersOfLists) {
  const Model model = with({{"body.crank.position[0]", "12 mm"}, {"joint.shaft.points[1][0]", "-0.01"}});
  EXPECT_DOUBLE_EQ(model.bodies[0].position[0], 0.012);
  EXPECT_DOUBLE_EQ(std::get<std::vector<Point>>(model.joints[0].values.at("points").data)[1][0], -0.01);
}

TEST(Assignments, ReachShapesWithoutANameAndPairs) {
  const std::string text = R"(freeplay = 1
[[body]]
name = "ball"
mass = 1
inertia = 1
[[shape]]
body = "ball"
type = "circle"
radius = 0.1
[[shape]]
body = "ball"
type = "circle"
radius = 0.1
[[shape]]
body = "ground"
type = "half_plane"
normal = [0, 1]
[[pair]]
shapes = ["ball", "half_plane"]
contact = { friction = { law = "coulomb", mu = 0.1 } }
[contact]
impact = { law = "newton", restitution = 0.5 }
[run]
end = 1
)";
  const auto changed = [&](const char* path, const char* value) {
    return read_model_text(text, "f", {{path, value}});
  };
  EXPECT_EQ(number(changed("shape.ball_2.radius", "0.2").shapes[1].values, "radius"), 0.2);
  EXPECT_EQ(number(changed("pair[0].contact.friction.mu", "0.3").pairs[0].contact->friction->values, "mu"),
            0.3);
  EXPECT_TRUE(changed("pair[0]", "none").pairs.empty());
  EXPECT_EQ(changed("shape.ball_2", "none").shapes.size(), 2u);
  const auto refusal = [&](const char* path) { return testing::refusal_of([&] { changed(path, "1"); }); };
  EXPECT_CONTAINS(refusal("pair.contact.friction.mu"), "which pair? its place is missing");
  EXPECT_CONTAINS(refusal("pair[1].enabled"), "\"pair[1]\" is past the end: the model has 1");
  EXPECT_CONTAINS(refusal("shape[0].radius"), "which shape? its name is missing");
  EXPECT_CONTAINS(refusal("shape.bal.radius"), "did you mean \"ball\"?");
}

TEST(Assignments, MistakesNameThePath) {
  struct Row {
    Assignment assignment;
    const char* words;
  };
  const Row rows[] = {
      {{"joint.gide.clearance", "1mm"},
       "--set: error: joint.gide.clearance: unknown path; no joint is named \"gide\""},
      {{"joint.gide.clearance", "1mm"}, "did you mean \"guide\"?"},
      {{"joints.guide.clearance", "1mm"}, "did you mean \"joint\"?"},
      {{"joint.guide.clearence", "1mm"}, "--set: error: joint.guide.clearence: unknown key"},
      {{"joint.guide.clearance", "1 kg"}, "--set: error: joint.guide.clearance: \"1 kg\" is a mass"},
      {{"joint.guide.clearance", "nan"}, "not a number"},
      {{"joint.guide.clearance", "-1mm"}, "must be positive"},
      {{"body.crank.mass", "heavy"}, "does not begin with a number"},
      {{"body.crank.mass", ""}, "does not begin with a number"},
      {{"body.crank.mass.x", "1"}, "unknown path; \"mass\" is"},
      {{"body.crank.position.x", "1"}, "unknown path; \"position\" is a list"},
      {{"body.crank.position[2]", "1"}, "past the end: the list has 2"},
      {{"body.crank.mass[0]", "1"}, "is not given as a list"},
      {{"body.crank", "1"}, "is a block"},
      {{"body", "1"}, "which body?"},
      {{"run", "1"}, "is a block"},
      {{"", "1"}, "not a path"},
      {{"run..end", "1"}, "not a path"},
      {{"run.end", "1\nfoo = 2"}, "--set: error: run.end"},
      {{"method.stepper.name", "moro"}, "is not one of the"},
      {{"joint.guide.type", "weld"}, "cannot have clearance"},
  };
  for (const Row& row : rows) {
    const std::string text = refusal_of(row.assignment);
    EXPECT_CONTAINS(text, row.words) << row.assignment.first;
  }
}

TEST(Assignments, MakeMissingBlocks) {
  const std::string text = "freeplay = 1\n[[body]]\nname = \"a\"\nmass = 1\ninertia = 1\n";
  const Model model = read_model_text(text, "f", {{"run.end", "1"}, {"method.stepper.step", "0.01"}});
  EXPECT_EQ(model.run.end, 1);
  EXPECT_EQ(model.method.stepper.name, "symmetric");
}

}  // namespace
}  // namespace freeplay
