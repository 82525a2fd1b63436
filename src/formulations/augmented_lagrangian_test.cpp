// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "formulations/formulation_test_data.h"

namespace freeplay {
namespace {

class AugmentedLagrangianFormulation : public ::testing::Test {
 protected:
  AugmentedLagrangianFormulation() : mechanism_(assembled(kSliderCrank)), state_(system().initial_state()) {
    for (std::size_t i = 0; i < state_.q().size(); ++i) {
      state_.q()[i] += 1e-4 * std::sin(1.0 + 2.0 * static_cast<double>(i));
      state_.u()[i] += 1e-1 * std::cos(3.0 * static_cast<double>(i));
    }
  }
  const System& system() const { return *mechanism_.system; }
  Accelerations find(const char* name, const std::map<std::string, double>& numbers) const {
    const Evaluation ev = evaluated(system(), 0, state_.q(), state_.u());
    const auto formulation = make_named(system(), name, numbers);
    return {system(), *formulation, ev, state_.u()};
  }
  Assembly mechanism_;
  State state_;
};

/// D u̇ = γ − 2 μ ω Φ̇ − ω² Φ, without the error of the penalty, whatever the penalty is.
TEST_F(AugmentedLagrangianFormulation, ConvergesToTheConstraints) {
  const Evaluation ev = evaluated(system(), 0, state_.q(), state_.u());
  const double omega = 20, mu = 0.5;
  for (const double alpha : {1e3, 1e5, 1e7, 1e9}) {
    const Accelerations found =
        find("augmented_lagrangian",
             {{"alpha", alpha}, {"omega", omega}, {"mu", mu}, {"tolerance", 1e-14}, {"iterations", 100}});
    for (std::size_t i = 0; i < ev.gamma.size(); ++i) {
      const ConstraintInfo& row = system().info().constraints[i];
      const double rate = dot_row(row.shape, ev.row_D(to_int(i)), state_.u().data());
      const double expected = ev.gamma[i] - 2 * mu * omega * rate - omega * omega * ev.Phi[i];
      EXPECT_NEAR(found.row(system(), ev, i), expected, 1e-9 * 150 * 150 * 0.1) << row.name << " " << alpha;
    }
  }
}

TEST_F(AugmentedLagrangianFormulation, IsPenaltyAfterOneIteration) {
  const Accelerations one = find("augmented_lagrangian", {{"alpha", 1e4}, {"iterations", 1}});
  const Accelerations penalty = find("penalty", {{"alpha", 1e4}});
  EXPECT_EQ(one.u_dot, penalty.u_dot);
  EXPECT_EQ(one.lambda, penalty.lambda);
}

/// With α = β = ω and μ = 1 it asks for the same as Baumgarte's stabilisation.
TEST_F(AugmentedLagrangianFormulation, AgreesWithBaumgarte) {
  const Accelerations a = find("augmented_lagrangian", {{"omega", 10}});
  const Accelerations b = find("baumgarte", {{"alpha", 10}, {"beta", 10}});
  double size = 0;
  for (const double value : b.u_dot) size = std::max(size, std::abs(value));
  for (std::size_t i = 0; i < a.u_dot.size(); ++i) EXPECT_NEAR(a.u_dot[i], b.u_dot[i], 1e-9 * size) << i;
}

}  // namespace
}  // namespace freeplay
