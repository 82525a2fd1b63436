// SPDX-License-Identifier: Apache-2.0
// Contacts whose motion is prescribed: what is driven against a wall has the force of the law, with every stepper.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay {
namespace {

/// An arm of 0.1 m that turns at 1 rad/s against a wall 0.03 m beside it; its tip is round.
constexpr const char* kArm = R"(freeplay = 1
dimension = 2
[[body]]
name = "arm"
mass = 1
inertia = 1e-2
position = [0, 0]
[[body]]
name = "wall"
mass = 1
inertia = 1
position = [0, 0]
[[joint]]
name = "fix"
type = "weld"
bodies = ["ground", "wall"]
[[joint]]
name = "pivot"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0, -0.1], [0, -0.1]]
[[driver]]
name = "drive"
joint = "pivot"
motion = { law = "constant_speed", speed = "-1 rad/s" }
[[shape]]
name = "tip"
type = "circle"
body = "arm"
radius = 0.02
[[shape]]
name = "face"
type = "half_plane"
body = "wall"
point = [0.05, 0]
normal = [-1, 0]
[contact]
world = "compliant"
force = { law = "lankarani_nikravesh", restitution = 0.5, stiffness = "1e9 N/m^1.5" }
[run]
end = 0.31
record = { every = 1e-3 }
)";

TEST(DrivenContact, HasTheForceOfTheLawWithEveryStepper) {
  const double c = 0.75 * (1 - 0.25), approach = 0.1 * std::cos(std::asin(0.3));
  for (const char* stepper : {R"({ name = "runge_kutta" })", R"({ name = "adams", accuracy = 1e-10 })",
                              R"({ name = "bdf", accuracy = 1e-10 })", R"({ name = "rk4", step = 1e-4 })",
                              R"({ name = "rk4", step = 1e-4, contact_steps = 1 })",
                              R"({ name = "runge_kutta", detection = "reject" })"}) {
    Model model = read_model_text(kArm, "arm.toml", {{"method.stepper", stepper}});
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    ASSERT_EQ(summary.status, RunStatus::complete) << stepper << ": " << summary.message;
    const std::vector<double> t = record.values("/time"), force = record.values("/contact/tip/face/normal");
    int pressed = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double depth = 0.1 * std::sin(t[i]) - 0.03, rate = 0.1 * std::cos(t[i]);
      if (!(depth > 1e-6)) continue;
      ++pressed;
      const double law = 1e9 * std::pow(depth, 1.5) * (1 + c * rate / approach);
      EXPECT_NEAR(force[i] / law, 1, 1e-6) << stepper << " " << t[i];
    }
    EXPECT_EQ(pressed, 6) << stepper;
  }
}

/// kelvin_voigt finds its damping from the mass that comes back: where both sides are driven there is none.
TEST(DrivenContact, OfKelvinAndVoigtHasTheSpringAlone) {
  for (const char* stepper : {R"({ name = "runge_kutta" })", R"({ name = "adams", accuracy = 1e-10 })",
                              R"({ name = "bdf", accuracy = 1e-10 })", R"({ name = "rk4", step = 1e-4 })"}) {
    Model model = read_model_text(
        kArm, "arm.toml",
        {{"method.stepper", stepper},
         {"contact.force", R"({ law = "kelvin_voigt", stiffness = "1e7 N/m", restitution = 0.5 })"}});
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    ASSERT_EQ(summary.status, RunStatus::complete) << stepper << ": " << summary.message;
    const std::vector<double> t = record.values("/time"), force = record.values("/contact/tip/face/normal");
    int pressed = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double depth = 0.1 * std::sin(t[i]) - 0.03;
      if (!(depth > 1e-6)) continue;
      ++pressed;
      EXPECT_NEAR(force[i] / (1e7 * depth), 1, 1e-6) << stepper << " " << t[i];
    }
    EXPECT_EQ(pressed, 6) << stepper;
  }
}

TEST(FrictionBands, EndInAClearanceMechanismInSpace) {
  for (const char* friction : {R"({ law = "karnopp", mu = 0.1, velocity = "1 mm/s" })",
                               R"({ law = "switch", mu = 0.1, velocity = "1 mm/s", rate = 1000 })",
                               R"({ law = "threlfall", mu = 0.1, velocity = "1 mm/s", form = "printed" })"}) {
    const Model model = read_model(source_folder() + "/examples/spatial_slider_crank_play/model.toml",
                                   {{"contact.friction", friction}, {"run.end", "0.07"}});
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    EXPECT_EQ(summary.status, RunStatus::complete) << friction << ": " << summary.message;
    EXPECT_LT(summary.steps.steps, 6000) << friction;
    EXPECT_LT(summary.worst_numerical, 1e-6 * summary.energy_scale) << friction;
  }
}

}  // namespace
}  // namespace freeplay
