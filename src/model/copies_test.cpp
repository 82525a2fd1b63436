// SPDX-License-Identifier: Apache-2.0
#include "model/copies.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

const char* const kGrid = R"(freeplay = 1
[[body]]
name = "disc"
mass = 1
inertia = 1
position = [1, 2]
velocity = [0, 3]
grid = { count = [3, 2], spacing = [0.1, -0.2] }
[[body]]
name = "ball"
mass = 1
inertia = 1
[[shape]]
body = "disc"
type = "circle"
radius = 0.01
[[shape]]
body = "ball"
type = "point"
[[shape]]
body = "ball"
type = "point"
point = [1, 0]
[[shape]]
body = "ground"
type = "half_plane"
normal = [0, 1]
[run]
end = 1
)";

TEST(Copies, AreMadeRowByRow) {
  const Model model = read_model_text(kGrid, "grid.toml");
  const WrittenOut written = write_out(model);
  ASSERT_EQ(written.model.bodies.size(), 7u);
  EXPECT_EQ(written.model.bodies[0].name, "disc_1");
  EXPECT_EQ(written.model.bodies[5].name, "disc_6");
  EXPECT_EQ(written.model.bodies[6].name, "ball");
  EXPECT_EQ(written.model.bodies[2].position, (Point{1.2, 2}));
  EXPECT_EQ(written.model.bodies[3].position, (Point{1, 1.8}));
  EXPECT_EQ(written.model.bodies[5].velocity, (Point{0, 3}));
  EXPECT_FALSE(written.model.bodies[5].grid);
  ASSERT_EQ(written.model.shapes.size(), 9u);
  EXPECT_EQ(written.model.shapes[1].name, "disc_2");
  EXPECT_EQ(written.model.shapes[1].body, "disc_2");
  EXPECT_EQ(written.groups, (std::vector<int>{0, 0, 0, 0, 0, 0, 1, 2, 3}));
  EXPECT_EQ(written.group_names, (std::vector<std::string>{"disc", "ball", "ball_2", "half_plane"}));
}

TEST(Copies, ShapesGetNamesThatAreFree) {
  std::vector<Shape> shapes(4);
  for (Shape& shape : shapes) shape.body = "ball";
  shapes[3].name = "ball";
  name_shapes(shapes);
  EXPECT_EQ(shapes[0].name, "ball_2");
  EXPECT_EQ(shapes[1].name, "ball_3");
  EXPECT_EQ(shapes[2].name, "ball_4");
}

}  // namespace
}  // namespace freeplay
