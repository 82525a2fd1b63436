// SPDX-License-Identifier: Apache-2.0
#include "system/world_values.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/numbers.h"
#include "freeplay/simulation.h"
#include "tests/kit/allocations.h"
#include "tests/kit/files.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

/// A crank at 30°, a rod, and a slider turned by 20° on a guide that stands upright.
const char* const kBodies = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "crank"
mass = 1
inertia = 0.01
position = [0.1, 0.2]
angle = "30 deg"
angular_velocity = 5
[[body]]
name = "slider"
mass = 1
inertia = 0.02
position = [0.4, 0.3]
angle = "20 deg"
[contact]
impact = { law = "newton", restitution = 0.5 }
friction = { law = "coulomb", mu = 0.1 }
[run]
end = 1
)";

std::string joint(const std::string& name, const std::string& type, const std::string& bodies,
                  const std::string& keys) {
  return fmt::format("[[joint]]\nname = \"{}\"\ntype = \"{}\"\nbodies = [{}]\n{}\n", name, type, bodies,
                     keys);
}

Model read(const std::string& text, const std::vector<Assignment>& changes = {}) {
  return read_model_text(text, "model.toml", changes);
}

/// q and u after some steps.
std::vector<double> motion(const Assembly& assembly) {
  Simulation simulation(*assembly.system, assembly.numbers->method());
  simulation.advance_to(0.05);
  const State& state = simulation.state();
  return {state.block().begin(), state.block().end()};
}

std::vector<double> motion_of(const Model& model) { return motion(assemble(model)); }

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

/// The world's [0.05, 0.1] as a body at `r`, turned by `angle` degrees, sees it.
std::string seen(Point world, Point r, double angle) {
  const double c = std::cos(angle * M_PI / 180), s = std::sin(angle * M_PI / 180);
  const double x = world[0] - r[0], y = world[1] - r[1];
  return fmt::format("[{}, {}]", c * x + s * y, -s * x + c * y);
}

const std::string kHinge = joint("pin", "revolute", "\"ground\", \"crank\"", "point = [0.05, 0.1]");
const std::string kGuide = joint("guide", "prismatic", "\"crank\", \"slider\"",
                                 "point = [0.3, 0.35]\nworld_axis = [1, 2]\nlength = 0.1\nwidth = 0.05");

TEST(WorldValues, AreThoseOfTheFramesOfTheBodies) {
  const std::string hinge = joint("pin", "revolute", "\"ground\", \"crank\"",
                                  "points = [[0.05, 0.1], " + seen({0.05, 0.1}, {0.1, 0.2}, 30) + "]");
  const std::string guide =
      joint("guide", "prismatic", "\"crank\", \"slider\"",
            "points = [" + seen({0.3, 0.35}, {0.1, 0.2}, 30) + ", " + seen({0.3, 0.35}, {0.4, 0.3}, 20) +
                "]\naxis = " + seen({1, 2}, {0, 0}, 30) + "\nslider_axis = " + seen({1, 2}, {0, 0}, 20));
  expect_near(motion_of(read(kBodies + kHinge + kGuide)), motion_of(read(kBodies + hinge + guide)), 1e-10);
}

TEST(WorldValues, OfAWeldAndOfPlayAreToo) {
  const std::string world = joint("pin", "revolute", "\"crank\", \"slider\"",
                                  "point = [0.2, 0.2]\nradius = 0.01\nclearance = 1e-3") +
                            joint("foot", "weld", "\"ground\", \"crank\"", "point = [0, 0]");
  const std::string local =
      joint("pin", "revolute", "\"crank\", \"slider\"",
            "points = [" + seen({0.2, 0.2}, {0.1, 0.2}, 30) + ", " + seen({0.2, 0.2}, {0.4, 0.3}, 20) +
                "]\nradius = 0.01\nclearance = 1e-3") +
      joint("foot", "weld", "\"ground\", \"crank\"",
            "points = [[0, 0], " + seen({0, 0}, {0.1, 0.2}, 30) + "]");
  expect_near(motion_of(read(kBodies + world)), motion_of(read(kBodies + local)), 1e-8);
}

// As in the file with that number, bit by bit: what is drawn elsewhere has its joints elsewhere.
TEST(WorldValues, FollowTheNumbersOfBodiesAndJoints) {
  const std::string text = kBodies + kHinge +
                           joint("guide", "prismatic", "\"crank\", \"slider\"",
                                 "point = [0.3, 0.35]\nworld_axis = [1, 2]\nlength = 0.1\nwidth = 0.05\n"
                                 "clearance = 1e-3");
  const Assembly assembly = assemble(read(text));
  Numbers& numbers = *assembly.numbers;
  const std::vector<double> before = motion(assembly);
  for (const auto& [path, value] :
       std::vector<std::pair<std::string, double>>{{"joint.pin.point[1]", 0.12},
                                                   {"body.crank.position[0]", 0.11},
                                                   {"body.slider.angle", 0.36},
                                                   {"joint.guide.world_axis[0]", 1.1}}) {
    SCOPED_TRACE(path);
    const int index = numbers.find(path);
    ASSERT_GE(index, 0);
    const double old = numbers.get(index);
    numbers.set(index, value);
    numbers.reset();
    const std::vector<double> found = motion(assembly);
    EXPECT_EQ(found, motion_of(read(text, {{path, fmt::format("{:.17g}", value)}})));
    EXPECT_NE(found, before);
    numbers.set(index, old);
    const long requests = testing::allocations();
    numbers.reset();
    EXPECT_EQ(testing::allocations(), requests);
    EXPECT_EQ(motion(assembly), before);
  }
}

TEST(WorldValues, AreWrittenAsTheyAre) {
  const std::string echo = write_model(read(kBodies + kHinge + kGuide));
  EXPECT_CONTAINS(echo, "point = [0.05, 0.1]");
  EXPECT_CONTAINS(echo, "world_axis = [1, 2]");
  EXPECT_EQ(write_model(read(echo)), echo);
}

// A file that stands elsewhere moves in the same way, elsewhere.
TEST(WorldValues, ComeWithTheirFile) {
  const testing::TempFolder folder;
  std::string part = kBodies + kHinge + kGuide;
  part.replace(part.find("gravity"), 20, "");  // it would not turn
  std::ofstream(folder / "part.toml") << part;
  const std::string file = folder / "model.toml";
  std::ofstream(file) << "freeplay = 1\n[run]\nend = 1\n[[include]]\nfile = \"part.toml\"\n"
                         "position = [3, 4]\nangle = \"90 deg\"\n";
  const State a = assemble(read(part)).system->initial_state(),
              b = assemble(read_model(file)).system->initial_state();
  for (std::size_t i = 0; i < a.q().size(); i += 3) {
    EXPECT_NEAR(b.q()[i], 3 - a.q()[i + 1], 1e-12);
    EXPECT_NEAR(b.q()[i + 1], 4 + a.q()[i], 1e-12);
  }
  for (std::size_t i = 0; i < a.u().size(); i += 3) {
    EXPECT_NEAR(b.u()[i], -a.u()[i + 1], 1e-12);
    EXPECT_NEAR(b.u()[i + 1], a.u()[i], 1e-12);
    EXPECT_NEAR(b.u()[i + 2], a.u()[i + 2], 1e-12);
  }
}

TEST(WorldValues, SayWhatIsWrong) {
  struct Row {
    std::string joint;
    std::vector<const char*> words;
  };
  const std::string ground = "\"ground\", \"crank\"";
  const Row rows[] = {
      {joint("pin", "revolute", ground, ""),
       {"model.toml:21:1: error: joint.pin.points: missing", "or point in the world as they are drawn"}},
      {joint("pin", "revolute", ground, "point = [0, 0]\npoints = [[0, 0], [0, 0]]"),
       {"25:9: error: joint.pin.point: points and point are both given", "leave one of them out"}},
      {joint("pin", "revolute", ground, "point = [0, 0, 0]"), {"25:9: error: joint.pin.point: expected two"}},
      {joint("pin", "revolute", ground, "point = [\"1 kg\", 0]"),
       {"joint.pin.point", "a length is expected"}},
      {joint("guide", "prismatic", ground, "point = [0, 0]"),
       {"21:1: error: joint.guide.axis: missing", "world_axis"}},
      {joint("guide", "prismatic", ground, "axis = [1, 0]\nworld_axis = [1, 0]"),
       {"26:14: error: joint.guide.world_axis: axis and world_axis are both given"}},
      {joint("guide", "prismatic", ground, "slider_axis = [1, 0]\nworld_axis = [1, 0]"),
       {"26:14: error: joint.guide.world_axis: slider_axis and world_axis are both given"}},
      {joint("guide", "prismatic", ground, "world_axis = [0, 0]"), {"25:14", "the axis has no direction"}},
      {joint("rod", "distance", ground, "point = [0, 0]"), {"25:1", "unknown key \"point\""}},
  };
  for (const Row& row : rows) {
    const std::string said = testing::refusal_of([&] { assemble(read(kBodies + row.joint)); });
    for (const char* words : row.words) EXPECT_CONTAINS(said, words) << row.joint;
  }
  const std::string nowhere = testing::refusal_of([&] {
    assemble(read(kBodies + kHinge, {{"body.crank.position", "none"}}));
  });
  EXPECT_CONTAINS(nowhere, "joint.pin: it is taken as drawn, but body 'crank' has no position");
}

}  // namespace
}  // namespace freeplay
