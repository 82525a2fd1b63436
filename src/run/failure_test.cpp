// SPDX-License-Identifier: Apache-2.0
// Messages name the cause that there is: a driver only where one drives, shorter steps only where they were not tried.
#include "run/failure.h"

#include <gtest/gtest.h>

#include "freeplay/assemble.h"
#include "freeplay/model.h"

namespace freeplay {
namespace {

constexpr const char* kPendulum = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "arm"
mass = 1
inertia = 0.1
position = [0.1, 0]
angular_velocity = 5
[[joint]]
name = "hook"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0, 0], [-0.1, 0]]
[[body]]
name = "ball"
mass = 1
inertia = 0.1
position = [1, 0]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "ball"]
points = [[1, 0], [0, 0]]
radius = 0.01
clearance = 1e-3
[contact]
impact = { law = "newton", restitution = 0 }
)";
constexpr const char* kMotor = R"([[driver]]
name = "motor"
joint = "hook"
motion = { law = "constant_speed", speed = 5 }
)";

std::string said(const std::string& stepper, bool driven, StepStatus status, double residual,
                 bool proven = false) {
  const std::string text = std::string(kPendulum) + (driven ? kMotor : "") + "[method]\nstepper = { " +
                           stepper + " }\n[run]\nend = 1\n";
  const Model model = read_model_text(text, "model.toml");
  const Assembly assembly = assemble(model);
  SolverStatistics solver;
  solver.tolerance = 1e-10;
  solver.accept = 1e-6;
  solver.no_solution = proven;
  return describe_failure(*assembly.system, assembly.system->initial_state(), {status, 0, residual}, solver,
                          model.method);
}

bool has(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

TEST(Failure, JointsThatComeApartBlameADriverOnlyWhereThereIsOne) {
  const std::string fixed = "name = \"symmetric\", step = 1e-3";
  const std::string driven = said(fixed, true, StepStatus::not_assembled, 0.1);
  EXPECT_TRUE(
      has(driven, "the mechanism locks: constraint hook.x can no longer be met at t = 0 s (off by 0.1 m)"))
      << driven;
  EXPECT_TRUE(has(driven, "'motor' asks for a motion that the linkage cannot make")) << driven;
  const std::string free = said(fixed, false, StepStatus::not_assembled, 0.1);
  EXPECT_FALSE(has(free, "locks:")) << free;
  EXPECT_FALSE(has(free, "motor")) << free;
  EXPECT_TRUE(has(free, "the joints come apart")) << free;
  EXPECT_TRUE(has(free, "moves by its own size within 0.")) << free;
}

TEST(Failure, ShorterStepsAreAdvisedOnlyWhereTheyWereNotTried) {
  for (const StepStatus status :
       {StepStatus::not_assembled, StepStatus::friction_unsettled, StepStatus::unsolved}) {
    for (const char* fixed : {"name = \"symmetric\", step = 1e-3", "name = \"moreau\", step = 1e-3"}) {
      const std::string text = said(fixed, true, status, 0.1);
      EXPECT_TRUE(has(text, "steps of a tenth and of a hundredth fail here, too")) << text;
      EXPECT_FALSE(has(text, "try a smaller step")) << text;
    }
    for (const char* chosen : {"name = \"symmetric\", accuracy = 1e-6", "name = \"gauss_optimisation\""}) {
      const std::string text = said(chosen, true, status, 0.1);
      EXPECT_TRUE(has(text, "try a smaller step")) << text;
      EXPECT_FALSE(has(text, "hundredth")) << text;
    }
  }
}

TEST(Failure, UnsolvedContactsNameWhatDrivesThem) {
  const std::string fixed = "name = \"symmetric\", step = 1e-3";
  EXPECT_TRUE(has(said(fixed, true, StepStatus::unsolved, 0.1), "'motor' asks for a motion that the play"));
  EXPECT_TRUE(has(said(fixed, true, StepStatus::unsolved, 0.1, true), "'motor', which asks for a motion"));
  for (const bool proven : {false, true}) {
    const std::string text = said(fixed, false, StepStatus::unsolved, 0.1, proven);
    EXPECT_FALSE(has(text, "motor")) << text;
  }
  EXPECT_TRUE(has(said(fixed, false, StepStatus::unsolved, 5e-6), "set method.solver.accept = 1e-05"));
}

// It solves joints, contacts and motion at once: no contact, and no residual of one, can be named.
TEST(Failure, TheStepProblemOfGaussNamesNoContact) {
  const std::string text = said("name = \"gauss_optimisation\"", false, StepStatus::unsolved, 1e-12);
  EXPECT_TRUE(has(text, "no step within the bounds of gauss_optimisation")) << text;
  EXPECT_FALSE(has(text, "no solver solved")) << text;
}

}  // namespace
}  // namespace freeplay
