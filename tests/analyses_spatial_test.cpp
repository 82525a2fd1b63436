// SPDX-License-Identifier: Apache-2.0
// Kinematics, inverse dynamics, statics and freedoms of mechanisms in space.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "system/freedom.h"
#include "tests/kit/refusal.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;

Model planar_four_bar() {
  return read_model(
      testing::source_path("examples/four_bar_kinematics/model.toml"),
      {{"run.mode", "inverse_dynamics"}, {"gravity", "[0, -9.81]"}, {"run.record.every", "0.05"}});
}

/// The planar four-bar built of revolute joints in space: three rows are too many.
Model spatial_four_bar() {
  const Model model = planar_four_bar();
  const Assembly planar = assemble(model);
  const State start = planar.system->initial_state();
  std::string text = "freeplay = 1\ndimension = 3\ngravity = [0, -9.81, 0]\n";
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    text += fmt::format(
        "[[body]]\nname = \"{}\"\nmass = {}\ninertia = [{}, {}, {}]\nposition = [{}, {}, 0]\n"
        "orientation = {{ axis = [0, 0, 1], angle = {} }}\n",
        body.name, body.mass, body.inertia, body.inertia, body.inertia, start.q()[3 * b],
        start.q()[3 * b + 1], start.q()[3 * b + 2]);
  }
  for (const Joint& joint : model.joints) {
    const auto& points = std::get<std::vector<Point>>(joint.values.at("points").data);
    text += fmt::format(
        "[[joint]]\nname = \"{}\"\ntype = \"revolute\"\nbodies = [\"{}\", \"{}\"]\npoints = [[{}, {}, 0], "
        "[{}, "
        "{}, 0]]\naxis = [0, 0, 1]\n",
        joint.name, joint.bodies[0], joint.bodies[1], points[0][0], points[0][1], points[1][0], points[1][1]);
  }
  text +=
      "[[driver]]\nname = \"motor\"\njoint = \"shaft\"\nmotion = { law = \"constant_speed\", speed = \"60 "
      "rpm\" "
      "}\n[run]\nmode = \"inverse_dynamics\"\nend = 1\nrecord = { every = 0.05 }\n";
  return read_model_text(text, "four_bar_in_space");
}

TEST(AnalysesInSpace, FourBarAgreesWithThePlanarOne) {
  const Ran planar = run(planar_four_bar()), space = run(spatial_four_bar());
  ASSERT_EQ(planar.record.samples(), space.record.samples());
  const auto compare = [&](const std::string& name, std::size_t width, double size) {
    const std::vector<double> a = planar.values(name), b = space.values(name);
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i / width * 3 + i % width], 1e-10 * size) << name;
  };
  for (const char* body : {"crank", "coupler", "rocker"}) {
    const std::string at = fmt::format("/body/{}/", body);
    compare(at + "position", 2, 1);
    compare(at + "velocity", 2, 1);
    compare(at + "acceleration", 2, 10);
  }
  const std::vector<double> effort = planar.values("/driver/motor/effort"),
                            other = space.values("/driver/motor/effort");
  for (std::size_t i = 0; i < effort.size(); ++i) EXPECT_NEAR(effort[i], other[i], 1e-10);
  for (const char* joint : {"shaft", "crank_pin", "rocker_pin", "pivot"}) {
    const std::vector<double> x = planar.values(fmt::format("/joint/{}/reaction_x", joint)),
                              y = planar.values(fmt::format("/joint/{}/reaction_y", joint)),
                              force = space.values(fmt::format("/joint/{}/force", joint));
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(force[3 * i], x[i], 1e-9) << joint;
      EXPECT_NEAR(force[3 * i + 1], y[i], 1e-9) << joint;
      EXPECT_NEAR(force[3 * i + 2], 0, 1e-9) << joint;  // the least of what is not determined
    }
  }
}

TEST(AnalysesInSpace, FourBarHasThreeRowsTooMany) {
  const Assembly assembly = assemble(spatial_four_bar());
  const FreedomCount count = count_freedoms(*assembly.system, assembly.system->initial_state());
  EXPECT_EQ(count.left(), 0);
  EXPECT_EQ(count.redundant.size(), 3u);
  int redundant = 0;
  for (const RedundantGroup& group : count.reactions.groups()) redundant += group.redundant;
  EXPECT_EQ(redundant, 3);
  // the driver's effort is determined all the same
  const SystemInfo& info = assembly.system->info();
  for (std::size_t r = 0; r < info.constraints.size(); ++r) {
    if (info.constraints[r].driver >= 0) {
      EXPECT_TRUE(count.reactions.determined()[r]);
    }
  }
}

TEST(AnalysesInSpace, SliderCrankAgreesWithIntegration) {
  const std::string path = testing::source_path("examples/spatial_slider_crank/model.toml");
  Model model = read_model(path, {{"run.end", "0.5"}});
  model.drivers.push_back({"motor", "shaft", {"constant_speed", {{"speed", {-6.0, {}}}}, {}}, {}, {}});
  const Ran dynamic = run(model);
  model.run.mode = "inverse_dynamics";
  const Ran inverse = run(model);
  ASSERT_EQ(inverse.record.samples(), dynamic.record.samples());
  std::map<std::string, double> size;
  for (const Channel& channel : inverse.record.layout().channels) {
    for (const double value : dynamic.values(channel.path))
      size[channel.unit] = std::max(size[channel.unit], std::abs(value));
  }
  for (const Channel& channel : inverse.record.layout().channels) {
    const std::vector<double> a = inverse.values(channel.path), b = dynamic.values(channel.path);
    for (std::size_t i = 0; i < a.size(); ++i)
      ASSERT_NEAR(a[i], b[i], 1e-6 * size[channel.unit]) << channel.path << " at sample " << i;
  }
}

TEST(AnalysesInSpace, MissingDriverIsNamed) {
  const std::string path = testing::source_path("examples/spatial_slider_crank/model.toml");
  const std::string text = testing::refusal_of([&] {
    assemble(read_model(path, {{"run.mode", "kinematics"}}));
  });
  EXPECT_CONTAINS(text, "needs a driver for every freedom, and 1 is left");
  EXPECT_CONTAINS(text, "add a driver on joint 'shaft' (angle)");
}

TEST(AnalysesInSpace, RodHangsFromACross) {
  const double m = 2, l = 0.4, J = 0.3;
  const Ran ran = run(read_model_text(
      fmt::format(
          "freeplay = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n[[body]]\nname = \"rod\"\nmass = {}\n"
          "inertia = [{}, {}, 0.1]\nposition = [0.2, 0.1, -0.3]\n"
          "[[joint]]\nname = \"cross\"\ntype = \"universal\"\nbodies = [\"ground\", \"rod\"]\n"
          "points = [[0, 0, 0], [0, 0, {}]]\naxes = [[1, 0, 0], [0, 1, 0]]\n[run]\nmode = \"statics\"\n",
          m, J, J, l),
      "rod"));
  EXPECT_EQ(ran.summary.analysis.stability, "stable");
  const std::vector<double> position = ran.values("/body/rod/position"),
                            force = ran.values("/joint/cross/force");
  EXPECT_NEAR(position[0], 0, 1e-9);
  EXPECT_NEAR(position[1], 0, 1e-9);
  EXPECT_NEAR(position[2], -l, 1e-12);
  EXPECT_NEAR(force[2], m * 9.81, 1e-9);
  ASSERT_EQ(ran.summary.analysis.eigenvalues.size(), 2u);
  for (const double value : ran.summary.analysis.eigenvalues)
    EXPECT_NEAR(value, m * 9.81 * l / (J + m * l * l), 1e-6);
}

}  // namespace
}  // namespace freeplay
