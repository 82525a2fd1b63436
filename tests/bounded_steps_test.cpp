// SPDX-License-Identifier: Apache-2.0
// A rigid step costs a bounded amount of work, however much happens in it: what cannot be placed in time is closed
// by one time-stepping piece, which gains no energy, is counted, and ends where Moreau's time stepping does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/simulation.h"
#include "stepping/rigid/event_budget.h"
#include "stepping/steppers/stepper.h"
#include "tests/random_scenes.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

std::string rigid(double restitution, const std::string& stepper) {
  return fmt::format(R"([contact]
impact = {{ law = "newton", restitution = {} }}
friction = {{ law = "coulomb", mu = 0.3 }}
[method]
stepper = {{ {} }})",
                     restitution, stepper);
}

std::string compliant(double restitution) {
  return fmt::format(R"([contact]
world = "compliant"
force = {{ law = "exact", restitution = {}, young = "3 GPa", poisson = 0.3, radius = "1 mm" }}
friction = {{ law = "ambrosio", mu = 0.3, v0 = 0, v1 = 0.001 }})",
                     restitution);
}

/// A row of dominoes on a floor; a spring pulls the first one over. No stepper: the compliant world.
std::string dominoes(int count, double restitution, const std::string& stepper) {
  std::string text = "freeplay = 1\ngravity = [0, -9.81]\n";
  for (int i = 1; i <= count; ++i) {
    text += fmt::format(R"(
[[body]]
name = "d{0}"
mass = 0.01
inertia = 2.13667e-06
position = [{1}, 0.025]
[[shape]]
body = "d{0}"
type = "polygon"
points = [[-0.004,-0.025],[0.004,-0.025],[0.004,0.025],[-0.004,0.025]]
)",
                        i, 0.028 * (i - 1));
  }
  return text + fmt::format(R"(
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
normal = [0, 1]
[[force]]
name = "finger"
type = "spring_damper"
bodies = ["ground", "d1"]
points = [[0.2, 0.05], [0, 0.024]]
stiffness = "1 N/m"
free_length = 0
{}
[run]
end = 0.4
)",
                            stepper.empty() ? compliant(restitution) : rigid(restitution, stepper));
}

struct Fall {
  double down = 0;  ///< when the last piece has turned by half a right angle [s]
  long long solves = 0, iterations = 0;
  Book book;
};

Fall fall(int count, double restitution, const std::string& stepper) {
  const Model model = read_model_text(dominoes(count, restitution, stepper), "dominoes.toml");
  const Assembly assembly = assemble(model);
  Fall result{0, 0, 0, Book(assembly.system->info())};
  Simulation simulation(*assembly.system, model.method);
  simulation.observe([&](const Simulation& now) {
    if (result.down == 0 && std::abs(now.state().q().back()) > 0.785) result.down = now.t();
  });
  EXPECT_EQ(simulation.advance_to(model.run.end).status, StepStatus::ok);
  result.book = simulation.stepper().book();
  result.solves = simulation.stepper().solver_statistics().solves;
  result.iterations = simulation.stepper().solver_statistics().iterations;
  return result;
}

// pieces = 1: nearly every event of the fall is closed by time stepping, and a step costs a handful of solves.
TEST(BoundedSteps, DominoesFallAlikeHoweverFewEventsArePlaced) {
  const Fall reference = fall(4, 0.2, R"(name = "moreau", step = "0.05 ms")");
  ASSERT_GT(reference.down, 0.1);
  for (const char* pieces : {"1", "64", "512"}) {
    const Fall placed = fall(4, 0.2, fmt::format(R"(step = "0.1 ms", pieces = {})", pieces));
    EXPECT_NEAR(placed.down, reference.down, 0.05 * reference.down) << pieces;
    const StepStatistics& steps = placed.book.statistics;
    EXPECT_LE(placed.book.gain.total, 1e-12) << pieces;  // of 0.03 J
    EXPECT_LT(placed.book.works.impact, 0) << pieces;
    EXPECT_LT(placed.book.works.friction, 0) << pieces;
    EXPECT_LE(steps.time_stepped_time, 0.4) << pieces;
    // each step: its first piece, what it earned, and at most five pieces and sixteen impacts to close it
    EXPECT_LE(placed.solves,
              steps.steps * (1 + 21) + static_cast<long long>(2 * std::stod(pieces)) + steps.steps)
        << pieces;
    if (std::string(pieces) == "1") {
      EXPECT_GT(steps.time_stepped, 50);
      EXPECT_GT(steps.time_stepped_time, 0.001);
    }
  }
}

// Two ways to step through impacts, and forces instead of them: the last piece is down at the same time.
TEST(BoundedSteps, DominoesFallAlikeInBothWorlds) {
  const double symmetric = fall(6, 0.2, R"(step = "0.1 ms")").down;
  const double moreau = fall(6, 0.2, R"(name = "moreau", step = "0.05 ms")").down;
  const double forces = fall(6, 0.2, "").down;
  ASSERT_GT(symmetric, 0.1);
  EXPECT_NEAR(moreau, symmetric, 0.02 * symmetric);
  EXPECT_NEAR(forces, symmetric, 0.02 * symmetric);
}

// The pieces tried to find the time of an event differ little from each other, and so do their contact problems: the
// answer of one is the guess of the next. A guess from the last step takes 2.7 iterations here instead of 2, and many more where
// the row lies on the floor.
TEST(BoundedSteps, AProblemIsNotSolvedAnewForEveryPieceOfASearch) {
  const Fall row = fall(20, 0.2, R"(step = "0.1 ms")");
  EXPECT_GT(row.solves, 8000);
  EXPECT_LT(static_cast<double>(row.iterations), 2.3 * static_cast<double>(row.solves));
  EXPECT_LE(row.book.gain.total, 1e-12);
}

// Time stepping with ε = 1 and without friction throws everything back: nothing is lost or gained.
TEST(BoundedSteps, ClosingALosslessRattleKeepsItsEnergy) {
  const Model model = read_model_text(R"(
freeplay = 1
[[body]]
name = "slider"
mass = 1
inertia = 1e-3
velocity = [0.3, 1]
angular_velocity = 4
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
length = 0.1
width = 0.02
clearance = "30 um"
[contact]
impact = { law = "newton", restitution = 1 }
[method]
stepper = { step = "0.2 ms", pieces = 1 }
[run]
end = 0.1
)",
                                      "rattle.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(0.1).status, StepStatus::ok);
  const Book& book = simulation.stepper().book();
  EXPECT_GT(book.statistics.time_stepped, 300);
  EXPECT_GT(book.statistics.impacts, 300);
  const std::span<const double> u = simulation.state().u();
  EXPECT_NEAR(0.5 * (u[0] * u[0] + u[1] * u[1] + 1e-3 * u[2] * u[2]), 0.5 * (0.09 + 1 + 0.016), 1e-9);
  EXPECT_LT(book.statistics.worst_penetration_relative, 0.05);
}

// Forces of bodies in space depend on their velocity. Where they do not change, as of crates at rest, the contact problem
// is solved once in a step, not twice.
TEST(BoundedSteps, WhatRestsInSpaceIsSolvedOnce) {
  std::string text = "freeplay = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n";
  for (int i = 0; i < 3; ++i)
    text += fmt::format(
        "[[body]]\nname = \"b{0}\"\nmass = 2\ninertia = [0.01, 0.02, 0.03]\nposition = [0, 0, {1}]\n"
        "[[shape]]\nbody = \"b{0}\"\ntype = \"box\"\nsize = [0.2, 0.2, 0.2]\n",
        i, 0.1 + 0.2 * i);
  text +=
      "[[shape]]\nname = \"floor\"\nbody = \"ground\"\ntype = \"half_space\"\nnormal = [0, 0, 1]\n"
      "[contact]\nimpact = { law = \"newton\", restitution = 0.5 }\nfriction = { law = \"coulomb\", mu = 0.5 "
      "}\n[method]\nstepper = { step = \"1 ms\" }\n"
      "[run]\nend = 0.1\n";
  const Model model = read_model_text(text, "tower.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(0.1).status, StepStatus::ok);
  EXPECT_EQ(simulation.stepper().book().statistics.steps, 100);
  EXPECT_LE(simulation.stepper().solver_statistics().solves, 102);
  EXPECT_NEAR(simulation.state().q()[2 * 7 + 2], 0.5, 1e-12);
}

// Bricks of 10 to 120 000 kg on each other: impulses are large beside their differences, and slip that is nothing but
// their rounding is none. It once came to rest in every step, which was then searched for; seven of ten steps could not
// place the events of nothing and were time-stepped.
TEST(BoundedSteps, HeavyAndLightBricksRestWithoutEvents) {
  const Model model = read_model_text(testing::random_scene(2).text, "tower.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(0.05).status, StepStatus::ok);
  const StepStatistics& steps = simulation.stepper().book().statistics;
  const SolverStatistics& solver = simulation.stepper().solver_statistics();
  EXPECT_GT(steps.steps, 350);
  EXPECT_EQ(steps.substeps, steps.steps);
  EXPECT_EQ(steps.time_stepped, 0);
  EXPECT_EQ(solver.solves, steps.steps);
  EXPECT_GE(solver.warm, solver.solves - 2);
}

TEST(BoundedSteps, WhatIsEarnedIsSavedUpToALimit) {
  EventBudget budget(128);
  for (int i = 0; i < 128; ++i) {
    EXPECT_FALSE(budget.spent()) << i;
    budget.spend();
  }
  EXPECT_TRUE(budget.spent());
  budget.earn(1);
  budget.spend();
  EXPECT_FALSE(budget.spent());  // a 64th of 128 is two
  budget.spend();
  EXPECT_TRUE(budget.spent());
  budget.earn(1e6);
  for (int i = 0; i < 128; ++i) budget.spend();
  EXPECT_TRUE(budget.spent());
}

// A driver whose table ends stops its body at once: that is work of the driver, not removal of drift.
TEST(BoundedSteps, ADriverThatStopsBooksItsWork) {
  const Model model = read_model_text(R"(
freeplay = 1
[[body]]
name = "cart"
mass = 2
inertia = 1
[[joint]]
name = "rail"
type = "prismatic"
bodies = ["ground", "cart"]
axis = [1, 0]
[[driver]]
name = "push"
joint = "rail"
motion = { law = "table", times = [0, 0.05], values = [0, 0.15], interpolation = "linear" }
[method]
stepper = { step = "1 ms" }
[run]
end = 0.06
)",
                                      "cart.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(0.06).status, StepStatus::ok);
  const Book& book = simulation.stepper().book();
  EXPECT_NEAR(book.works.drivers, -0.5 * 2 * 9, 1e-9);  // 3 m/s to rest
  EXPECT_NEAR(book.works.stabilisation, 0, 1e-9);
  EXPECT_NEAR(book.drift.moved, 0, 1e-9);
}

}  // namespace
}  // namespace freeplay
