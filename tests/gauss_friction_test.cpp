// SPDX-License-Identifier: Apache-2.0
// The optimisation step with Coulomb's friction, in the plane and in space.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "freeplay/assemble.h"
#include "stepping/gauss/gauss_judge.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/places.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

constexpr double kGravity = 9.81, kMin = 1e-4, kMax = 1e-3;

Choice gauss(const std::string& algorithm, double step_min = kMin, double step_max = kMax) {
  return {"gauss_optimisation",
          {{"algorithm", {algorithm, {}}}, {"step_min", {step_min, {}}}, {"step_max", {step_max, {}}}},
          {}};
}

Choice fixed(const std::string& name, double step) { return {name, {{"step", {step, {}}}}, {}}; }

Model slider(const std::string& name) {
  return read_model(source_folder() + "/examples/prismatic_clearance/" + name + ".toml");
}

testing::Ran run(Model model, const Choice& stepper, double end, double every = 0) {
  model.method.stepper = stepper;
  model.run.end = end;
  model.run.record.every = every;
  return testing::run(model);
}

/// A block that lies on the lower face of its guide, which is tilted by `slope`: gravity is turned instead.
Model block(double slope, double mu, double velocity = 0) {
  Model model = slider("friction");
  model.gravity = {-kGravity * std::sin(slope), -kGravity * std::cos(slope)};
  model.forces.clear();
  model.bodies[0].position = {0, -1e-5};
  model.bodies[0].velocity = {velocity, 0};
  model.contact.friction->values["mu"] = {mu, {}};
  return model;
}

TEST(GaussFriction, ABlockSticksBelowMuAndSlidesAbove) {
  const double slope = 20 * std::numbers::pi / 180, limit = std::tan(slope);
  for (const std::string algorithm : {"sqp", "interior_point"}) {
    const double end = algorithm == "sqp" ? 0.02 : 0.006;
    const testing::Ran held = run(block(slope, 1.001 * limit), gauss(algorithm), end);
    for (const double x : held.values("/body/slider/velocity")) EXPECT_NEAR(x, 0, 1e-15);
    EXPECT_NEAR(held.summary.works.friction, 0, 1e-18);

    const double mu = 0.5 * limit, a = -kGravity * (std::sin(slope) - mu * std::cos(slope));
    const testing::Ran slides = run(block(slope, mu), gauss(algorithm), end);
    EXPECT_NEAR(slides.last("/body/slider/velocity"), a * end, 1e-12) << algorithm;
    // implicit Euler: ½ a (t² + Σ h²), here with steps of 1 ms
    EXPECT_NEAR(slides.last("/body/slider/position"), 0.5 * a * end * (end + kMax), 1e-15) << algorithm;
  }
}

// Thrown up the slope it comes to rest within a step, and stays: exactly.
TEST(GaussFriction, SlipEndsInStick) {
  const double slope = 0.2, mu = 0.5, v = 0.05, a = kGravity * (std::sin(slope) + mu * std::cos(slope));
  const testing::Ran ran = run(block(slope, mu, v), gauss("sqp"), 0.02);
  const std::vector<double> time = ran.times(), velocity = ran.values("/body/slider/velocity");
  for (std::size_t i = 1; i < time.size(); ++i) {
    if (time[i] < v / a) {
      EXPECT_NEAR(velocity[2 * i], v - a * time[i], 1e-13);
    }
    if (time[i] > v / a + kMax) {
      EXPECT_NEAR(velocity[2 * i], 0, 1e-15);
    }
  }
  // what the ledger books for friction: −½ m v² and what gravity took, less that of the last, shortened slip
  EXPECT_LT(ran.summary.works.friction, 0);
  const double m = 5, way = ran.last("/body/slider/position");
  const double lost = 0.5 * m * v * v - m * kGravity * std::sin(slope) * way;
  EXPECT_NEAR(-ran.summary.works.friction, lost, 0.15 * lost);
  EXPECT_NEAR(ran.summary.end.total() - ran.summary.start.total(),
              ran.summary.works.friction + ran.summary.works.impact + ran.summary.numerical, 1e-15);
}

// Momentum, gaps, complementarity and Coulomb's law of every step, from the states and the booked impulses
// alone. Both methods make the same step, as closely as they find the least Z where it lies inside of a branch.
void expect_lawful(const Model& model, int steps, double mass) {
  const std::unique_ptr<System> system = assemble(model).system;
  const auto make = [&](const char* algorithm) {
    StepperOptions options;
    options.stepper = gauss(algorithm);
    return find_entry<StepperEntry>("gauss_optimisation")->make(*system, options);
  };
  const std::unique_ptr<Stepper> steppers[] = {make("sqp"), make("interior_point")};
  State states[] = {system->initial_state(), system->initial_state()};
  for (int k = 0; k < steps; ++k) {
    states[1] = states[0];
    for (std::size_t s = 0; s < 2; ++s) {
      SCOPED_TRACE(::testing::Message() << "step " << k << (s == 0 ? ", sqp" : ", ipopt"));
      const State A = states[s];
      steppers[s]->book().clear_impulses();
      ASSERT_EQ(steppers[s]->step(states[s], 1).status, StepStatus::ok);
      const StepMistakes found = judge_step(*system, A, states[s], steppers[s]->book());
      EXPECT_LE(found.momentum, found.allowed);
      EXPECT_LE(found.overlap, 1e-9);
      EXPECT_LE(found.product, 1e-12);
      EXPECT_EQ(found.least_P, 0);
      EXPECT_LE(found.beyond, 1e-11 * mass);
      EXPECT_LE(found.against, 1e-11 * mass);
    }
    EXPECT_NEAR(states[0].t(), states[1].t(), 1e-5 * kMax);
    for (std::size_t i = 0; i < states[0].u().size(); ++i)
      EXPECT_NEAR(states[0].u()[i], states[1].u()[i], 1e-5) << k << " " << i;
  }
  EXPECT_LE(steppers[1]->solver_statistics().handed_over, steps / 3) << "Ipopt gave up too often";
}

TEST(GaussFriction, EveryStepObeysTheLawInThePlane) { expect_lawful(slider("friction"), 12, 5); }

TEST(GaussFriction, EveryStepObeysTheLawInSpace) {
  Model model = slider("space");
  model.bodies[0].space.velocity = {0, 0.02, 0.03};
  model.bodies[0].space.angular_velocity = {1, 2, -1};
  expect_lawful(model, 6, 5);
}

// The sum of the normal impulses is what gravity gives, however contacts share it: after the same time all steppers have
// the same velocity. The way is that of implicit Euler, ½ a h t too long.
TEST(GaussFriction, AgreesWithMoreauAndTheDefault) {
  const double end = 0.01;
  const testing::Ran exact = run(slider("friction"), fixed("symmetric", 1e-5), end, end);
  double last = 0;
  for (const double step : {4e-4, 2e-4, 1e-4}) {
    const testing::Ran ran = run(slider("friction"), gauss("sqp", step, step), end, end);
    const testing::Ran moreau = run(slider("friction"), fixed("moreau", step), end, end);
    const double v = exact.last("/body/slider/velocity"), x = exact.last("/body/slider/position");
    EXPECT_NEAR(ran.last("/body/slider/velocity"), v, 1e-12);
    EXPECT_NEAR(moreau.last("/body/slider/velocity"), v,
                0.2 * 9.81 * step);  // it notices contacts within a step
    const double error = ran.last("/body/slider/position") - x;
    EXPECT_NEAR(error, 0.5 * v * step, 0.5 * v * step);
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 1, 0.3);
    }
    last = error;
  }
}

TEST(GaussFriction, SpaceIsThePlaneToRounding) {
  const testing::Ran plane = run(slider("friction"), gauss("sqp"), 0.02),
                     space = run(slider("space"), gauss("sqp"), 0.02);
  ASSERT_EQ(plane.times().size(), space.times().size());
  for (std::size_t i = 0; i < plane.times().size(); ++i) {
    const Vec3 a = plane.point("/body/slider/position", i), b = space.point("/body/slider/position", i);
    EXPECT_NEAR(plane.times()[i], space.times()[i], 1e-12 * kMax);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(a[k], b[k], 1e-13);
    EXPECT_NEAR(b[2], 0, 1e-13);
  }
  EXPECT_NEAR(plane.summary.works.friction, space.summary.works.friction, 1e-11);
}

// examples/box_on_incline_3d: free contacts, a plane askew.
Model box(double mu, bool thrown) {
  Model model = testing::example("box_on_incline_3d", {{"contact.friction.mu", std::to_string(mu)}});
  if (!thrown) model.bodies[0].space.velocity = {0, 0, 0};
  return model;
}

TEST(GaussFriction, ABoxOnAnInclineInSpace) {
  const double slope = 20 * std::numbers::pi / 180;
  const testing::Ran held = run(box(0.4, false), gauss("sqp"), 0.02);
  EXPECT_LE(norm(held.last_point("/body/box/velocity")), 1e-12);
  const testing::Ran slides = run(box(0.2, false), gauss("sqp"), 0.02);
  const double a = kGravity * (std::sin(slope) - 0.2 * std::cos(slope));
  EXPECT_NEAR(norm(slides.last_point("/body/box/velocity")), a * 0.02, 1e-9);
  // thrown across the slope: friction turns with the slip, and the error is of first order
  const Vec3 exact = run(box(0.363970234266202, true), fixed("symmetric", 1e-4), 0.04, 0.04)
                         .last_point("/body/box/velocity");
  double last = 0;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    const testing::Ran ran = run(box(0.363970234266202, true), gauss("sqp", step, step), 0.04, 0.04);
    const double error = norm(ran.last_point("/body/box/velocity") - exact);
    EXPECT_LE(error, 1 * step);
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 1, 0.3);
    }
    last = error;
  }
}

}  // namespace
}  // namespace freeplay
