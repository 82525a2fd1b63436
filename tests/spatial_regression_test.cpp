// SPDX-License-Identifier: Apache-2.0
// Spatial models that once went wrong.
#include <gtest/gtest.h>

#include <string>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "run/simulate.h"
#include "tests/kit/parts.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

RunSummary run(const std::string& text) { return testing::try_run(text).summary; }

/// Rounding shakes a machine at rest: its energy is no scale for errors.
TEST(SpatialRegression, MachinesAtRestAreIntegrated) {
  for (const std::string joint : {"spherical", "weld", "revolute"}) {
    for (const std::string stepper : {"runge_kutta", "adams", "bdf"}) {
      SCOPED_TRACE(joint + " " + stepper);
      const RunSummary summary = run(
          "freeplay = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n[[body]]\nname = \"rod\"\nmass = 2\n"
          "inertia = [0.1, 0.1, 0.1]\nposition = [0, 0, -0.4]\n[[joint]]\nname = \"p\"\ntype = \"" +
          joint + "\"\nbodies = [\"ground\", \"rod\"]\n" + (joint == "weld" ? "" : "point = [0, 0, 0]\n") +
          (joint == "revolute" ? "axis = [1, 0, 0]\n" : "") + "[method]\nstepper = { name = \"" + stepper +
          "\" }\n[run]\nend = 1\n");
      EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
      EXPECT_LT(summary.steps.steps, 100);
    }
  }
}

/// The edge of a box comes down on the rim of a cylinder whose height is its diameter: the cone of the far
/// rim meets the near one there, and is no contact.
TEST(SpatialRegression, ElasticImpactOnARimKeepsItsEnergy) {
  const RunSummary summary = run(R"(
freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "a"
mass = 1
inertia = [2e-3, 2e-3, 2e-3]
position = [0.07, 0, 0.2]
orientation = { axis = [1, 0.3, 0], angle = 0.8 }
[[shape]]
body = "a"
type = "box"
size = [0.1, 0.12, 0.1]
[[shape]]
name = "g"
body = "ground"
type = "cylinder"
radius = 0.05
length = 0.1
[contact]
impact = { law = "newton", restitution = 1 }
[method]
stepper = { name = "symmetric", step = 2e-4 }
[run]
end = 0.35
)");
  EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
  EXPECT_GE(summary.steps.impacts, 1);
  EXPECT_NEAR(summary.works.impact, 0, 1e-12);
  EXPECT_NEAR(summary.end.total(), summary.start.total(), 1e-12);
}

/// Two boxes that come to rest on each other: velocities are rounding, and contacts share loads in many ways.
TEST(SpatialRegression, BoxesComeToRest) {
  const RunSummary summary = run("freeplay = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n" +
                                 testing::body_text("lower", 1, "[1e-3, 1e-3, 1e-3]") +
                                 R"(position = [0, 0, 0.065]
orientation = { axis = [1, 0.3, 0], angle = "10 deg" }
)" + testing::body_text("upper", 1, "[1e-3, 1e-3, 1e-3]") +
                                 R"(position = [0.01, 0.02, 0.22]
orientation = { axis = [0, 0, 1], angle = "40 deg" }
)" + testing::box_text("lower", 0.1) +
                                 testing::box_text("upper", 0.1) + testing::floor_in_space() +
                                 R"([contact]
impact = { law = "newton", restitution = 0.2 }
friction = { law = "coulomb", mu = 0.4 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 1
)");
  EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
  EXPECT_LT(summary.end.kinetic, 1e-12);
  EXPECT_NEAR(summary.end.gravity, 9.81 * (0.05 + 0.15), 1e-6);  // one lies flat on the other
  EXPECT_LT(summary.worst_numerical, 1e-9);
}

}  // namespace
}  // namespace freeplay
