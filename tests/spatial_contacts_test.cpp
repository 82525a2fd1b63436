// SPDX-License-Identifier: Apache-2.0
// Free contacts in space in whole models: closed forms, stacks at rest, messages.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "freeplay/assemble.h"
#include "freeplay/spatial.h"
#include "run/simulate.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;
using testing::wrong_with_model;

constexpr double kGravity = 9.81;

/// A world with a floor that is tilted about y, and its laws.
std::string world(double slope, double mu, double restitution, double end, double step = 1e-3) {
  return fmt::format(
      "freeplay = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n"
      "[[shape]]\nname = \"floor\"\nbody = \"ground\"\ntype = \"half_space\"\nnormal = [{}, 0, {}]\n"
      "[contact]\nimpact = {{ law = \"newton\", restitution = {} }}\n"
      "friction = {{ law = \"coulomb\", mu = {} }}\n"
      "[method]\nstepper = {{ name = \"symmetric\", step = {} }}\n[run]\nend = {}\n",
      std::sin(slope), std::cos(slope), restitution, mu, step, end);
}

std::string body(const std::string& name, const std::string& inertia, const std::string& more,
                 const std::string& shape) {
  return fmt::format("[[body]]\nname = \"{}\"\nmass = 1\ninertia = {}\n{}\n[[shape]]\nbody = \"{}\"\n{}\n",
                     name, inertia, more, name, shape);
}

std::string at(double x, double y, double z) { return fmt::format("position = [{}, {}, {}]", x, y, z); }

TEST(SpatialContacts, ABallBounces) {
  const double height = 1, radius = 0.05, e = 0.5;
  const Ran ball = run(world(0, 0, e, 1.5) + body("ball", "[1e-3, 1e-3, 1e-3]", at(0, 0, height + radius),
                                                  "type = \"sphere\"\nradius = 0.05"));
  const auto& impacts = ball.record.rows("/impacts");
  ASSERT_GE(impacts.size(), 4U);
  const double fall = std::sqrt(2 * height / kGravity);
  double time = fall;
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(impacts[k][0], time, 1e-9) << k;
    time += 2 * fall * std::pow(e, static_cast<double>(k + 1));
  }
}

// A ball that is thrown along the floor slips until it rolls, at t = 2 v₀ / (7 μ g), with 5/7 of its speed.
TEST(SpatialContacts, ABallSlipsUntilItRolls) {
  const double v = 2, mu = 0.2, radius = 0.05, rolls = 2 * v / (7 * mu * kGravity);
  const Ran ball = run(world(0, mu, 0, 0.5) +
                       body("ball", fmt::format("[{0}, {0}, {0}]", 0.4 * radius * radius),
                            at(0, 0, radius) + fmt::format("\nvelocity = [{}, {}, 0]", 0.6 * v, 0.8 * v),
                            "type = \"sphere\"\nradius = 0.05"));
  const Vec3 speed = ball.last_point("/body/ball/velocity"),
             spin = ball.last_point("/body/ball/angular_velocity");
  EXPECT_NEAR(speed[0], 0.6 * 5 * v / 7, 1e-9);
  EXPECT_NEAR(speed[1], 0.8 * 5 * v / 7, 1e-9);
  EXPECT_NEAR(spin[0], -speed[1] / radius, 1e-7);
  EXPECT_NEAR(spin[1], speed[0] / radius, 1e-7);
  const double slipped = v * rolls - 0.5 * mu * kGravity * rolls * rolls;
  EXPECT_NEAR(ball.last_point("/body/ball/position")[0], 0.6 * (slipped + (0.5 - rolls) * 5 * v / 7), 1e-6);
}

TEST(SpatialContacts, ABoxOnAnIncline) {
  const double slope = 0.4, sine = std::sin(slope), cosine = std::cos(slope), half = 0.05;
  const std::string place = at(half * sine, 0, half * cosine) +
                            fmt::format("\norientation = {{ axis = [0, 1, 0], angle = {} }}", slope);
  const std::string shape = "type = \"box\"\nsize = [0.1, 0.1, 0.1]";
  const Ran holds = run(world(slope, 0.5, 0, 0.5) + body("box", "[1e-3, 1e-3, 1e-3]", place, shape));
  EXPECT_NEAR(norm(holds.last_point("/body/box/velocity")), 0, 1e-11);
  EXPECT_NEAR(norm(holds.last_point("/body/box/position") - Vec3{half * sine, 0, half * cosine}), 0, 1e-9);
  const double mu = 0.3, speed = 0.5 * kGravity * (sine - mu * cosine);
  const Ran slides = run(world(slope, mu, 0, 0.5) + body("box", "[1e-3, 1e-3, 1e-3]", place, shape));
  EXPECT_NEAR(norm(slides.last_point("/body/box/velocity") - Vec3{speed * cosine, 0, -speed * sine}), 0,
              1e-9);
}

TEST(SpatialContacts, ACylinderRollsDownAnInclineAndStandsOnOne) {
  const double slope = 0.2, sine = std::sin(slope), cosine = std::cos(slope), radius = 0.1;
  const std::string shape = "type = \"cylinder\"\nradius = 0.1\nlength = 0.2";
  const double axial = 0.5 * radius * radius, across = radius * radius / 4 + 0.2 * 0.2 / 12;
  const std::string inertia = fmt::format("[{}, {}, {}]", across, across, axial);
  const Ran rolls =
      run(world(slope, 0.5, 0, 0.5) + body("shaft", inertia,
                                           at(radius * sine, 0, radius * cosine) +
                                               "\norientation = { axis = [1, 0, 0], angle = \"90 deg\" }",
                                           shape));
  const double speed = 0.5 * kGravity * sine * 2 / 3;
  EXPECT_NEAR(norm(rolls.last_point("/body/shaft/velocity") - Vec3{speed * cosine, 0, -speed * sine}), 0,
              1e-8);
  const Ran stands = run(world(slope, 0.5, 0, 0.5) +
                         body("shaft", inertia,
                              at(radius * sine, 0, radius * cosine) +
                                  fmt::format("\norientation = {{ axis = [0, 1, 0], angle = {} }}", slope),
                              shape));
  EXPECT_NEAR(norm(stands.last_point("/body/shaft/velocity")), 0, 1e-9);
  EXPECT_NEAR(norm(stands.last_point("/body/shaft/position") - Vec3{radius * sine, 0, radius * cosine}), 0,
              1e-8);
}

// A brick, a plank across it, a rod along the plank, a ball beside: all stay where they are.
TEST(SpatialContacts, APileStaysAtRest) {
  const std::string lying = "\norientation = { axis = [0, 1, 0], angle = \"90 deg\" }";
  const Ran pile = run(
      world(0, 0.5, 0, 0.3) +
      body("brick", "[1e-3, 1e-3, 1e-3]", at(0, 0, 0.05), "type = \"box\"\nsize = [0.1, 0.4, 0.1]") +
      body("plank", "[1e-2, 1e-2, 1e-2]", at(0, 0, 0.12), "type = \"box\"\nsize = [0.8, 0.1, 0.04]") +
      body("rod", "[1e-3, 1e-3, 1e-3]", at(0, 0, 0.16) + lying,
           "type = \"capsule\"\nradius = 0.02\nlength = 0.3") +
      body("ball", "[1e-3, 1e-3, 1e-3]", at(0, 0, 0.68), "type = \"sphere\"\nradius = 0.5\ncontact = false") +
      body("tetra", "[1e-3, 1e-3, 1e-3]", at(1, 0, 0),
           "type = \"hull\"\nvertices = [[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0], [0.1, 0.1, 0.3]]") +
      "[[force]]\nname = \"weight\"\ntype = \"point_force\"\nbody = \"ball\"\nforce = [0, 0, 9.81]\n");
  for (const char* name : {"brick", "plank", "rod", "tetra"}) {
    EXPECT_NEAR(norm(pile.last_point(fmt::format("/body/{}/velocity", name))), 0, 1e-9) << name;
    EXPECT_NEAR(norm(pile.last_point(fmt::format("/body/{}/angular_velocity", name))), 0, 1e-8) << name;
  }
}

TEST(SpatialContacts, MessagesNameTheShapes) {
  const std::string shape = "type = \"cylinder\"\nradius = 0.1\nlength = 0.1",
                    discs = body("one", "[1e-3, 1e-3, 1e-3]", at(0, 0, 1), shape) +
                            body("two", "[1e-3, 1e-3, 1e-3]", at(1, 0, 1), shape);
  EXPECT_CONTAINS(wrong_with_model(world(0, 0, 0, 1) + discs), "contacts of two cylinders are not computed");
  EXPECT_EQ(wrong_with_model(world(0, 0, 0, 1) + discs +
                             "[[pair]]\nshapes = [\"one\", \"two\"]\nenabled = false\n"),
            "");
  EXPECT_CONTAINS(wrong_with_model(world(0, 0, 0, 1) + body("box", "[1e-3, 1e-3, 1e-3]", at(0, 0, 0),
                                                            "type = \"box\"\nsize = [0.1, 0.1, 0.1]")),
                  "starts with an overlap of 0.05 m");
  EXPECT_CONTAINS(wrong_with_model(world(0, 0, 0, 1) + body("ball", "[1e-3, 1e-3, 1e-3]", at(0, 0, 1),
                                                            "type = \"spher\"\nradius = 1")),
                  "sphere");
}

}  // namespace
}  // namespace freeplay
