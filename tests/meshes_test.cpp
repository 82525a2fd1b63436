// SPDX-License-Identifier: Apache-2.0
// Meshes that touch: closed ones as their convex parts, in both worlds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "freeplay/model.h"
#include "tests/kit/files.h"
#include "tests/kit/refusal.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;

/// An angle iron: 2 × 2 × 1 with a quarter missing, its corners at whole numbers.
const char* const kAngle = R"(v 0 0 0
v 2 0 0
v 2 0 1
v 1 0 1
v 1 0 2
v 0 0 2
v 0 1 0
v 2 1 0
v 2 1 1
v 1 1 1
v 1 1 2
v 0 1 2
f 1 2 3
f 1 3 4
f 1 4 5
f 1 5 6
f 7 9 8
f 7 10 9
f 7 11 10
f 7 12 11
f 1 7 8 2
f 2 8 9 3
f 3 9 10 4
f 4 10 11 5
f 5 11 12 6
f 6 12 7 1
)";

std::string model(const std::string& shape, const std::string& world, const std::string& stepper) {
  return fmt::format(R"(freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "iron"
mass = 1
inertia = [0.4, 0.5, 0.4]
position = [0, 0, 0.95]
velocity = [0, 0.3, -0.5]
angular_velocity = [0.2, 0.5, 0.1]
{}
[[body]]
name = "ball"
mass = 0.2
inertia = [0.003, 0.003, 0.003]
position = [0.75, 0, 1.6]
[[shape]]
body = "ball"
type = "sphere"
radius = 0.2
[[shape]]
name = "floor"
body = "ground"
type = "half_space"
normal = [0, 0, 1]
[contact]
{}
[method]
stepper = {}
[run]
end = 0.5
record = {{ every = "10 ms" }}
)",
                     shape, world, stepper);
}

const char* const kRigid = R"(impact = { law = "newton", restitution = 0.3 }
friction = { law = "coulomb", mu = 0.3 })";
const char* const kCompliant = R"(world = "compliant"
force = { law = "exact", restitution = 0.5, stiffness = 1e6 }
friction = { law = "tanh", mu = 0.3, velocity = 1e-2 })";

const char* const kBoxes = R"([[shape]]
name = "leg"
body = "iron"
type = "box"
size = [1, 1, 2]
position = [-0.333, 0, 0.167]
[[shape]]
name = "toe"
body = "iron"
type = "box"
size = [1, 1, 1]
position = [0.667, 0, -0.333]
)";

/// Beside the same solid made of two boxes by hand, cut in the same place.
TEST(Meshes, AConcaveMeshMovesAsItsPartsMadeByHand) {
  const testing::TempFolder folder;
  testing::spill(folder.path() / "angle.obj", kAngle);
  const std::string mesh =
      "[[shape]]\nname = \"angle\"\nbody = \"iron\"\ntype = \"mesh\"\nfile = \"angle.obj\"\ncontact = true\n"
      "position = [-0.833, -0.5, -0.833]\n";
  const auto read = [&](const std::string& text) {
    return read_model_text(text, (folder.path() / "model.toml").string());
  };
  for (const bool rigid : {true, false}) {
    const char* const world = rigid ? kRigid : kCompliant;
    const char* const stepper = rigid ? "{ step = \"1 ms\" }" : "\"runge_kutta\"";
    const Ran one = run(read(model(mesh, world, stepper))), two = run(read(model(kBoxes, world, stepper)));
    for (const int k : {0, 1, 2}) {
      EXPECT_NEAR(one.last("/body/iron/position", k), two.last("/body/iron/position", k), 1e-4) << rigid << k;
      EXPECT_NEAR(one.last("/body/ball/position", k), two.last("/body/ball/position", k), 1e-4) << rigid << k;
    }
    EXPECT_GT(one.last("/body/ball/position", 2), 0.15);  // it has not fallen through
  }
}

TEST(Meshes, AnOpenMeshIsRefusedWithTheRemedy) {
  const testing::TempFolder folder;
  std::string open(kAngle);
  open.resize(open.rfind("f "));
  testing::spill(folder.path() / "angle.obj", open);
  const std::string text =
      model("[[shape]]\nbody = \"iron\"\ntype = \"mesh\"\nfile = \"angle.obj\"\ncontact = true\n", kRigid,
            "{ step = 1e-3 }");
  const std::string said =
      testing::refusal_of([&] { run(read_model_text(text, (folder.path() / "model.toml").string())); });
  EXPECT_NE(said.find("it is open: only one face is at the edge from"), std::string::npos) << said;
  EXPECT_NE(said.find("close and repair the surface"), std::string::npos) << said;
}

}  // namespace
}  // namespace freeplay
