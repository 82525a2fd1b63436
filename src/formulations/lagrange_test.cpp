// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace freeplay
