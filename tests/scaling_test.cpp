// SPDX-License-Identifier: Apache-2.0
// No hidden metre: the same mechanism at another size gives the same dimensionless answer.
#include <gtest/gtest.h>

#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::scaled;
using testing::slider_crank;

/// Angles, angular velocities, and positions and velocities in units of s, after 0.03 s.
std::vector<double> answer(const Model& model, double s, const char* stepper) {
  const Assembly assembly = assemble(scaled(model, s));
  Method method = model.method;
  method.stepper = {stepper, {{"step", {1e-5, {}}}}, {}};
  Simulation simulation(*assembly.system, method);
  EXPECT_EQ(simulation.advance_to(0.03).status, StepStatus::ok);
  std::vector<double> out;
  const State& state = simulation.state();
  for (std::size_t i = 0; i < state.q().size(); ++i) {
    const double unit = i % 3 == 2 ? 1 : s;
    out.push_back(state.q()[i] / unit);
    out.push_back(state.u()[i] / unit);
  }
  const StepStatistics& statistics = simulation.stepper().book().statistics;
  out.push_back(static_cast<double>(statistics.substeps));
  out.push_back(static_cast<double>(statistics.impacts));
  return out;
}

TEST(Scaling, PowerOfTwoIsBitIdentical) {
  const Model model = slider_crank();
  for (const char* stepper : {"symmetric", "moreau"}) {
    const std::vector<double> one = answer(model, 1, stepper);
    const std::vector<double> small = answer(model, std::ldexp(1.0, -20), stepper);
    EXPECT_GT(one.back(), 4) << "the case must contain impacts";
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i], small[i]) << stepper << " number " << i;
  }
}

TEST(Scaling, MicrometresLikeMetres) {
  const Model model = slider_crank();
  const std::vector<double> one = answer(model, 1, "symmetric");
  const std::vector<double> small = answer(model, 1e-6, "symmetric");
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_NEAR(one[i], small[i], 1e-9 * std::max(1.0, std::abs(one[i]))) << "number " << i;
  }
}

TEST(Determinism, RerunsAreBitIdentical) {
  const Model model = slider_crank();
  EXPECT_EQ(answer(model, 1, "symmetric"), answer(model, 1, "symmetric"));
}

// Saving the state and going on from it in a new simulation is the same motion.
TEST(Determinism, ResumedRunEqualsTheWholeRun) {
  const Model model = slider_crank();
  const Assembly assembly = assemble(model);
  Simulation whole(*assembly.system, model.method);
  whole.advance_to(0.01);
  const State saved = whole.state();
  whole.advance_to(0.02);
  Simulation second(*assembly.system, model.method);
  second.restore(saved);
  second.advance_to(0.02);
  for (std::size_t i = 0; i < saved.q().size(); ++i) {
    EXPECT_NEAR(second.state().q()[i], whole.state().q()[i], 1e-12);
    EXPECT_NEAR(second.state().u()[i], whole.state().u()[i], 1e-9);
  }
}

}  // namespace
}  // namespace freeplay
