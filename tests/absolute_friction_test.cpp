// SPDX-License-Identifier: Apache-2.0
// Friction with coefficients in N/m and N s/m, in joints.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"

namespace freeplay {
namespace {

/// A joint whose pressing is constant: both ways to give the coefficients are the same motion.
TEST(AbsoluteCoefficients, OfAJointAreSolvedWithWhatPressesIt) {
  constexpr const char* kSlider = R"(freeplay = 1
dimension = 2
gravity = [0, -10]
[[body]]
name = "slider"
mass = 2
inertia = 1
velocity = [0.05, 0]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
friction = { law = "lugre", mu = 0.1, mu_static = 0.2, stribeck_velocity = 0.001, sigma0 = 1e4, sigma1 = 10 }
[method]
stepper = { name = "runge_kutta", accuracy = 1e-10 }
[run]
end = 0.1
record = { every = 0.01 }
)";
  const auto last = [&](const std::vector<Assignment>& changes) {
    const Model model = read_model_text(kSlider, "slider.toml", changes);
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
    return record.values("/body/slider/position");
  };
  const std::vector<double> per_force = last({}),
                            whole = last(
                                {{"joint.guide.friction",
                                  R"({ law = "lugre", mu = 0.1, mu_static = 0.2, stribeck_velocity = 0.001, )"
                                  R"(sigma0 = 2e5, sigma1 = 200, coefficients = "absolute" })"}});
  ASSERT_EQ(per_force.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(whole[i], per_force[i], 1e-9) << i;
  EXPECT_GT(std::abs(whole[whole.size() - 2]), 1e-4);
}

}  // namespace
}  // namespace freeplay
