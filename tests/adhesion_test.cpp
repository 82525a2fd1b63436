// SPDX-License-Identifier: Apache-2.0
// Surfaces that pull, in runs: what they lose, whether they hold, and what the ledger says of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "freeplay/simulation.h"
#include "run/simulate.h"

namespace freeplay {
namespace {

constexpr double kRadius = 2e-3, kMass = 3.35e-5, kWork = 0.05;
constexpr double kModulus = 3e6 / (2 * 0.75);

/// Of a contact that is made and broken [ThorntonNing1998], exactly.
double lost() {
  return (3.2 + 4.8 * std::pow(4.0, 4. / 3)) * std::pow(std::numbers::pi / 8, 5. / 3) *
         std::cbrt(std::pow(kWork, 5) * std::pow(kRadius, 4) / (kModulus * kModulus));
}

/// A ball of rubber comes to a plate of the same with that energy, without gravity.
Model model_of(const std::string& law, double energy, const std::string& stepper, double end = 0.05) {
  const std::string text =
      fmt::format(R"(freeplay = 1
dimension = 2
gravity = [0, 0]
[[body]]
name = "ball"
mass = {}
inertia = 1e-10
position = [0, {}]
velocity = [0, {}]
[[shape]]
name = "ball"
body = "ball"
type = "circle"
radius = {}
[[shape]]
name = "plate"
body = "ground"
type = "half_plane"
normal = [0, 1]
[contact]
world = "compliant"
force = {{ law = "{}", work_of_adhesion = "{} J/m^2", young = "3 MPa", poisson = 0.5 }}
[method]
stepper = {{ {} }}
[run]
end = {}
record = {{ every = 1e-3 }}
)",
                  kMass, kRadius + 1e-5, -std::sqrt(2 * energy / kMass), kRadius, law, kWork, stepper, end);
  return read_model_text(text, "ball.toml", {});
}

struct Ran {
  RunSummary summary;
  std::vector<double> height, speed;
};

Ran meet(const std::string& law, double energy, const std::string& stepper) {
  const Model model = model_of(law, energy, stepper);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  Ran ran;
  ran.summary = simulate(*assembly.system, model.method, model.run, record);
  EXPECT_EQ(ran.summary.status, RunStatus::complete) << ran.summary.message;
  const std::vector<double> position = record.values("/body/ball/position"),
                            velocity = record.values("/body/ball/velocity");
  for (std::size_t i = 0; i + 1 < position.size(); i += 2) {
    ran.height.push_back(position[i + 1] - kRadius);
    ran.speed.push_back(velocity[i + 1]);
  }
  return ran;
}

const char* const kSteppers[] = {R"(name = "runge_kutta", accuracy = 1e-10)",
                                 R"(name = "adams", accuracy = 1e-10)", R"(name = "bdf", accuracy = 1e-8)",
                                 R"(name = "runge_kutta", accuracy = 1e-10, detection = "reject")"};

TEST(Adhesion, WhatIsMadeAndBrokenLosesTheKnownEnergy) {
  for (const char* stepper : kSteppers) {
    SCOPED_TRACE(stepper);
    const double energy = 3 * lost();
    const Ran ran = meet("jkr", energy, stepper);
    EXPECT_GT(ran.height.back(), 1e-5) << "it has come off";
    const double left = 0.5 * kMass * ran.speed.back() * ran.speed.back();
    EXPECT_NEAR(energy - left, lost(), 1e-4 * lost());
    EXPECT_NEAR(ran.summary.works.impact, -lost(), 1e-4 * lost());
    EXPECT_LT(std::abs(ran.summary.worst_numerical), 1e-4 * lost());
  }
}

TEST(Adhesion, WhatComesWithLessStays) {
  const Ran ran = meet("jkr", 0.9 * lost(), kSteppers[0]);
  const double end =
      -3 * std::pow(std::numbers::pi * kWork * kRadius * kRadius / (8 * kModulus), 2. / 3) / kRadius;
  EXPECT_LT(ran.height.back(), -end);
  EXPECT_EQ(ran.summary.compliant.started, 1);
  EXPECT_EQ(ran.summary.works.impact, 0) << "nothing is lost until it tears";
  EXPECT_LT(ran.summary.end.contact, 0.9 * lost());
  EXPECT_LT(std::abs(ran.summary.worst_numerical), 1e-6 * lost());
}

TEST(Adhesion, OfDerjaguinAndOthersGivesEverythingBack) {
  for (const char* stepper : {kSteppers[0], kSteppers[1]}) {
    const double energy = lost();
    const Ran ran = meet("dmt", energy, stepper);
    EXPECT_NEAR(0.5 * kMass * ran.speed.back() * ran.speed.back(), energy, 1e-5 * energy) << stepper;
    EXPECT_GT(ran.speed.back(), 0);
    EXPECT_EQ(ran.summary.compliant.started, 1);
  }
}

/// What has met is part of the state: a simulation that is saved while the ball hangs below δ = 0 goes on. To the bit with
/// rk4; the methods of SUNDIALS begin anew, with other steps.
TEST(Adhesion, OutlivesBeingSaved) {
  for (const char* stepper : {R"(name = "rk4", step = 1e-6)", kSteppers[0]}) {
    SCOPED_TRACE(stepper);
    const Model model = model_of("jkr", 3 * lost(), stepper);
    const Assembly assembly = assemble(model);
    Simulation whole(*assembly.system, model.method), second(*assembly.system, model.method);
    const auto pulled = [&] {  // leaving, with a gap
      return whole.state().mode(0) != ContactMode::open && whole.state().q()[1] > kRadius &&
             whole.state().u()[1] > 0;
    };
    while (!pulled() && whole.t() < 0.05) {
      ASSERT_EQ(whole.step_to(0.05).status, StepStatus::ok);
    }
    ASSERT_TRUE(pulled());
    second.load(whole.save());
    ASSERT_EQ(whole.advance_to(0.05).status, StepStatus::ok);
    ASSERT_EQ(second.advance_to(0.05).status, StepStatus::ok);
    for (const Simulation* one : {&whole, &second}) {
      const double v = one->state().u()[1];
      EXPECT_NEAR(0.5 * kMass * v * v, 2 * lost(), 1e-4 * lost());
    }
    if (model.method.stepper.name == "rk4") {
      EXPECT_EQ(whole.state().q()[1], second.state().q()[1]);
      EXPECT_EQ(whole.state().u()[1], second.state().u()[1]);
    } else {
      EXPECT_NEAR(whole.state().q()[1], second.state().q()[1], 1e-9 * kRadius);
    }
  }
}

}  // namespace
}  // namespace freeplay
