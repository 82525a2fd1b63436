// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/assemble.h"
#include "stepping/gauss/gauss_judge.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/places.h"

namespace freeplay {
namespace {

constexpr double kClearance = 1e-5, kMin = 1e-4, kMax = 1e-3;

Choice gauss(const char* algorithm, double step_min = kMin, double step_max = kMax) {
  return {"gauss_optimisation",
          {{"algorithm", {std::string(algorithm), {}}},
           {"step_min", {step_min, {}}},
           {"step_max", {step_max, {}}}},
          {}};
}

std::unique_ptr<Stepper> make_stepper(const System& system, const Choice& choice) {
  StepperOptions options;
  options.stepper = choice;
  return find_entry<StepperEntry>("gauss_optimisation")->make(system, options);
}

std::unique_ptr<System> prismatic(int number) {
  return assemble(read_model(source_folder() + "/examples/prismatic_clearance/case" + std::to_string(number) +
                             ".toml"))
      .system;
}

// Equations of motion in impulse form, gaps and complementarity of every step, for both methods, whose steps
// agree.
TEST(GaussOptimisation, EveryStepObeysTheEquations) {
  for (const int number : {1, 2, 3}) {
    const std::unique_ptr<System> system = prismatic(number);
    const std::unique_ptr<Stepper> steppers[] = {make_stepper(*system, gauss("interior_point")),
                                                 make_stepper(*system, gauss("sqp"))};
    State states[] = {system->initial_state(), system->initial_state()};
    for (int k = 0; k < 40; ++k) {
      for (std::size_t s = 0; s < 2; ++s) {
        SCOPED_TRACE(::testing::Message()
                     << "case " << number << ", step " << k << (s == 0 ? ", ipopt" : ", sqp"));
        const State A = states[s];
        steppers[s]->book().clear_impulses();
        ASSERT_EQ(steppers[s]->step(states[s], 1).status, StepStatus::ok);
        const double h = states[s].t() - A.t();
        EXPECT_GE(h, kMin * (1 - 1e-12));
        EXPECT_LE(h, kMax * (1 + 1e-12));
        const StepMistakes found = judge_step(*system, A, states[s], steppers[s]->book());
        EXPECT_LE(found.momentum, found.allowed);
        EXPECT_LE(found.overlap, 1e-9);
        EXPECT_LE(found.product, 1e-12);
        EXPECT_EQ(found.least_P, 0);
      }
      EXPECT_NEAR(states[0].t(), states[1].t(), 1e-9 * kMax);
      for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(states[0].q()[i], states[1].q()[i], 1e-6 * kClearance);
    }
    EXPECT_EQ(steppers[0]->solver_statistics().handed_over, 0) << "Ipopt gave up in case " << number;
  }
}

// Under implicit Euler x = ½ a Σ h (2 t) = ½ a (t² + Σ h²), which is ½ a t² (1 + h/t) for equal steps.
TEST(GaussOptimisation, XIsThatOfImplicitEuler) {
  for (const int number : {1, 2, 3}) {
    const std::unique_ptr<System> system = prismatic(number);
    const std::unique_ptr<Stepper> stepper = make_stepper(*system, gauss("sqp"));
    State state = system->initial_state();
    double squares = 0, last = 0;
    while (state.t() < 0.1) {
      ASSERT_EQ(stepper->step(state, 0.1 - state.t()).status, StepStatus::ok);
      squares += std::pow(state.t() - last, 2);
      last = state.t();
      const double x = 5 * (state.t() * state.t() + squares);
      EXPECT_NEAR(state.q()[0], x, 1e-12 * x) << number << " " << state.t();
    }
  }
}

// The rest that a step leaves until the next sample is nothing, or a step within the bounds.
TEST(GaussOptimisation, SamplesAreMetWithinTheBounds) {
  const std::unique_ptr<System> system = prismatic(2);
  for (const double every : {1e-4, 1.05e-4, 1.5e-4, 9.9e-4, 1e-3, 1.03e-3, 1.99e-3, 5.55e-3}) {
    const std::unique_ptr<Stepper> stepper = make_stepper(*system, gauss("sqp"));
    State state = system->initial_state();
    for (int k = 1; k <= 10; ++k) {
      const double target = k * every;
      for (int steps = 0; state.t() < target && steps < 100; ++steps) {
        const double before = state.t();
        ASSERT_EQ(stepper->step(state, target - before).status, StepStatus::ok);
        const double h = state.t() - before;
        EXPECT_GE(h, kMin * (1 - 1e-9)) << every;
        EXPECT_LE(h, kMax * (1 + 1e-9)) << every;
        if (std::abs(state.t() - target) < 1e-15) state.set_t(target);
      }
      EXPECT_EQ(state.t(), target);
    }
  }
}

TEST(GaussOptimisation, AStepShorterThanTheShortestIsTakenWhenAskedFor) {
  const std::unique_ptr<System> system = prismatic(1);
  const std::unique_ptr<Stepper> stepper = make_stepper(*system, gauss("sqp"));
  State state = system->initial_state();
  ASSERT_EQ(stepper->step(state, 3e-5).status, StepStatus::ok);
  EXPECT_EQ(state.t(), 3e-5);
}

Model pendulum() {
  return read_model_text(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "rod"
mass = 0.5
inertia = 2e-3
position = [0.1, 0]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "rod"]
points = [[0, 0], [-0.1, 0]]
[run]
end = 1
)",
                         "pendulum.toml");
}

/// At t = 0.4 s, with steps of one length.
double pendulum_angle(const Model& model, const Choice& stepper_choice, double step) {
  const std::unique_ptr<System> system = assemble(model).system;
  StepperOptions options;
  options.stepper = stepper_choice;
  const std::unique_ptr<Stepper> stepper =
      find_entry<StepperEntry>(stepper_choice.name)->make(*system, options);
  State state = system->initial_state();
  for (long k = 0; k < std::lround(0.4 / step); ++k) {
    EXPECT_EQ(stepper->step(state, step).status, StepStatus::ok);
  }
  Evaluation ev(system->info());
  system->place(0.4, state.q(), ev);
  system->constraints(0.4, state.q(), ev);
  for (const double Phi : ev.Phi) EXPECT_LE(std::abs(Phi), 1e-12);
  return state.q()[2];
}

double pendulum_angle(const Model& model, double step) {
  return pendulum_angle(model, gauss("sqp", step, step), step);
}

// Ideal joints are met on position level; the order is one.
TEST(GaussOptimisation, IsOfFirstOrderOnAPendulum) {
  const Model model = pendulum();
  const double angle = pendulum_angle(model, {"symmetric", {}, {}}, 1e-5);
  const double coarse = pendulum_angle(model, 1e-3) - angle, half = pendulum_angle(model, 5e-4) - angle;
  EXPECT_NEAR(std::log2(coarse / half), 1, 0.1) << coarse << " " << half;
}

TEST(GaussOptimisation, RedundantJointsAndDriversAreServed) {
  Model model = pendulum();
  model.joints.push_back(model.joints[0]);
  model.joints[1].name = "second pin";
  EXPECT_NEAR(pendulum_angle(model, 1e-3), pendulum_angle(pendulum(), 1e-3), 1e-12);

  Model driven = pendulum();
  driven.drivers.push_back({"motor", "pin", {"constant_speed", {{"speed", {3.0, {}}}}, {}}, {}});
  EXPECT_NEAR(pendulum_angle(driven, 1e-3), 1.2, 1e-13);
}

// A link of 60 mm cannot follow a crank of 100 mm around: it locks at sin θ = 0.6. The row that cannot be met
// is named.
TEST(GaussOptimisation, AMechanismThatLocksIsReported) {
  const Model model = read_model_text(R"(freeplay = 1
[[body]]
name = "crank"
mass = 1
inertia = 1e-3
position = [0.05, 0]
[[body]]
name = "slider"
mass = 1
inertia = 1e-3
position = [0.16, 0]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], [-0.05, 0]]
[[joint]]
name = "rail"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
[[joint]]
name = "link"
type = "distance"
bodies = ["crank", "slider"]
points = [[0.05, 0], [0, 0]]
length = 0.06
[[driver]]
name = "motor"
joint = "pin"
motion = { law = "constant_speed", speed = "10 rad/s" }
[run]
end = 1
)",
                                      "lock.toml");
  const std::unique_ptr<System> system = assemble(model).system;
  const std::unique_ptr<Stepper> stepper = make_stepper(*system, gauss("sqp"));
  State state = system->initial_state();
  StepReport report;
  for (int k = 0; k < 100 && report.status == StepStatus::ok; ++k) {
    const double before = state.t();
    report = stepper->step(state, 1);
    EXPECT_EQ(report.status != StepStatus::ok, state.t() == before);
  }
  EXPECT_EQ(report.status, StepStatus::not_assembled);
  EXPECT_GE(report.culprit, 0);
  EXPECT_NEAR(state.t(), std::asin(0.6) / 10, kMax);
}

// h² k/m = 1000: explicit schemes fail here.
TEST(GaussOptimisation, StaysStableOnAStiffSpring) {
  Model model = read_model_text(R"(freeplay = 1
[[body]]
name = "bob"
mass = 1
inertia = 1e-3
position = [0.11, 0]
[[joint]]
name = "rail"
type = "prismatic"
bodies = ["ground", "bob"]
axis = [1, 0]
[[force]]
name = "spring"
type = "spring_damper"
bodies = ["ground", "bob"]
points = [[0, 0], [0, 0]]
stiffness = 1e9
free_length = 0.1
[run]
end = 1
)",
                                "spring.toml");
  const std::unique_ptr<System> system = assemble(model).system;
  const std::unique_ptr<Stepper> stepper = make_stepper(*system, gauss("sqp"));
  State state = system->initial_state();
  for (int k = 0; k < 10; ++k) ASSERT_EQ(stepper->step(state, 1).status, StepStatus::ok);
  EXPECT_NEAR(state.q()[0], 0.1, 1e-12);
}

// δθ ≤ c/(2 l): a quarter of the tilt that the corners allow.
TEST(GaussOptimisation, TheAngularRowBoundsTheTilt) {
  const std::unique_ptr<System> system = prismatic(3);
  for (const bool bounded : {false, true}) {
    Choice choice = gauss("interior_point");
    choice.values["angular_row"] = {bounded, {}};
    const std::unique_ptr<Stepper> stepper = make_stepper(*system, choice);
    State state = system->initial_state();
    for (int k = 0; k < 10; ++k) ASSERT_EQ(stepper->step(state, 1).status, StepStatus::ok);
    EXPECT_NEAR(state.q()[2], bounded ? kClearance / (2 * 0.02) : 1e-3, bounded ? 1e-10 : 1e-8);
  }
}

}  // namespace
}  // namespace freeplay
