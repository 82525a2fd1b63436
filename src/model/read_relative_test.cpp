// SPDX-License-Identifier: Apache-2.0
#include "model/read_relative.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/numbers.h"
#include "freeplay/spatial.h"
#include "tests/kit/files.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

const std::string kHead = "freeplay = 1\n[run]\nend = 1\n";

std::string body(const std::string& name, const std::string& keys) {
  return fmt::format("[[body]]\nname = \"{}\"\nmass = 1\ninertia = 1\n{}\n", name, keys);
}

Model read(const std::string& text, const std::vector<Assignment>& changes = {}) {
  return read_model_text(text, "model.toml", changes);
}

/// The tip comes before what it stands on.
const std::string kArm = kHead +
                         body("tip",
                              "relative_to = \"arm\"\nposition = [\"0.5 m\", \"0.1 m\"]\nangle = 0\n"
                              "velocity = [0, 3]\nangular_velocity = 2") +
                         body("arm", "relative_to = \"post\"\nposition = [1, 0]\nangle = \"60 deg\"") +
                         body("post", "position = [1, 2]\nangle = \"30 deg\"");

TEST(RelativeBodies, StandOnEachOther) {
  const Model model = read(kArm);
  const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6);
  EXPECT_NEAR(model.bodies[1].position[0], 1 + c, 1e-15);
  EXPECT_NEAR(model.bodies[1].position[1], 2 + s, 1e-15);
  EXPECT_NEAR(model.bodies[1].angle, M_PI / 2, 1e-15);
  EXPECT_NEAR(model.bodies[0].position[0], 1 + c - 0.1, 1e-15);  // the arm stands upright
  EXPECT_NEAR(model.bodies[0].position[1], 2 + s + 0.5, 1e-15);
  EXPECT_NEAR(model.bodies[0].angle, M_PI / 2, 1e-15);
  EXPECT_EQ(model.bodies[0].velocity, (Point{0, 3})) << "velocities are those in the world";
  EXPECT_EQ(model.bodies[0].angular_velocity, 2);
}

TEST(RelativeBodies, FollowWhatIsSet) {
  const Model higher = read(kArm, {{"body.post.position[1]", "5"}});
  EXPECT_NEAR(higher.bodies[0].position[1], 5.5 + std::sin(M_PI / 6), 1e-15);
  const Model alone = read(kArm, {{"body.arm.relative_to", "none"}});
  EXPECT_EQ(alone.bodies[1].position, (Point{1, 0}));
  const Model ground = read(kArm, {{"body.arm.relative_to", "ground"}});
  EXPECT_EQ(ground.bodies[1].position, (Point{1, 0}));
  EXPECT_FALSE(ground.bodies[1].relative && ground.bodies[2].relative);
}

// What the user leaves out is free, and counts as drawn at 0 in the world, as ever.
TEST(RelativeBodies, KeepWhatIsGivenOnly) {
  const Model model = read(kHead + body("post", "position = [1, 2]\nangle = 0.5") +
                           body("arm", "relative_to = \"post\"\nposition = [1, 0]"));
  EXPECT_TRUE(model.bodies[1].position_given);
  EXPECT_FALSE(model.bodies[1].angle_given);
  EXPECT_EQ(model.bodies[1].angle, 0);
}

TEST(RelativeBodies, EchoIsTheSameModel) {
  const std::string echo = write_model(read(kArm));
  EXPECT_LACKS(echo, "relative_to");
  EXPECT_EQ(write_model(read(echo)), echo);
}

TEST(RelativeBodies, InSpaceTurnWithTheFrame) {
  const std::string inertia = "mass = 1\ninertia = [1, 1, 1]\n";
  const Model model =
      read("freeplay = 1\ndimension = 3\n[run]\nend = 1\n[[body]]\nname = \"a\"\n" + inertia +
           "position = [1, 2, 3]\norientation = { axis = [1, 2, 2], angle = 0.7 }\n[[body]]\n"
           "name = \"b\"\nrelative_to = \"a\"\n" +
           inertia + "position = [0.1, 0.2, 0.3]\norientation = { axis = [0, 1, 0], angle = -0.4 }\n");
  // Rodrigues' formula, not the quaternions of the reader
  const auto turn = [](const Vec3& n, double angle) {
    Mat3 R{};
    const double c = std::cos(angle), s = std::sin(angle);
    const double cross[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        R.a[3 * i + k] = (i == k ? c : 0) + (1 - c) * n[i] * n[k] + s * cross[i][k];
    }
    return R;
  };
  const Mat3 A = turn({1.0 / 3, 2.0 / 3, 2.0 / 3}, 0.7), B = A * turn({0, 1, 0}, -0.4);
  const SpatialBody& b = model.bodies[1].space;
  const Vec3 place = Vec3{1, 2, 3} + A * Vec3{0.1, 0.2, 0.3};
  const Mat3 found = rotation(b.orientation);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(b.position[i], place[i], 1e-15);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found.a[3 * i + k], B.a[3 * i + k], 1e-15);
  }
}

// Long chains of [[repeat]] are not followed by recursion.
TEST(RelativeBodies, MayBeMany) {
  const Model model = read(
      kHead +
          "[[repeat]]\ncount = 15000\n[[repeat.body]]\nname = \"link{14999 - i}\"\nmass = 1\ninertia = 1\n"
          "relative_to = \"link{15000 - i - 2}\"\nposition = [1, 0]\nangle = 0\n" +
          body("link-1", "position = [-1, 0]\nangle = 0"),
      {});
  for (const Body& link : model.bodies) {
    const double number = std::stod(link.name.substr(4));
    ASSERT_EQ(link.position[0], number);
  }
}

TEST(RelativeBodies, ComeWithTheirFile) {
  const testing::TempFolder folder;
  std::ofstream(folder / "arm.toml") << kArm;
  const std::string file = folder / "model.toml";
  std::ofstream(file) << kHead +
                             "[[include]]\nfile = \"arm.toml\"\nprefix = \"left \"\nposition = [10, 0]\n" +
                             "angle = \"90 deg\"\n" +
                             body("cap", "relative_to = \"left tip\"\nposition = [0, 1]\nangle = 0");
  const Model model = read_model(file);
  const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6);
  EXPECT_NEAR(model.bodies[0].position[0], 10 - (2 + s + 0.5), 1e-14);
  EXPECT_NEAR(model.bodies[0].position[1], 1 + c - 0.1, 1e-14);
  EXPECT_NEAR(model.bodies[0].angle, M_PI, 1e-15);
  EXPECT_NEAR(model.bodies[0].velocity[0], -3, 1e-15) << "of the world of its file, which is turned";
  EXPECT_NEAR(model.bodies[3].position[1], model.bodies[0].position[1] - 1, 1e-14);
}

// One of them does not say where the body is, so that none is an address: studies read the file again.
TEST(RelativeBodies, HaveNoNumbersOfTheirOwn) {
  const Assembly assembly = assemble(read(kArm));
  EXPECT_EQ(assembly.numbers->find("body.tip.position[0]"), -1);
  EXPECT_EQ(assembly.numbers->find("body.post.angle"), -1);
  EXPECT_GE(assembly.numbers->find("body.post.mass"), 0);
  std::string all;
  for (const std::string& one : assembly.numbers->left_out()) all += one + "\n";
  EXPECT_CONTAINS(all, "body.arm.position: it is one of bodies that stand on each other");
}

TEST(RelativeBodies, SayWhatIsWrong) {
  const std::string arm = "relative_to = \"post\"\nposition = [1, 0]\nangle = 0";
  const std::string post = body("post", "position = [1, 2]\nangle = 0");
  struct Row {
    std::string bodies;
    std::vector<const char*> words;
  };
  const Row rows[] = {
      {body("arm", "relative_to = \"pots\"\nposition = [1, 0]") + post,
       {"model.toml:8:15: error: body.arm.relative_to: no body is named \"pots\"", "did you mean \"post\"?"}},
      {body("arm", "relative_to = 3\nposition = [1, 0]"),
       {"8:15: error: body.arm.relative_to: expected the name of a body; found a whole number"}},
      {body("arm", "relative_to = \"post\"") + post,
       {"8:15", "neither position nor angle is given in the frame of \"post\""}},
      {body("arm", arm) + body("post", "position = [1, 2]"),
       {"8:15", "\"post\" has no angle, so that its frame stands nowhere", "give body.post.angle"}},
      {body("arm", arm) + body("post", "angle = 0"), {"8:15", "\"post\" has no position"}},
      {body("arm", "relative_to = \"arm\"\nposition = [1, 0]"), {"in a circle: arm → arm"}},
      {body("arm", arm) + body("post", "relative_to = \"tip\"\nposition = [1, 0]\nangle = 0") +
           body("tip", "relative_to = \"post\"\nposition = [1, 0]\nangle = 0"),
       {"22:15: error: body.tip.relative_to: bodies stand on each other in a circle: post → tip → post"}},
      {body("arm", arm) +
           body("post", "position = [1, 2]\nangle = 0\ngrid = { count = [2, 1], spacing = [1, 0] }"),
       {"8:15", "\"post\" is a grid"}},
      {body("arm", "relative_to = \"post_1\"\nposition = [1, 0]") +
           body("post", "position = [1, 2]\nangle = 0\ngrid = { count = [2, 1], spacing = [1, 0] }"),
       {"8:15", "\"post_1\" is one of a grid"}},
      {body("arm", arm + "\ngrid = { count = [2, 1], spacing = [1, 0] }") +
           body("post", "position = [1, 2]\nangle = 0.1"),
       {"8:15", "a grid cannot be turned"}},
  };
  for (const Row& row : rows) {
    const std::string said = testing::refusal_of([&] { read(kHead + row.bodies); });
    for (const char* words : row.words) EXPECT_CONTAINS(said, words) << row.bodies;
  }
}

}  // namespace
}  // namespace freeplay
