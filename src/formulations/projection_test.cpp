// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "formulations/formulation_test_data.h"

namespace freeplay {
namespace {

/// D u̇ = γ whatever the errors are, and M u̇ − h is a combination of the rows: Rᵀ (M u̇ − h) = 0.
TEST(ProjectionFormulation, LeavesNoForceAlongAdmissibleMotions) {
  for (const bool redundant : {false, true}) {
    const Assembly mechanism = assembled(redundant ? kSliderCrank + kSecondGuide : kSliderCrank);
    const System& system = *mechanism.system;
    State state = system.initial_state();
    state.q()[1] += 1e-6;
    state.u()[2] += 0.1;
    const Evaluation ev = evaluated(system, 0, state.q(), state.u());
    const auto formulation = make_named(system, "projection");
    const Accelerations found(system, *formulation, ev, state.u());
    std::vector<double> force = ev.h;
    double size = 0;
    int unused = 0;
    for (std::size_t i = 0; i < found.lambda.size(); ++i) {
      add_row(system.info().constraints[i].shape, ev.row_D(to_int(i)), found.lambda[i], force.data());
      size = std::max(size, std::abs(found.lambda[i]));
      unused += found.lambda[i] == 0;
      EXPECT_NEAR(found.row(system, ev, i), ev.gamma[i], 1e-9 * 150 * 150 * 0.1) << i;
    }
    for (std::size_t i = 0; i < force.size(); ++i)
      EXPECT_NEAR(force[i], ev.M[i] * found.u_dot[i], 1e-11 * size) << i;
    if (redundant) {
      EXPECT_GE(unused, 2) << "rows that follow from others bear nothing";
    }
  }
}

}  // namespace
}  // namespace freeplay
