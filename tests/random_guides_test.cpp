// SPDX-License-Identifier: Apache-2.0
// Random sliders in random guides, any restitution, friction and step: every run must end well.
#include <gtest/gtest.h>

#include <random>

#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

/// One to three bodies, each in a guide with play on the ground or on the body before it.
Model random_model(std::mt19937_64& random, bool lossless, const char* law = "newton") {
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Model model;
  model.gravity = {uniform(-5, 5), uniform(-10, 0)};
  const int count = 1 + static_cast<int>(random() % 3);
  for (int i = 0; i < count; ++i) {
    Body body;
    body.name = "b" + std::to_string(i);
    body.mass = uniform(0.2, 3);
    body.inertia = body.mass * uniform(1e-4, 1e-2);
    body.position = {uniform(-1, 1), 0};
    body.velocity = {uniform(-3, 3), uniform(-1, 1)};
    body.angular_velocity = uniform(-5, 5);
    model.bodies.push_back(body);
    Joint joint;
    joint.name = "g" + std::to_string(i);
    joint.type = "prismatic";
    joint.bodies = {
        i > 0 && random() % 2 == 0 ? model.bodies[static_cast<std::size_t>(i - 1)].name : "ground",
        body.name};
    joint.values["axis"] = {Point{1, 0}, {}};
    joint.values["length"] = {uniform(0.02, 0.3), {}};
    joint.values["width"] = {uniform(0.005, 0.1), {}};
    joint.values["clearance"] = {std::pow(10.0, uniform(-4.5, -2)), {}};
    if (random() % 3 == 0) joint.values["guide"] = {std::string("inside"), {}};
    model.joints.push_back(joint);
  }
  const double restitution = lossless ? 1 : std::vector<double>{0, 0.3, 0.5, 0.9}[random() % 4];
  const double mu = lossless ? 0 : std::vector<double>{0, 0.1, 0.5, 1.2}[random() % 4];
  model.contact.impact = Choice{law, {{"restitution", {restitution, {}}}}, {}};
  model.contact.friction = Choice{"coulomb", {{"mu", {mu, {}}}}, {}};
  const double step = std::vector<double>{1e-5, 1e-4, 3e-4}[random() % 3];
  model.method.stepper = {"symmetric", {{"step", {step, {}}}}, {}};
  model.run.end = 300 * step;
  return model;
}

TEST(RandomGuides, EveryRunEndsWithoutOverlapAndWithAClosedLedger) {
  std::mt19937_64 random(2024);
  int crowded = 0, time_stepped = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const Model model = random_model(random, false);
    const RunSummary summary = testing::try_unrecorded(model);
    ASSERT_EQ(summary.status, RunStatus::complete) << "trial " << trial << ": " << summary.message;
    // a time-stepping piece keeps contacts apart at its middle: a corner dips by the curvature of its path
    EXPECT_LT(summary.steps.worst_penetration_relative, summary.steps.time_stepped > 0 ? 1e-3 : 1e-6)
        << "trial " << trial;
    time_stepped += summary.steps.time_stepped > 0;
    EXPECT_LT(std::abs(summary.worst_numerical), 1e-9 * summary.energy_scale) << "trial " << trial;
    crowded += summary.steps.crowded > 0;
  }
  EXPECT_LE(crowded, 5);        // of 150: more impacts in one step than can be told apart
  EXPECT_LE(time_stepped, 15);  // of 150: more than can be placed in time
}

TEST(RandomGuides, ChosenStepsEndWell) {
  std::mt19937_64 random(2024);
  int crowded = 0, time_stepped = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Model model = random_model(random, false);
    model.method.stepper.values["accuracy"] = {1e-6, {}};
    const testing::Ran ran = testing::try_run(model);
    const RunSummary& summary = ran.summary;
    ASSERT_EQ(summary.status, RunStatus::complete) << "trial " << trial << ": " << summary.message;
    const bool placed = summary.steps.time_stepped == 0;
    EXPECT_LT(summary.steps.worst_penetration, (placed ? 1e-6 : 1e-4) * ran.assembly.system->info().length)
        << "trial " << trial;
    EXPECT_LT(std::abs(summary.worst_numerical), 1e-6 * summary.energy_scale) << "trial " << trial;
    crowded += summary.steps.crowded > 0;
    time_stepped += !placed;
  }
  EXPECT_LE(crowded, 1);        // of 100: contacts that no solver can hold meet at once, which is counted
  EXPECT_LE(time_stepped, 15);  // of 100, many of which fly for far less than a step
}

// The other laws: as many contacts as touch, held ones too. One restitution in a model: neither gains energy.
TEST(RandomGuides, PoissonAndTheEnergeticLawEndWellAndNeverGain) {
  for (const char* law : {"poisson", "stronge"}) {
    std::mt19937_64 random(2024);
    int crowded = 0, without = 0;
    long long impacts = 0;
    for (int trial = 0; trial < 150; ++trial) {
      const Model model = random_model(random, false, law);
      const RunSummary summary = testing::try_unrecorded(model);
      ASSERT_EQ(summary.status, RunStatus::complete) << law << " trial " << trial << ": " << summary.message;
      // a contact that is let go within a piece dips by the curvature of its path, (ω Δt)² of a length
      EXPECT_LT(summary.steps.worst_penetration_relative, summary.steps.time_stepped > 0 ? 1e-3 : 1e-4)
          << law << " trial " << trial;
      EXPECT_LT(std::abs(summary.worst_numerical), 1e-9 * summary.energy_scale) << law << " trial " << trial;
      EXPECT_EQ(summary.gain.count, 0) << law << " trial " << trial << " " << summary.gain.worst;
      crowded += summary.steps.crowded > 0;
      without += summary.steps.without_restitution > 0;
      impacts += summary.steps.impacts;
    }
    EXPECT_LE(crowded, 5) << law;
    EXPECT_LE(without, 5) << law;
    EXPECT_GT(impacts, 3000) << law;
  }
}

// Restitution 1 and no friction: a rattle between walls keeps its energy, however often it hits in a step.
TEST(RandomGuides, LosslessRattleKeepsItsEnergy) {
  std::mt19937_64 random(7);
  int kept = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Model model = random_model(random, true);
    const RunSummary summary = testing::try_unrecorded(model);
    ASSERT_EQ(summary.status, RunStatus::complete) << "trial " << trial << ": " << summary.message;
    EXPECT_LE(summary.works.impact, 1e-9 * summary.energy_scale) << "trial " << trial;
    const bool keeps = summary.works.impact > -1e-6 * summary.energy_scale;
    EXPECT_TRUE(keeps || summary.steps.crowded > 0) << "trial " << trial << " loses energy without saying so";
    kept += keeps;
  }
  EXPECT_GE(kept, 57);  // of 60: the others hit more than 24 times in one step
}

}  // namespace
}  // namespace freeplay
