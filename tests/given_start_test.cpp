// SPDX-License-Identifier: Apache-2.0
// A pendulum whose start does not fit its pivot, [Marques2015, section 2.4] in small.
#include "system/given_start.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"

namespace freeplay {
namespace {

/// The pivot is 1 mm off along x, and moves apart with 0.3 m/s along y.
constexpr const char* kPendulum = R"(
freeplay = 1
gravity = [0, 0]
[[body]]
name = "rod"
mass = 2
inertia = 0.1
position = [0.501, 0]
velocity = [0, 0.8]
angular_velocity = 1
[[joint]]
name = "pivot"
type = "revolute"
bodies = ["ground", "rod"]
points = [[0, 0], [-0.5, 0]]
[method]
stepper = { name = "runge_kutta", accuracy = 1e-10 }
[run]
end = 1
initial = "as_given"
record = { every = 0.1 }
)";

TEST(GivenStart, IsTakenAsItIs) {
  Diagnostics messages;
  const Model model = read_model_text(kPendulum, "rod.toml");
  const Assembly assembly = assemble(model, &messages);
  const State state = assembly.system->initial_state();
  EXPECT_EQ(state.q()[0], 0.501);
  EXPECT_EQ(state.u()[1], 0.8);
  EXPECT_TRUE(assembly.initial.moved.empty());
  EXPECT_EQ(assembly.initial.degrees_of_freedom, 1);
  ASSERT_EQ(messages.all().size(), 1U);
  const std::string text = messages.all()[0].message;
  EXPECT_NE(text.find("pivot.x by 0.001 m"), std::string::npos) << text;
  EXPECT_NE(text.find("ΦᵀΦ = 1e-06"), std::string::npos) << text;
  EXPECT_NE(text.find("Φ̇ᵀΦ̇ = 0.09"), std::string::npos) << text;
}

// Φ̈ = 0 with multipliers alone: Φ̇ stays and Φ grows with it. Baumgarte: both fade, as e^(−α t) (1, t).
TEST(GivenStart, IsLeftToTheFormulation) {
  const auto run = [](const char* formulation) {
    const Model model = read_model_text(kPendulum, "rod.toml", {{"method.formulation", formulation}});
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    EXPECT_EQ(simulate(*assembly.system, model.method, model.run, record).status, RunStatus::complete);
    return std::pair{record.values("/steps/violation_squared"),
                     record.values("/steps/violation_rate_squared")};
  };
  const auto [Phi, rate] = run("lagrange");
  for (std::size_t i = 0; i < Phi.size(); ++i) {
    const double t = 0.1 * static_cast<double>(i);
    EXPECT_NEAR(rate[i], 0.09, 1e-8);
    EXPECT_NEAR(Phi[i], 1e-6 + 0.09 * t * t, 1e-8);
  }
  const auto [faded, slower] = run("{ name = \"baumgarte\", alpha = 5, beta = 5 }");
  for (std::size_t i = 0; i < faded.size(); ++i) {
    // Φ_x = 1e-3 (1 + 5t) e^(−5t), Φ_y = 0.3 t e^(−5t)
    const double t = 0.1 * static_cast<double>(i), e = std::exp(-5 * t);
    EXPECT_NEAR(faded[i], std::pow(1e-3 * (1 + 5 * t) * e, 2) + std::pow(0.3 * t * e, 2), 1e-8);
    EXPECT_NEAR(slower[i], std::pow(25e-3 * t * e, 2) + std::pow(0.3 * (1 - 5 * t) * e, 2), 1e-7);
  }
}

TEST(GivenStart, NeedsAFormulation) {
  const auto error = [](const std::string& path, const std::string& value) {
    try {
      assemble(read_model_text(kPendulum, "rod.toml", {{path, value}}));
    } catch (const ModelError& problem) {
      return std::string(problem.what());
    }
    return std::string();
  };
  EXPECT_NE(error("method.stepper", "symmetric").find("take a start that does not fit for an impact"),
            std::string::npos);
  EXPECT_NE(error("run.mode", "statics").find("looks for positions that fit the joints"), std::string::npos);
}

// What fits gives no warning.
TEST(GivenStart, FitsWhereTheFileDoes) {
  Diagnostics messages;
  assemble(read_model_text(kPendulum, "rod.toml",
                           {{"body.rod.position", "[0.5, 0]"}, {"body.rod.velocity", "[0, 0.5]"}}),
           &messages);
  EXPECT_TRUE(messages.all().empty());
}

}  // namespace
}  // namespace freeplay
