// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "formulations/formulation_test_data.h"

namespace freeplay {
namespace {

/// Two guides side by side: the least forces are those that share the load equally.
TEST(GeneralizedInverseFormulation, RedundantJointsShareTheirLoad) {
  const Assembly one = assembled(kSliderCrank);
  const Assembly two = assembled(kSliderCrank + kSecondGuide);
  State state = one.system->initial_state();
  const Evaluation ev1 = evaluated(*one.system, 0, state.q(), state.u());
  const Evaluation ev2 = evaluated(*two.system, 0, state.q(), state.u());
  const auto lagrange = make_named(*one.system, "lagrange");
  const Accelerations single(*one.system, *lagrange, ev1, state.u());
  const std::size_t guide = single.lambda.size() - 2;
  for (const char* method : {"svd", "gram_schmidt"}) {
    Choice choice{"generalized_inverse", {{"method", {std::string(method), {}}}}, {}};
    const auto formulation = make_formulation(choice, *two.system, 1);
    const Accelerations found(*two.system, *formulation, ev2, state.u());
    ASSERT_EQ(found.lambda.size(), single.lambda.size() + 2);
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_NEAR(found.lambda[guide + k], single.lambda[guide + k] / 2, 1e-11) << method;
      EXPECT_NEAR(found.lambda[guide + 2 + k], single.lambda[guide + k] / 2, 1e-11) << method;
    }
  }
}

/// A state off the constraints, where redundant rows ask for slightly different things, has a small effect.
TEST(GeneralizedInverseFormulation, DriftDoesNotMakeRedundantRowsIndependent) {
  const Assembly two = assembled(kSliderCrank + kSecondGuide);
  const System& system = *two.system;
  State state = system.initial_state();
  for (const char* method : {"svd", "gram_schmidt"}) {
    Choice choice{"generalized_inverse", {{"method", {std::string(method), {}}}}, {}};
    const auto formulation = make_formulation(choice, system, 1);
    Evaluation ev = evaluated(system, 0, state.q(), state.u());
    const Accelerations exact(system, *formulation, ev, state.u());
    const std::size_t last = ev.gamma.size() - 1;
    for (double* value = ev.row_D(static_cast<int>(last)); value < ev.row_D(static_cast<int>(last)) + 3;
         ++value)
      *value += 1e-5;
    const Accelerations found(system, *formulation, ev, state.u());
    double size = 0;
    for (const double value : exact.u_dot) size = std::max(size, std::abs(value));
    for (std::size_t i = 0; i < found.u_dot.size(); ++i)
      EXPECT_NEAR(found.u_dot[i], exact.u_dot[i], 1e-3 * size) << method << " " << i;
  }
}

}  // namespace
}  // namespace freeplay
