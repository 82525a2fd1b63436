// SPDX-License-Identifier: Apache-2.0
// Friction in ideal joints in rigid stepping: closed forms, exact stick, self-locking, and motions that
// smooth steppers integrate independently.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/kit/models.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

/// `text` with what stands for [method] and the friction of its joint.
Model with(std::string text, const std::string& friction, const std::string& stepper) {
  const auto put = [&](const std::string& word, const std::string& value) {
    const auto at = text.find(word);
    if (at != std::string::npos) text.replace(at, word.size(), value);
  };
  put("FRICTION", friction);
  put("STEPPER", stepper);
  return read_model_text(text, "rubbing.toml");
}

std::string fixed(const std::string& stepper, double dt) {
  return "name = \"" + stepper + "\", step = " + std::to_string(dt);
}

struct Outcome {
  State state;
  double balance = 0, friction = 0;
  Tangent rubbed{};
  double pressed = 0;
};

Outcome run(const Model& model, double end) {
  const Assembly assembly = assemble(model);
  const System& system = *assembly.system;
  Simulation simulation(system, model.method);
  Evaluation ev(system.info());
  const auto energy = [&](const State& state) {
    system.place(state.t(), state.q(), ev);
    system.mass(state.q(), ev);
    return system.energies(state.t(), state.q(), state.u(), ev).total();
  };
  Outcome out;
  const double before = energy(simulation.state());
  EXPECT_EQ(simulation.advance_to(end).status, StepStatus::ok) << simulation.t();
  out.state = simulation.state();
  const Book& book = simulation.stepper().book();
  out.balance = energy(out.state) - before - book.works.sum();
  out.friction = book.works.friction;
  out.rubbed = book.rubbing_impulse[0];
  out.pressed = book.rubbing_pressing[0];
  return out;
}

/// What the numbers of the last body are in a planar state: x, y, angle.
std::span<const double> last(std::span<const double> all) { return all.subspan(all.size() - 3); }

// ------------------------------------------------------------------------------------------ closed forms
const char* const kRun = "[method]\nstepper = { STEPPER }\n[run]\nend = 1\n";

const char* const kPushed = R"(freeplay = 1
gravity = [0, GRAVITY]
[[body]]
name = "slider"
mass = 2
inertia = 0.1
position = [0, 0]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
points = [[0, 0], [0, 0]]
axis = [1, 0]
friction = { FRICTION }
bearing = { length = 0.1BEARING }
[[force]]
name = "push"
type = "point_force"
body = "slider"
point = [0, ARM]
force = [6, 0]
[method]
stepper = { STEPPER }
[run]
end = 1
)";

Model pushed(const std::string& gravity, const std::string& bearing, const std::string& arm,
             const std::string& friction, const std::string& stepper) {
  std::string text = kPushed;
  const auto put = [&](const std::string& word, const std::string& value) {
    text.replace(text.find(word), word.size(), value);
  };
  put("GRAVITY", gravity);
  put("BEARING", bearing);
  put("ARM", arm);
  return with(text, friction, stepper);
}

/// A push F off the axis by e presses the ends of a slider of length L with F e/L each: friction 2 μ F e/L.
TEST(RubbingRigid, APushOffTheAxisPressesTheEnds) {
  for (const char* stepper : {"moreau", "symmetric"}) {
    const Outcome got =
        run(pushed("0", "", "0.05", R"(law = "coulomb", mu = 0.3)", fixed(stepper, 0.01)), 0.5);
    const double acceleration = 6 * (1 - 2 * 0.3 * 0.05 / 0.1) / 2;
    EXPECT_NEAR(got.state.u()[0], acceleration * 0.5, 1e-12) << stepper;
    EXPECT_NEAR(got.pressed, 6 * 2 * 0.5 * 0.5, 1e-12) << "N s in half a second";
    EXPECT_NEAR(got.rubbed[0], -0.3 * got.pressed, 1e-12);
    EXPECT_NEAR(got.balance, 0, 1e-12);
  }
}

/// With 2 μ e/L > 1 the slider locks itself: no push moves it.
TEST(RubbingRigid, ASliderLocksItself) {
  for (const char* stepper : {"moreau", "symmetric"}) {
    const Outcome got =
        run(pushed("0", "", "0.05", R"(law = "coulomb", mu = 1.1)", fixed(stepper, 0.01)), 0.5);
    EXPECT_EQ(got.state.u()[0], 0) << stepper;
    EXPECT_NEAR(got.state.q()[0], 0, 1e-15) << stepper;
    EXPECT_EQ(got.state.mode(0), ContactMode::stick);
  }
}

/// Friction at the lower face of a high slider tips it: with μ h/L > 1 the ends press with μ m g h/L in all.
TEST(RubbingRigid, FrictionOffTheAxisPressesTheMore) {
  const double mu = 0.4, weight = 2 * 9.81, height = 0.3;
  for (const char* stepper : {"moreau", "symmetric"}) {
    const Outcome got = run(
        pushed("-9.81", ", height = 0.3", "0", R"(law = "coulomb", mu = 0.4)", fixed(stepper, 0.01)), 0.5);
    EXPECT_EQ(got.state.u()[0], 0) << "6 N do not move it";
    Model model =
        pushed("-9.81", ", height = 0.3", "0", R"(law = "coulomb", mu = 0.4)", fixed(stepper, 0.01));
    model.bodies[0].velocity = {5, 0};
    model.forces.clear();
    const Outcome sliding = run(model, 0.5);
    const double pressing = mu * weight * height / 0.1;
    EXPECT_NEAR(sliding.pressed, 0.5 * pressing, 1e-10) << stepper;
    EXPECT_NEAR(sliding.state.u()[0], 5 - mu * pressing / 2 * 0.5, 1e-10) << stepper;
  }
}

// ---------------------------------------------------------------------------------- the belt, as a joint
const std::string kBelt = testing::kDrivenBelt + std::string(R"([[body]]
name = "block"
mass = 1
inertia = 1
position = [0, 0]
velocity = [0.1, 0]
[[joint]]
name = "surface"
type = "prismatic"
bodies = ["belt", "block"]
points = [[0, 0], [0, 0]]
axis = [1, 0]
friction = { FRICTION }
[[force]]
name = "spring"
type = "spring_damper"
bodies = ["ground", "block"]
points = [[-10, 0], [0, 0]]
stiffness = 2
free_length = 10
[method]
stepper = { STEPPER }
[run]
end = 20
)");

/// The block on the belt [Marques2015, section 3.4]: figures as in rigid_friction_test.cpp.
TEST(RubbingRigid, TheBlockOnTheBeltSticksAndSlips) {
  const struct {
    const char* law;
    double x15, w15, x20;
  } cases[] = {
      {R"(law = "coulomb", mu = 0.1)", 0.5605255481795617, 0.11388687165288984, 0.5329317095508113},
      {R"(law = "coulomb_stiction", mu = 0.1, mu_static = 0.15)", 0.7441322582908207, 0.05954656864248741,
       0.4953155506860196},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.law);
    double before[2] = {0, 0};
    for (const double dt : {0.01, 0.005}) {
      const Model model = with(kBelt, one.law, fixed("symmetric", dt));
      const Outcome at15 = run(model, 15);
      const Outcome at20 = run(model, 20);
      const double error[2] = {last(at15.state.q())[0] - one.x15, last(at20.state.q())[0] - one.x20};
      EXPECT_LE(std::abs(error[0]), 0.2 * dt * dt);
      for (int k = 0; k < 2; ++k) {
        if (before[k] != 0) {
          EXPECT_NEAR(std::log2(std::abs(before[k] / error[k])), 2, 0.2) << k;
        }
        before[k] = error[k];
      }
      EXPECT_NEAR(at20.balance, 0, 0.05 * dt * dt);
    }
    const Outcome chosen = run(with(kBelt, one.law, R"(name = "symmetric", accuracy = 1e-7)"), 15);
    EXPECT_NEAR(last(chosen.state.q())[0], one.x15, 1e-6);
    const Outcome stuck = run(with(kBelt, one.law, fixed("symmetric", 0.01)), 4.9);
    EXPECT_EQ(stuck.state.mode(0), ContactMode::stick);
    EXPECT_NEAR(last(stuck.state.u())[0], 0.1, 1e-15) << "stick is exact";
    const Outcome moreau = run(with(kBelt, one.law, fixed("moreau", 1e-3)), 15);
    EXPECT_NEAR(last(moreau.state.q())[0], one.x15, 3 * 0.1 * 1e-3) << "three transitions, a step late each";
  }
}

// ----------------------------------------------------------------------------- against smooth steppers
const std::string kPendulum = "freeplay = 1\ngravity = [0, -9.81]\n" + testing::body_text("arm", 1, "0.02") +
                              "position = [0.3, 0]\n" +
                              testing::joint_text("pin", "revolute", "ground", "arm", "[[0, 0], [-0.3, 0]]") +
                              "friction = { FRICTION }\nbearing = { radius = 0.03 }\n" + kRun;

const std::string kCrank =
    testing::slider_crank_text({
        .of_crank =
            "mass = 0.5\ninertia = 0.01\nposition = [0.05, 0]\nangular_velocity = 20\nvelocity = [0, 1]\n",
        .of_rod = "mass = 0.3\ninertia = 0.004\nposition = [0.25, 0]\nvelocity = [0, 1]\n"
                  "angular_velocity = -6.666666666666667\n",
        .of_slider = "mass = 0.4\ninertia = 0.001\nposition = [0.4, 0]\n",
        .of_guide = "points = [[0, 0], [0, 0]]\nfriction = { FRICTION }\nbearing = { length = 0.05, height = "
                    "0.04 }\n",
    }) +
    kRun;

/// Second order, with friction that follows the reactions: also what removes drift presses the joints.
TEST(RubbingRigid, SymmetricStepsApproachSmoothOnesAtSecondOrder) {
  const struct {
    const char* name;
    const std::string& text;
    const char* law;
    double end;
  } cases[] = {
      {"pendulum", kPendulum, R"(law = "coulomb", mu = 0.3)", 0.4},
      {"pendulum, Stribeck", kPendulum,
       R"(law = "stribeck", mu = 0.2, mu_static = 0.4, stribeck_velocity = 0.1)", 0.4},
      {"crank", kCrank, R"(law = "coulomb", mu = 0.1)", 0.1},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.name);
    const Outcome exact = run(with(one.text, one.law, R"(name = "runge_kutta", accuracy = 1e-12)"), one.end);
    double before = 0;
    for (const double dt : {1e-3, 5e-4, 2.5e-4}) {
      const Outcome got = run(with(one.text, one.law, fixed("symmetric", dt)), one.end);
      const double error = got.state.q()[2] - exact.state.q()[2];
      if (before != 0) {
        EXPECT_NEAR(std::log2(std::abs(before / error)), 2, 0.2) << dt;
      }
      before = error;
      EXPECT_NEAR(got.friction, exact.friction, 20 * dt * dt * std::abs(exact.friction) / (1e-2)) << dt;
      EXPECT_NEAR(got.balance, 0, 1e-9);
    }
    const Outcome chosen = run(with(one.text, one.law, R"(name = "symmetric", accuracy = 1e-8)"), one.end);
    EXPECT_NEAR(chosen.state.q()[2], exact.state.q()[2], 1e-7);
    const Outcome moreau = run(with(one.text, one.law, fixed("moreau", 1e-4)), one.end);
    EXPECT_NEAR(moreau.state.q()[2], exact.state.q()[2], 20 * 1e-4);
  }
}

/// It comes to rest off the vertical, and stays there.
TEST(RubbingRigid, APendulumComesToRestWhereItsPinHoldsIt) {
  const std::string law = R"(law = "coulomb", mu = 0.5)";
  const Outcome got = run(with(kPendulum, law, fixed("symmetric", 1e-3)), 30);
  EXPECT_EQ(got.state.mode(0), ContactMode::stick);
  EXPECT_LE(std::abs(got.state.u()[2]), 1e-15);
  const Outcome later = run(with(kPendulum, law, fixed("symmetric", 1e-3)), 40);
  EXPECT_NEAR(later.state.q()[2], got.state.q()[2], 1e-14) << "no creep";
  const Outcome again = run(with(kPendulum, law, fixed("symmetric", 1e-3)), 40);
  EXPECT_EQ(
      std::memcmp(again.state.block().data(), later.state.block().data(), later.state.block().size_bytes()),
      0);
}

// ------------------------------------------------------------------------------------------------ space
const char* const kSpace = R"(freeplay = 1
dimension = 3
gravity = [1, 0.5, -9.81]
[[body]]
name = "sleeve"
mass = 1
inertia = [0.01, 0.02, 0.015]
position = [0, 0, 0]
velocity = [1, 0, 0]
[[joint]]
name = "rod"
type = "JOINT"
bodies = ["ground", "sleeve"]
points = [[0, 0, 0], [0, 0, 0]]
axis = [1, 0, 0]
friction = { FRICTION }
bearing = { BEARING }
[method]
stepper = { STEPPER }
[run]
end = 1
)";

std::string space(const std::string& joint, const std::string& bearing) {
  std::string text = kSpace;
  text.replace(text.find("JOINT"), 5, joint);
  text.replace(text.find("BEARING"), 7, bearing);
  return text;
}

/// A sleeve that is pressed across by 0.5 and 9.81 N: all faces of a slider, or the pin of a cylinder.
TEST(RubbingRigid, SlidersAndCylindersInSpace) {
  const double mu = 0.05;
  const Outcome slider = run(
      with(space("translational", "length = 0.1"), R"(law = "coulomb", mu = 0.05)", fixed("symmetric", 1e-2)),
      0.5);
  EXPECT_NEAR(slider.state.u()[0], 1 + 0.5 * (1 - mu * (0.5 + 9.81)), 1e-9);
  Model model = with(space("cylindrical", "radius = 0.02, length = 0.1"), R"(law = "coulomb", mu = 0.05)",
                     fixed("symmetric", 1e-2));
  const Outcome cylinder = run(model, 0.5);
  EXPECT_NEAR(cylinder.state.u()[0], 1 + 0.5 * (1 - mu * std::hypot(0.5, 9.81)), 1e-9);
  EXPECT_NEAR(cylinder.balance, 0, 1e-9);
}

TEST(RubbingRigid, WhatCannotBeSolvedIsRefused) {
  const auto message = [](const std::string& text, const std::string& law, const std::string& stepper) {
    return testing::refusal_of([&] { assemble(with(text, law, stepper)); });
  };
  const std::string law = R"(law = "coulomb", mu = 0.05)";
  std::string ball = space("spherical", "radius = 0.02");
  ball.replace(ball.find("axis = [1, 0, 0]\n"), 17, "");
  EXPECT_CONTAINS(message(ball, law, fixed("symmetric", 1e-3)), "three directions");
  EXPECT_NE(message(kPendulum, R"(law = "dahl", mu = 0.1, sigma0 = 1e4)", fixed("symmetric", 1e-3))
                .find("no set-valued form"),
            std::string::npos);
}

}  // namespace
}  // namespace freeplay
