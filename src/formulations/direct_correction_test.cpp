// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "formulations/formulation_test_data.h"

namespace freeplay {
namespace {

/// Accelerations are those of `lagrange`; what it adds, steppers do after a step.
TEST(DirectCorrectionFormulation, IsLagrangeWithinAStep) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  const State state = system.initial_state();
  const Evaluation ev = evaluated(system, 0, state.q(), state.u());
  const auto one = make_named(system, "direct_correction"), other = make_named(system, "lagrange");
  const Accelerations a(system, *one, ev, state.u()), b(system, *other, ev, state.u());
  EXPECT_EQ(a.u_dot, b.u_dot);
  EXPECT_EQ(a.lambda, b.lambda);
  const FormulationEntry& entry = *find_entry<FormulationEntry>("direct_correction");
  EXPECT_EQ(Parameters(entry, {}).word("correction"), "mass");
}

}  // namespace
}  // namespace freeplay
