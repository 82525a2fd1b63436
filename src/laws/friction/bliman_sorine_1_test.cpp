// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

/// (3.41) is Dahl's equation: on any path the same force.
TEST(BlimanSorine1Friction, IsDahlsModel) {
  const double f1 = 0.2, way = 2e-5;
  const auto law = friction_of("bliman_sorine_1", {{"f1", f1}, {"epsilon_f", way}});
  const auto dahl = friction_of("dahl", {{"mu", f1}, {"sigma0", f1 / way}});
  const Dragged body([&](double t) { return Tangent{1e-3 * std::sin(7 * t), 5e-4 * std::cos(11 * t)}; });
  Rubbing run(*law, body, kBeltWeight, 2), other(*dahl, body, kBeltWeight, 2);
  for (int i = 1; i <= 50; ++i) {
    run.run(0.05 * i);
    other.run(0.05 * i);
    EXPECT_LT(norm(run.force() - other.force()), 1e-7);
  }
  expect_steady(*law, {1e-6, 1e-3, 1}, 30 * way);
  expect_isotropic(*law, 1e-3, 20 * way / 1e-3);
}

}  // namespace
}  // namespace freeplay
