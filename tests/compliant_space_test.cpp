// SPDX-License-Identifier: Apache-2.0
// Compliant contacts in space in whole models: closed forms, the plane in space, other sizes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "freeplay/assemble.h"
#include "freeplay/spatial.h"
#include "run/simulate.h"
#include "stepping/steppers/stepper.h"
#include "tests/compliant_floor.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

using World = testing::CompliantFloor;
using testing::ball_text;
using testing::floor_text;
using testing::Ran;
using testing::run;

constexpr double kGravity = 9.81;

// ---------------------------------------------------------------------------------------------- impacts
/// A ball that meets a wall askew to the axes with 1 m/s, without gravity.
Ran impact(const std::string& force, const std::string& stepper, double every) {
  World wall;
  wall.force = force;
  wall.gravity = "[0, 0, 0]";
  wall.normal = "[0.48, 0.6, 0.64]";
  wall.stepper = stepper;
  wall.end = 6e-4;
  wall.every = every;
  const Vec3 n{0.48, 0.6, 0.64};
  return run(floor_text(wall) + ball_text(0.0501 * n, -1.0 * n));
}

// Figures of shared/reference/hertz_impact.json: "sphere_m1_K3.39e10_v1"
TEST(CompliantSpace, AnElasticImpactIsThatOfHertz) {
  for (const char* name : {"runge_kutta", "adams", "bdf"}) {
    for (const char* detection : {"event", "reject"}) {
      SCOPED_TRACE(std::string(name) + " " + detection);
      const Ran out = impact(
          "{ law = \"hertz\", stiffness = 3.39e10 }",
          fmt::format("{{ name = \"{}\", accuracy = 1e-11, detection = \"{}\" }}", name, detection), 1e-6);
      const auto& impacts = out.record.rows("/impacts");
      ASSERT_EQ(impacts.size(), 1U);
      // time, contact, normal before and after, slip before and after, impulses, duration
      EXPECT_NEAR(impacts[0][0], 1e-4, 1e-9);
      EXPECT_NEAR(impacts[0][2], -1, 1e-12);
      EXPECT_NEAR(impacts[0][3], 1, 1e-8);
      for (const std::size_t slip : {4U, 5U, 6U, 7U}) EXPECT_NEAR(impacts[0][slip], 0, 1e-9);
      EXPECT_NEAR(impacts[0][8], 2, 1e-5);
      EXPECT_NEAR(impacts[0][11], 0.00019747630600204782, 1e-9);
      double deepest = 0, peak = 0;
      for (const double value : out.record.values("/contact/floor/ball/penetration"))
        deepest = std::max(deepest, value);
      for (const double value : out.record.values("/contact/floor/ball/normal")) peak = std::max(peak, value);
      EXPECT_NEAR(deepest, 6.70940682182105e-05, 1e-4 * 6.7e-05);  // samples are 1 µs apart
      EXPECT_NEAR(peak, 18630.559052323617, 1e-4 * 18630);
      EXPECT_LT(out.summary.worst_numerical, 1e-8 * 0.5);
    }
  }
}

// "restitution_table" of the same file, at 0.7
TEST(CompliantSpace, LawsDeliverTheRestitutionOfTheirEquation) {
  const std::pair<const char*, double> laws[] = {{"lankarani_nikravesh", 0.7959725953653285},
                                                 {"hunt_crossley", 0.7679997890784757},
                                                 {"flores", 0.6831841997306839}};
  for (const auto& [law, restitution] : laws) {
    SCOPED_TRACE(law);
    const Ran out = impact(fmt::format("{{ law = \"{}\", stiffness = 3.39e10, restitution = 0.7 }}", law),
                           "{ name = \"runge_kutta\", accuracy = 1e-11 }", 1e-5);
    const auto& impacts = out.record.rows("/impacts");
    ASSERT_EQ(impacts.size(), 1U);
    EXPECT_NEAR(impacts[0][3], restitution, 1e-8);
    EXPECT_LT(out.summary.worst_numerical, 1e-8 * 0.5);
    EXPECT_NEAR(out.summary.works.impact, 0.5 * (restitution * restitution - 1), 1e-8);
  }
}

// The stiffness follows from materials and curvature as in the plane: K = 4/3 E* √R, R of a ball against a
// plane its radius, of two equal balls half of it.
TEST(CompliantSpace, StiffnessFollowsFromCurvature) {
  const double modulus = 207e9 / (2 * (1 - 0.09));
  const auto deepest = [](const Ran& out) { return out.summary.steps.worst_penetration; };
  const auto expected = [&](double radius, double mass, double speed) {
    const double K = 4.0 / 3 * modulus * std::sqrt(radius);
    return std::pow(1.25 * mass * speed * speed / K, 0.4);
  };
  const std::string steel = "{ law = \"hertz\", young = \"207 GPa\", poisson = 0.3 }";
  const Ran plane = impact(steel, "{ name = \"runge_kutta\", accuracy = 1e-11, step_max = 1e-7 }", 1e-4);
  EXPECT_NEAR(deepest(plane) / expected(0.05, 1, 1), 1, 1e-4);
  World two;
  two.force = steel;
  two.gravity = "[0, 0, 0]";
  two.end = 4e-4;
  two.stepper = "{ name = \"runge_kutta\", accuracy = 1e-11, step_max = 1e-7 }";
  const Ran balls = run(floor_text(two) + ball_text({0, 0, 1}, {0.6, 0, 0.8}) +
                        ball_text({0.06006, 0, 1.08008}, {0, 0, 0}, {}, "other"));
  EXPECT_NEAR(deepest(balls) / expected(0.025, 0.5, 1), 1, 1e-4);
  EXPECT_NEAR(norm(balls.last_point("/body/other/velocity")), 1, 1e-8);
}

TEST(CompliantSpace, ABallBetweenTwoWallsKeepsItsEnergy) {
  World walls;
  walls.gravity = "[0, 0, 0]";
  walls.force = "{ law = \"hertz\", stiffness = 1e8 }";
  walls.end = 1;
  for (const char* name : {"runge_kutta", "adams", "bdf"}) {
    SCOPED_TRACE(name);
    walls.stepper = fmt::format("{{ name = \"{}\", accuracy = 1e-10 }}", name);
    const Ran out =
        run(floor_text(walls) +
            "[[shape]]\nname = \"lid\"\nbody = \"ground\"\ntype = \"half_space\"\nnormal = [0, 0, -1]\n"
            "point = [0, 0, 0.3]\n" +
            ball_text({0, 0, 0.1}, {0.3, 0.4, 2}));
    EXPECT_GE(out.summary.steps.impacts, 8);
    EXPECT_NEAR(out.summary.end.total(), out.summary.start.total(), 1e-6 * out.summary.start.total());
    EXPECT_LT(out.summary.worst_numerical, 1e-6 * out.summary.start.total());
  }
}

// ------------------------------------------------------------------------------------------ slip and roll
/// A ball that already lies in the dent of its weight.
double dent(double stiffness) { return std::pow(kGravity / stiffness, 2.0 / 3); }

TEST(CompliantSpace, ABallSlipsThenRolls) {
  const double K = 1e11, mu = 0.3, speed = 2, radius = 0.05;
  const Vec3 along{0.6, 0.8, 0};
  for (const char* name : {"runge_kutta", "adams", "bdf"}) {
    SCOPED_TRACE(name);
    World table;
    table.force = fmt::format("{{ law = \"hertz\", stiffness = {} }}", K);
    table.friction = fmt::format("{{ law = \"coulomb\", mu = {} }}", mu);
    table.stepper = fmt::format("{{ name = \"{}\", accuracy = 1e-9 }}", name);
    table.end = 0.4;
    const Ran out = run(floor_text(table) + ball_text({0, 0, radius - dent(K)}, speed * along));
    const double time = 2 * speed / (7 * mu * kGravity), way = 12 * speed * speed / (49 * mu * kGravity);
    const double compliance = 10 * dent(K) / radius;  // the arm is shorter by a part of the dent
    double rolls = 0;
    for (const auto& row : out.record.rows("/events")) {
      if (row[3] == 1) rolls = row[0];
    }
    EXPECT_NEAR(rolls, time, compliance * time);
    const Vec3 v = out.last_point("/body/ball/velocity"), r = out.last_point("/body/ball/position");
    const Vec3 omega = out.last_point("/body/ball/angular_velocity");
    EXPECT_NEAR(dot(v, along), 5.0 / 7 * speed, compliance * speed);
    EXPECT_NEAR(v[0] * along[1] - v[1] * along[0], 0, 1e-9);
    EXPECT_NEAR(dot(r, along), way + 5.0 / 7 * speed * (0.4 - time), compliance);
    EXPECT_NEAR(norm(cross(omega, {0, 0, radius}) - v), 0, compliance * speed);
    EXPECT_LT(out.summary.worst_numerical, 1e-7 * out.summary.energy_scale);
    EXPECT_NEAR(out.summary.works.friction, -1.0 / 7 * speed * speed, compliance);
  }
}

TEST(CompliantSpace, ABoxSticksOnAnIncline) {
  const double slope = 15 * std::numbers::pi / 180;
  World incline;
  incline.force = "{ law = \"lankarani_nikravesh\", stiffness = 1e7, restitution = 0.3 }";
  incline.friction = "{ law = \"coulomb\", mu = 0.5 }";
  incline.normal = fmt::format("[{}, 0, {}]", std::sin(slope), std::cos(slope));
  incline.stepper = "{ name = \"runge_kutta\", accuracy = 1e-8 }";
  const std::string box = fmt::format(
      "[[body]]\nname = \"box\"\nmass = 2\ninertia = [4.3e-3, 1.23e-2, 1.5e-2]\nposition = [{}, 0, {}]\n"
      "orientation = {{ sequence = \"yzx\", angles = [\"15 deg\", \"20 deg\", 0] }}\n"
      "[[shape]]\nbody = \"box\"\ntype = \"box\"\nsize = [0.26, 0.14, 0.08]\n",
      0.04 * std::sin(slope), 0.04 * std::cos(slope));
  const Ran out = run(floor_text(incline) + box);
  const std::size_t half = static_cast<std::size_t>(out.record.samples()) / 2;
  const Vec3 down{std::cos(slope), 0, -std::sin(slope)};
  const Vec3 then = out.point("/body/box/position", half), now = out.last_point("/body/box/position");
  EXPECT_NEAR(dot(now - then, down), 0, 1e-9);  // no creep, though it still trembles
  EXPECT_NEAR(now[1] - then[1], 0, 1e-9);
  EXPECT_NEAR(norm(out.last_point("/body/box/velocity")), 0, 1e-7);
  int sticking = 0;
  Vec3 friction{};
  double normal = 0;
  for (const Channel& channel : out.record.layout().channels) {
    if (channel.path.ends_with("/mode") && out.last_point(channel.path)[0] == 1) ++sticking;
    if (channel.path.ends_with("/normal")) normal += out.last_point(channel.path)[0];
    if (channel.path.ends_with("/tangential")) friction = friction + out.last_point(channel.path);
  }
  EXPECT_EQ(sticking, 4);
  EXPECT_NEAR(normal, 2 * kGravity * std::cos(slope), 1e-5);
  EXPECT_NEAR(norm(friction), 2 * kGravity * std::sin(slope), 1e-5);
  // below the limit it slides
  incline.friction = "{ law = \"coulomb\", mu = 0.2 }";
  const Ran slides = run(floor_text(incline) + box);
  EXPECT_NEAR(dot(slides.last_point("/body/box/velocity"), down),
              kGravity * (std::sin(slope) - 0.2 * std::cos(slope)), 1e-3);
}

/// Boxes put on each other.
std::string tower_text(int floors, const World& world) {
  std::string text = floor_text(world);
  for (int k = 0; k < floors; ++k) {
    text += fmt::format(
        "[[body]]\nname = \"b{0}\"\nmass = 1\ninertia = [1e-3, 1e-3, 1e-3]\nposition = [{1}, {2}, {3}]\n"
        "[[shape]]\nbody = \"b{0}\"\ntype = \"box\"\nsize = [0.12, 0.12, 0.06]\n",
        k, 0.01 * (k * 7 % 3 - 1), 0.01 * (k * 5 % 3 - 1), 0.03 + 0.06 * k);
  }
  return text;
}

// As the floors fall onto each other, corners come near within rounding and do not touch yet. Each such contact ended, and began
// anew, at every step: bdf took 69 195 right-hand sides.
TEST(CompliantSpace, ATowerDoesNotBeginAnewWithEveryStep) {
  World world;
  world.force = "{ law = \"zhiying_qishao\", stiffness = 1e9, restitution = 0.8 }";
  world.stepper = "{ name = \"bdf\" }";
  world.end = 0.01;
  const Ran out = run(tower_text(5, world));
  EXPECT_LT(out.summary.compliant.evaluations, 10000);
  EXPECT_LT(out.summary.worst_numerical, 1e-6 * 5);
}

// ------------------------------------------------------------------------------------- the plane in space
/// Position and velocity along the floor, height, spin.
std::array<double, 5> in_the_plane(const std::string& law, const std::string& name) {
  const Ran out = run(fmt::format(
      "freeplay = 1\ngravity = [0, -9.81]\n"
      "[[shape]]\nname = \"floor\"\nbody = \"ground\"\ntype = \"half_plane\"\nnormal = [0, 1]\n"
      "[[body]]\nname = \"ball\"\nmass = 1\ninertia = 1e-3\nposition = [0, 0.06]\nvelocity = [0.5, -1]\n"
      "angular_velocity = 30\n[[shape]]\nbody = \"ball\"\ntype = \"circle\"\nradius = 0.05\n"
      "[contact]\nworld = \"compliant\"\n"
      "force = {{ law = \"exact\", stiffness = 1e8, restitution = 0.5 }}\nfriction = {}\n"
      "[method]\nstepper = {{ name = \"{}\", accuracy = 1e-12 }}\n[run]\nend = 0.3\nrecord = {{ every = 0.01 "
      "}}\n",
      law, name));
  const Vec3 r = out.last_point("/body/ball/position"), v = out.last_point("/body/ball/velocity");
  return {r[0], v[0], r[1], v[1], out.last_point("/body/ball/angular_velocity")[0]};
}

std::array<double, 5> in_space(const std::string& law, const std::string& name, double azimuth) {
  World table;
  table.force = "{ law = \"exact\", stiffness = 1e8, restitution = 0.5 }";
  table.friction = law;
  table.stepper = fmt::format("{{ name = \"{}\", accuracy = 1e-12 }}", name);
  table.end = 0.3;
  const Vec3 along{std::cos(azimuth), std::sin(azimuth), 0}, axis{std::sin(azimuth), -std::cos(azimuth), 0};
  const Ran out = run(floor_text(table) + ball_text({0, 0, 0.06}, 0.5 * along + Vec3{0, 0, -1}, 30.0 * axis));
  const Vec3 r = out.last_point("/body/ball/position"), v = out.last_point("/body/ball/velocity");
  EXPECT_NEAR(dot(v, axis), 0, 1e-9);
  return {dot(r, along), dot(v, along), r[2], v[2], dot(out.last_point("/body/ball/angular_velocity"), axis)};
}

TEST(CompliantSpace, APlanarModelMovesAsInThePlane) {
  for (const char* law :
       {"{ law = \"coulomb\", mu = 0.2 }", "{ law = \"tanh\", mu = 0.2, velocity = 0.01 }",
        "{ law = \"lugre\", mu = 0.2, mu_static = 0.25, stribeck_velocity = 0.01, sigma0 = 1e4, "
        "sigma1 = 0, sigma2 = 0 }",
        "{ law = \"dahl\", mu = 0.2, sigma0 = 1e4 }"}) {
    for (const char* name : {"runge_kutta", "adams"}) {
      SCOPED_TRACE(std::string(law) + " " + name);
      const std::array<double, 5> plane = in_the_plane(law, name);
      for (const double azimuth : {0.0, 0.7}) {
        const std::array<double, 5> space = in_space(law, name, azimuth);
        for (std::size_t k = 0; k < 5; ++k)
          EXPECT_NEAR(space[k], plane[k], k == 4 ? 30e-9 : 1e-9) << k;  // of the spin that it had
      }
    }
  }
}

// ------------------------------------------------------------------------------------------------ scaling
/// Two balls and a floor with friction at another size; see compliant_world_test.cpp.
std::vector<double> motion(double s, const std::string& name) {
  World table;
  table.force =
      fmt::format("{{ law = \"exact\", stiffness = {}, restitution = 0.5 }}", 1e8 * s * s * std::sqrt(s));
  table.friction = fmt::format("{{ law = \"tanh\", mu = 0.3, velocity = {} }}", 0.01 * s);
  table.gravity = fmt::format("[0, 0, {}]", -9.81 * s);
  table.stepper = fmt::format("{{ name = \"{}\" }}", name);
  Model model = read_model_text(floor_text(table) + ball_text({0, 0, 0.06}, {0.5, 0.2, -1}, {3, 40, 1}) +
                                    ball_text({0.02, 0.03, 0.17}, {0, 0, -2}, {}, "other"),
                                "test.toml");
  for (Body& body : model.bodies) {
    body.mass *= s * s * s;
    for (double& moment : body.space.inertia) moment *= s * s * s * s * s;
    body.space.position = s * body.space.position;
    body.space.velocity = s * body.space.velocity;
  }
  for (Shape& shape : model.shapes) {
    if (const auto found = shape.values.find("radius"); found != shape.values.end())
      found->second.data = s * std::get<double>(found->second.data);
  }
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  EXPECT_EQ(simulation.advance_to(0.2).status, StepStatus::ok);
  std::vector<double> numbers;
  const State& state = simulation.state();
  for (std::size_t i = 0; i < state.q().size(); ++i) numbers.push_back(state.q()[i] / (i % 7 < 3 ? s : 1));
  for (std::size_t i = 0; i < state.u().size(); ++i) numbers.push_back(state.u()[i] / (i % 6 < 3 ? s : 1));
  const Book& book = simulation.stepper().book();
  numbers.push_back(static_cast<double>(book.statistics.steps));
  EXPECT_GT(book.statistics.impacts, 3) << "the case must contain impacts";
  return numbers;
}

TEST(CompliantSpace, AnotherSizeByAPowerOfTwoIsBitIdentical) {
  for (const char* name : {"runge_kutta", "adams"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(motion(1, name), motion(std::ldexp(1.0, -20), name));
    EXPECT_EQ(motion(1, name), motion(1, name));
  }
}

}  // namespace
}  // namespace freeplay
