// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "formulations/formulation_test_data.h"

namespace freeplay {
namespace {

/// Whatever the errors of positions and velocities are, D u̇ = γ.
TEST(LagrangeFormulation, DoesNotLookAtErrors) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  State state = system.initial_state();
  state.q()[1] += 1e-3;
  state.u()[2] += 0.1;
  const Evaluation ev = evaluated(system, 0, state.q(), state.u());
  const auto formulation = make_named(system, "lagrange");
  const Accelerations found(system, *formulation, ev, state.u());
  for (std::size_t i = 0; i < ev.gamma.size(); ++i) {
    EXPECT_NEAR(found.row(system, ev, i), ev.gamma[i], 1e-9 * 150 * 150 * 0.1) << i;
  }
}

std::unique_ptr<Formulation> solved_by(const System& system, const char* solution) {
  return make_formulation({"lagrange", {{"solution", {std::string(solution), {}}}}, {}}, system, 1);
}

/// Also where errors are large: they solve the same equations.
TEST(LagrangeFormulation, ThreeSolutionsAgree) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  State state = system.initial_state();
  for (std::size_t i = 0; i < state.q().size(); ++i) state.q()[i] += 0.01 * static_cast<double>(i % 4);
  const Evaluation ev = evaluated(system, 0, state.q(), state.u());
  const Accelerations first(system, *solved_by(system, "elimination"), ev, state.u());
  double size = 0;
  for (const double value : first.u_dot) size = std::max(size, std::abs(value));
  for (const char* other : {"pivoted", "closed_form"}) {
    const Accelerations found(system, *solved_by(system, other), ev, state.u());
    for (std::size_t i = 0; i < found.u_dot.size(); ++i)
      EXPECT_NEAR(found.u_dot[i], first.u_dot[i], 1e-11 * size) << other;
    for (std::size_t i = 0; i < found.lambda.size(); ++i)
      EXPECT_NEAR(found.lambda[i], first.lambda[i], 1e-11 * size) << other;
  }
}

/// Rows that repeat others at the first configuration are redundant; only the closed form cannot do without
/// them.
TEST(LagrangeFormulation, TellsRedundantFromSingular) {
  const Assembly mechanism = assembled(kSliderCrank + kSecondGuide);
  const System& system = *mechanism.system;
  const State state = system.initial_state();
  Evaluation ev = evaluated(system, 0, state.q(), state.u());
  for (const char* solution : {"elimination", "pivoted"}) {
    const auto formulation = solved_by(system, solution);
    const Accelerations first(system, *formulation, ev, state.u());
    EXPECT_EQ(formulation->singular_row(), -1) << solution;
    Evaluation lost = ev;  // the rod's pin loses a direction
    for (int k = 0; k < 6; ++k) lost.row_D(3)[k] = lost.row_D(2)[k];
    lost.gamma[3] = lost.gamma[2];
    const Accelerations second(system, *formulation, lost, state.u());
    EXPECT_GE(formulation->singular_row(), 2) << solution;
    EXPECT_LE(formulation->singular_row(), 3) << solution;
  }
  const auto closed = solved_by(system, "closed_form");
  const Accelerations found(system, *closed, ev, state.u());
  EXPECT_GE(closed->singular_row(), 0);
}

}  // namespace
}  // namespace freeplay
