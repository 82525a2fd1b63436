// SPDX-License-Identifier: Apache-2.0
#include "model/read_weights.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/numbers.h"
#include "freeplay/simulation.h"
#include "model/materials.h"
#include "tests/kit/files.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

const std::string kPlane =
    "freeplay = 1\ngravity = [0, -9.81]\n[contact]\nimpact = { law = \"newton\", restitution = 0 "
    "}\n[run]\nend = "
    "1\n";
const std::string kSpace = "freeplay = 1\ndimension = 3\n[run]\nend = 1\n";

std::string body(const std::string& keys) { return "[[body]]\nname = \"arm\"\n" + keys + "\n"; }
std::string shape(const std::string& type, const std::string& keys) {
  return fmt::format("[[shape]]\nbody = \"arm\"\ntype = \"{}\"\ncontact = false\n{}\n", type, keys);
}

Model read(const std::string& text, const std::vector<Assignment>& changes = {}) {
  return read_model_text(text, "model.toml", changes);
}

/// A plate that hangs from the corner of its frame, in which everything is drawn.
const std::string kPlate =
    body(
        "material = \"steel\"\nthickness = \"5 mm\"\nposition = [0.1, 0.2]\nangle = \"20 deg\"\n"
        "outline = [[0, 0], [0.3, 0], [0.3, 0.1]]") +
    shape("polygon", "points = [[0, -0.02], [0.3, -0.02], [0.3, 0.08], [0, 0.08]]");
const std::string kHeld = R"([[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0.1, 0.2], [0, 0]]
[[force]]
name = "spring"
type = "spring_damper"
bodies = ["arm", "ground"]
points = [[0.3, 0.05], [0.5, 1]]
stiffness = 100
free_length = 0.5
[[force]]
name = "push"
type = "point_force"
body = "arm"
point = [0.3, 0]
force = [2, 0]
)";

std::vector<double> motion_of(const Model& model) {
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, assembly.numbers->method());
  simulation.advance_to(0.1);
  const auto block = simulation.state().block();
  return {block.begin(), block.end()};
}

// Freeplay has the frames of bodies in the plane at their centres of mass; the user has them where they were drawn.
TEST(BodyWeights, APlateMovesAsTheSameWithItsNumbersWrittenOut) {
  const double a = 0.3, b = 0.1, m = 7850 * 0.005 * a * b, angle = 20 * M_PI / 180;
  const double c = std::cos(angle), s = std::sin(angle), x = 0.15, y = 0.03;  // of the centre
  const std::string by_hand = fmt::format(
      "[[body]]\nname = \"arm\"\nmass = {}\ninertia = {}\nposition = [{}, {}]\nangle = \"20 deg\"\n", m,
      m * (a * a + b * b) / 12, 0.1 + c * x - s * y, 0.2 + s * x + c * y);
  std::string held = kHeld;
  const auto put = [&](const std::string& from, const std::string& to) {
    held.replace(held.find(from), from.size(), to);
  };
  put("[0, 0]]", fmt::format("[{}, {}]]", -x, -y));
  put("[[0.3, 0.05]", fmt::format("[[{}, {}]", 0.3 - x, 0.05 - y));
  put("[0.3, 0]", fmt::format("[{}, {}]", 0.3 - x, -y));
  const Model weighed = read(kPlane + kPlate + kHeld), written = read(kPlane + by_hand + held);
  EXPECT_NEAR(weighed.bodies[0].mass, m, 1e-15);
  EXPECT_NEAR(weighed.bodies[0].inertia, m * (a * a + b * b) / 12, 1e-16);
  EXPECT_NEAR(weighed.bodies[0].outline[1][0], 0.3 - x, 1e-15);
  const std::vector<double> one = motion_of(weighed), other = motion_of(written);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], other[i], 1e-9) << i;
}

// Steiner's theorem, with a part of another material, and one that is not weighed.
TEST(BodyWeights, AddUp) {
  const Model model =
      read(kPlane + body("density = 1000\nthickness = 0.1") + shape("circle", "radius = 0.2") +
           shape("circle", "radius = 0.1\npoint = [1, 0]\nmaterial = \"brass\"\nthickness = 0.2") +
           shape("point", "density = 0"));
  const double m1 = 1000 * 0.1 * M_PI * 0.04, m2 = 8470 * 0.2 * M_PI * 0.01, m = m1 + m2;
  EXPECT_NEAR(model.bodies[0].mass, m, 1e-12);
  EXPECT_NEAR(model.bodies[0].inertia, m1 * 0.04 / 2 + m2 * 0.01 / 2 + m1 * m2 / m, 1e-12);
  EXPECT_NEAR(std::get<Point>(model.shapes[1].values.at("point").data)[0], m1 / m, 1e-15);
}

TEST(BodyWeights, InSpaceGiveCentreAndInertia) {
  const Model model =
      read(kSpace + body("density = 2000\nposition = [1, 2, 3]") + shape("box", "size = [0.1, 0.2, 0.3]") +
           shape("cylinder",
                 "radius = 0.05\nlength = 0.4\nposition = [0, 0.3, 0]\norientation = { axis = [1, 0, 0], "
                 "angle = \"90 deg\" }\nmaterial = \"aluminium\""));
  const double m1 = 2000 * 0.1 * 0.2 * 0.3, m2 = 2700 * M_PI * 0.05 * 0.05 * 0.4, m = m1 + m2;
  const SpatialBody& arm = model.bodies[0].space;
  EXPECT_NEAR(model.bodies[0].mass, m, 1e-12);
  EXPECT_NEAR(arm.centre[1], m2 * 0.3 / m, 1e-15);
  EXPECT_EQ(arm.position, (Point3{1, 2, 3})) << "that of the frame, as in every spatial body";
  const double apart = m1 * m2 / m * 0.09, across = m2 * (0.05 * 0.05 / 4 + 0.16 / 12);
  EXPECT_NEAR(arm.inertia[0], m1 * 0.13 / 12 + across + apart, 1e-12);
  EXPECT_NEAR(arm.inertia[4], m1 * 0.10 / 12 + m2 * 0.05 * 0.05 / 2, 1e-12);
  EXPECT_NEAR(arm.inertia[8], m1 * 0.05 / 12 + across + apart, 1e-12);
  EXPECT_NEAR(arm.inertia[1], 0, 1e-15);
  assemble(model);
}

/// Triangles of a box from `low` to `high`, as text.
std::string box_file(const Point3& low, const Point3& high, bool open) {
  const int corners[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                              {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  std::string text = "solid box\n";
  for (int t = 0; t < (open ? 11 : 12); ++t) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int corner : corners[t])
      text += fmt::format("vertex {} {} {}\n", (corner & 1) != 0 ? high[0] : low[0],
                          (corner & 2) != 0 ? high[1] : low[1], (corner & 4) != 0 ? high[2] : low[2]);
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid box\n";
}

TEST(BodyWeights, AMeshOfABoxWeighsAsTheBox) {
  const testing::TempFolder folder;
  std::ofstream(folder / "box.stl") << box_file({100, -200, 0}, {300, 200, 500}, false);
  std::ofstream(folder / "open.stl") << box_file({100, -200, 0}, {300, 200, 500}, true);
  const std::string file = folder / "model.toml";
  const auto model_of = [&](const std::string& shapes) {
    return read_model_text(kSpace + body("material = \"PA6\"") + shapes, file);
  };
  const Body mesh = model_of(shape("mesh", "file = \"box.stl\"\nscale = 0.001")).bodies[0];
  const Body box = model_of(shape("box", "size = [0.2, 0.4, 0.5]\nposition = [0.2, 0, 0.25]")).bodies[0];
  EXPECT_NEAR(box.mass, 1140 * 0.04, 1e-12);
  EXPECT_NEAR(mesh.mass, box.mass, 1e-12);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(mesh.space.centre[k], box.space.centre[k], 1e-13);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(mesh.space.inertia[k], box.space.inertia[k], 1e-12);
  const std::string said = testing::refusal_of([&] { model_of(shape("mesh", "file = \"open.stl\"")); });
  EXPECT_CONTAINS(said,
                  "shape.arm.file: it cannot be weighed: it is open: only one face is at the edge from");
  EXPECT_CONTAINS(said, "model.toml:8:1");
}

TEST(BodyWeights, FollowParametersAndAssignments) {
  const std::string text = "[parameters]\nwide = \"100 mm\"\n" +
                           body("material = \"steel\"\nthickness = \"= wide/10\"") +
                           shape("polygon", "points = [[0, 0], [\"= wide\", 0], [\"= wide\", 1], [0, 1]]");
  EXPECT_NEAR(read(kPlane + text).bodies[0].mass, 7.85, 1e-12);
  EXPECT_NEAR(read(kPlane + text, {{"parameters.wide", "200 mm"}}).bodies[0].mass, 4 * 7.85, 1e-12);
  EXPECT_NEAR(read(kPlane + text, {{"body.arm.material", "aluminium"}}).bodies[0].mass, 2.7, 1e-12);
  EXPECT_NEAR(read(kPlane + text, {{"body.arm.density", "1000"}}).bodies[0].mass, 1, 1e-12)
      << "before a material";
}

TEST(BodyWeights, EchoHasTheNumbers) {
  for (const std::string& text :
       {kPlane + kPlate + kHeld, kSpace + body("material = \"brass\"") + shape("sphere", "radius = 0.1")}) {
    const std::string echo = write_model(read(text));
    EXPECT_LACKS(echo, "material");
    EXPECT_EQ(write_model(read(echo)), echo);
  }
}

// Numbers that the file does not have by themselves are no addresses: studies read the file again.
TEST(BodyWeights, LeaveOutWhatFollows) {
  const Assembly assembly = assemble(read(kPlane + kPlate + kHeld));
  for (const char* path :
       {"body.arm.mass", "body.arm.inertia", "body.arm.position[0]", "joint.pin.points[1][0]",
        "force.spring.points[0][0]", "force.push.point[0]", "shape.arm.points[0][0]"})
    EXPECT_EQ(assembly.numbers->find(path), -1) << path;
  EXPECT_GE(assembly.numbers->find("body.arm.angle"), 0);
  EXPECT_GE(assembly.numbers->find("force.spring.stiffness"), 0);
}

TEST(BodyWeights, SayWhatIsWrong) {
  const std::string disc = shape("circle", "radius = 0.1");
  struct Row {
    std::string text;
    std::vector<const char*> words;
  };
  const Row rows[] = {
      {kPlane + body("material = \"stel\"\nthickness = 1") + disc,
       {"model.toml:9:12: error: body.arm.material: \"stel\" is not one of the materials",
        "did you mean \"steel\"?", "density = \"1200 kg/m^3\""}},
      {kPlane + body("material = 7850") + disc, {"9:12: error: body.arm.material: expected a text"}},
      {kPlane + body("density = \"7850 kg\"") + disc, {"9:11: error: body.arm.density"}},
      {kPlane + body("material = \"steel\"\nmass = 1\nthickness = 1") + disc,
       {"10:8: error: body.arm.mass: the mass of this body follows from its shapes"}},
      {kPlane + body("material = \"steel\"\ninertia = 1\nthickness = 1") + disc,
       {"10:11: error: body.arm.inertia"}},
      {kSpace + body("material = \"steel\"\ncentre = [0, 0, 0]"),
       {"8:10: error: body.arm.centre: the centre of mass of this body follows from its shapes"}},
      {kPlane + body("material = \"steel\"") + disc,
       {"7:1: error: body.arm.thickness: missing; expected a number in m", "weighed as a plate"}},
      {kPlane + body("material = \"steel\"\nthickness = 0") + disc,
       {"10:13: error: body.arm.thickness: must be positive"}},
      {kPlane + body("material = \"steel\"\nthickness = 1"), {"7:1: error: body.arm: it has no shape"}},
      {kPlane + body("material = \"steel\"\nthickness = 1") + shape("point", ""),
       {"11:1: error: shape.arm: a point encloses nothing", "density = 0"}},
      {kPlane + body("mass = 1\ninertia = 1") + shape("circle", "radius = 1\nmaterial = \"steel\""),
       {"11:1: error: shape #1.density: \"arm\" is not weighed"}},
      {kPlane + body("mass = 1\ninertia = 1\nthickness = 1"),
       {"11:13: error: body.arm.thickness: nothing is weighed by it"}},
      {kSpace + body("material = \"steel\"\nthickness = 1") + shape("sphere", "radius = 1"),
       {"8:1: error: body.arm.thickness: unknown key"}},
      {kPlane + body("material = \"steel\"\nthickness = 1\ngrid = { count = [2, 1], spacing = [1, 0] }") +
           shape("circle", "radius = 0.1\npoint = [0.5, 0]"),
       {"7:1: error: body.arm: the centre of mass of a grid's body must be at the origin", "[0.5, 0] m"}},
  };
  for (const Row& row : rows) {
    const std::string said = testing::refusal_of([&] { read(row.text); });
    for (const char* words : row.words) EXPECT_CONTAINS(said, words) << row.text;
  }
}

TEST(Materials, AreWithinWhatSolidsHave) {
  for (const std::string& name : material_names()) {
    const Material* material = find_material(name);
    ASSERT_NE(material, nullptr) << name;
    EXPECT_TRUE(material->poisson > 0.1 && material->poisson < 0.5) << name;
    // longitudinal waves in a rod: from plastics to hard metals
    const double wave = std::sqrt(material->young / material->density);
    EXPECT_TRUE(wave > 1000 && wave < 6000) << name;
  }
  EXPECT_EQ(find_material("wood"), nullptr);
}

}  // namespace
}  // namespace freeplay
