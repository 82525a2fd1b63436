// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "base/index.h"
#include "formulations/formulation_test_data.h"

namespace freeplay {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

State disturbed(const System& system) {
  State state = system.initial_state();
  for (std::size_t i = 0; i < state.q().size(); ++i) {
    state.q()[i] += 1e-3 * std::sin(1.0 + 2.0 * static_cast<double>(i));
    state.u()[i] += 1e-1 * std::cos(3.0 * static_cast<double>(i));
  }
  return state;
}

/// (M + Dᵀ α D) u̇ = h + Dᵀ α (γ − 2 μ ω Φ̇ − ω² Φ), as printed, where α is small enough for that.
TEST(PenaltyFormulation, SolvesTheEquationOfThePaper) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  const State state = disturbed(system);
  const Evaluation ev = evaluated(system, 0, state.q(), state.u());
  const double alpha = 50, omega = 30, mu = 0.7;
  const auto formulation = make_named(system, "penalty", {{"alpha", alpha}, {"omega", omega}, {"mu", mu}});
  const Accelerations found(system, *formulation, ev, state.u());

  const SystemInfo& info = system.info();
  const int n = info.nu, m = int_size(info.constraints);
  double largest = 0.076;  // of the slider; the largest moment of inertia at the machine's length is less
  ASSERT_LT(5.9e-4 / (info.length * info.length), largest);
  MatrixXd D = MatrixXd::Zero(m, n), A = MatrixXd::Zero(n, n);
  VectorXd r(m), weight(m);
  for (int i = 0; i < m; ++i) {
    const ConstraintInfo& row = info.constraints[idx(i)];
    std::vector<double> unit(idx(n), 0);
    for (int j = 0; j < n; ++j) {
      unit[idx(j)] = 1;
      D(i, j) = dot_row(row.shape, ev.row_D(i), unit.data());
      unit[idx(j)] = 0;
    }
    const double rate = dot_row(row.shape, ev.row_D(i), state.u().data());
    r(i) = ev.gamma[idx(i)] - 2 * mu * omega * rate - omega * omega * ev.Phi[idx(i)];
    weight(i) = alpha * largest * (row.angle ? info.length * info.length : 1);
  }
  for (int i = 0; i < n; ++i) A(i, i) = ev.M[idx(i)];
  A += D.transpose() * weight.asDiagonal() * D;
  const VectorXd h = Eigen::Map<const VectorXd>(ev.h.data(), n);
  const VectorXd exact = A.ldlt().solve(h + D.transpose() * (weight.asDiagonal() * r));
  const VectorXd lambda = weight.asDiagonal() * (r - D * exact);
  for (int i = 0; i < n; ++i) EXPECT_NEAR(found.u_dot[idx(i)], exact(i), 1e-10 * exact.norm()) << i;
  for (int i = 0; i < m; ++i) EXPECT_NEAR(found.lambda[idx(i)], lambda(i), 1e-9 * lambda.norm()) << i;
}

/// Up to 1e9, where the matrix of the paper has no digits left.
TEST(PenaltyFormulation, ErrsAsOneOverAlpha) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  const State state = system.initial_state();
  const Evaluation ev = evaluated(system, 0, state.q(), state.u());
  const auto lagrange = make_named(system, "lagrange");
  const Accelerations exact(system, *lagrange, ev, state.u());
  const auto error = [&](double alpha) {
    const auto formulation = make_named(system, "penalty", {{"alpha", alpha}});
    const Accelerations found(system, *formulation, ev, state.u());
    double largest = 0;
    for (std::size_t i = 0; i < found.u_dot.size(); ++i)
      largest = std::max(largest, std::abs(found.u_dot[i] - exact.u_dot[i]));
    return largest;
  };
  const double first = error(1e5);
  for (const double alpha : {1e6, 1e7, 1e8, 1e9})
    EXPECT_NEAR(error(alpha) * alpha / (first * 1e5), 1, 0.05) << alpha;
}

}  // namespace
}  // namespace freeplay
