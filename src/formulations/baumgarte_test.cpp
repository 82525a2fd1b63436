// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "formulations/formulation_test_data.h"

namespace freeplay {
namespace {

/// D u̇ = γ − 2α (D u + Φ_t) − β² Φ at a state that violates everything, with a driver.
TEST(BaumgarteFormulation, AddsItsTwoTerms) {
  const Assembly mechanism = assembled(kSliderCrank + R"(
[[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_speed", speed = 150 }
)");
  const System& system = *mechanism.system;
  State state = system.initial_state();
  for (std::size_t i = 0; i < state.q().size(); ++i) {
    state.q()[i] += 1e-3 * std::sin(1.0 + 2.0 * static_cast<double>(i));
    state.u()[i] += 1e-1 * std::cos(3.0 * static_cast<double>(i));
  }
  const double t = 1e-3;
  const Evaluation ev = evaluated(system, t, state.q(), state.u());
  const double alpha = 7, beta = 40;
  const auto formulation = make_named(system, "baumgarte", {{"alpha", alpha}, {"beta", beta}});
  const Accelerations found(system, *formulation, ev, state.u());
  bool moves = false;
  for (std::size_t i = 0; i < ev.gamma.size(); ++i) {
    const ConstraintInfo& row = system.info().constraints[i];
    const double rate = dot_row(row.shape, ev.row_D(to_int(i)), state.u().data()) + ev.Phi_t[i];
    const double expected = ev.gamma[i] - 2 * alpha * rate - beta * beta * ev.Phi[i];
    EXPECT_NEAR(found.row(system, ev, i), expected, 1e-9 * 150 * 150 * 0.1) << row.name;
    moves = moves || ev.Phi_t[i] != 0;
  }
  EXPECT_TRUE(moves) << "the driver is part of the test";
}

TEST(BaumgarteFormulation, TakesItsRatesFromTheTimeScale) {
  const Assembly mechanism = assembled(kPendulum);
  const System& system = *mechanism.system;
  State state = system.initial_state();
  state.q()[0] += 1e-3;
  state.u()[1] += 1e-2;
  const Evaluation ev = evaluated(system, 0, state.q(), state.u());
  const auto by_default = make_formulation({"baumgarte", {}, {}}, system, 0.25);
  const auto given = make_named(system, "baumgarte", {{"alpha", 40}, {"beta", 40}});
  const Accelerations a(system, *by_default, ev, state.u()), b(system, *given, ev, state.u());
  EXPECT_EQ(a.u_dot, b.u_dot);
  EXPECT_EQ(a.lambda, b.lambda);
}

/// A pendulum pulled out of its pivot returns as (1 + αt) e^(−αt) with α = β, by Heun steps.
TEST(BaumgarteFormulation, ErrorsFade) {
  const Assembly mechanism = assembled(kPendulum);
  const System& system = *mechanism.system;
  State state = system.initial_state();
  const double alpha = 20, error = 1e-4, end = 0.3;
  state.q()[0] += error;
  const auto formulation = make_named(system, "baumgarte", {{"alpha", alpha}, {"beta", alpha}});
  std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
  const int steps = 3000;
  const double h = end / steps;
  for (int step = 0; step < steps; ++step) {
    const Accelerations first(system, *formulation, evaluated(system, 0, q, u), u);
    std::vector<double> q1 = q, u1 = u;
    for (std::size_t i = 0; i < q.size(); ++i) {
      q1[i] += h * u[i];
      u1[i] += h * first.u_dot[i];
    }
    const Accelerations second(system, *formulation, evaluated(system, 0, q1, u1), u1);
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i] += h / 2 * (u[i] + u1[i]);
      u[i] += h / 2 * (first.u_dot[i] + second.u_dot[i]);
    }
  }
  const Evaluation ev = evaluated(system, 0, q, u);
  const double expected = error * (1 + alpha * end) * std::exp(-alpha * end);
  EXPECT_NEAR(std::hypot(ev.Phi[0], ev.Phi[1]) / expected, 1, 1e-2);
}

}  // namespace
}  // namespace freeplay
