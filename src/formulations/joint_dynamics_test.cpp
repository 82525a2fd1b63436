// SPDX-License-Identifier: Apache-2.0
// Random systems with full mass matrices against Eigen's solution of M u̇ − Dᵀ λ = h, D u̇ = r.
#include "formulations/joint_dynamics.h"
#include "base/index.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>

namespace freeplay {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

class DenseSystem {
 public:
  DenseSystem(int nu, int rows) {
    info.nq = info.nu = nu;
    info.mass = MassKind::dense;
    info.constraints.resize(idx(rows));
    for (ConstraintInfo& row : info.constraints) row.shape = {{0, 0}, {nu, 0}};
  }

  /// Row `twice` of D is the sum of the first two.
  Evaluation random(std::mt19937_64& random, int twice = -1) {
    std::normal_distribution<double> normal;
    const auto draw = [&] { return normal(random); };
    const int n = info.nu, m = int_size(info.constraints);
    const MatrixXd A = MatrixXd::NullaryExpr(n, n, draw);
    M = A * A.transpose() + MatrixXd::Identity(n, n);
    D = MatrixXd::NullaryExpr(m, n, draw);
    if (twice >= 0) D.row(twice) = D.row(0) + D.row(1);
    h = VectorXd::NullaryExpr(n, draw);
    r = VectorXd::NullaryExpr(m, draw);
    if (twice >= 0) r(twice) = r(0) + r(1);
    Evaluation ev(info);
    for (int i = 0; i < n; ++i) {
      ev.h[idx(i)] = h(i);
      for (int j = 0; j < n; ++j) ev.M[static_cast<std::size_t>(i * n + j)] = M(i, j);
    }
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) ev.row_D(i)[j] = D(i, j);
    }
    return ev;
  }

  SystemInfo info;
  MatrixXd M, D;
  VectorXd h, r;
};

TEST(JointDynamics, AgreesWithTheFullSystem) {
  std::mt19937_64 random(5);
  for (const auto& [nu, rows] : {std::pair{3, 2}, {5, 2}, {8, 0}, {15, 6}}) {
    DenseSystem system(nu, rows);
    JointDynamics dynamics(system.info);
    for (int trial = 0; trial < 5; ++trial) {
      const Evaluation ev = system.random(random);
      std::vector<double> u_dot(idx(nu)), lambda(system.r.data(), system.r.data() + rows);
      dynamics.solve(ev, u_dot, lambda);
      MatrixXd KKT = MatrixXd::Zero(nu + rows, nu + rows);
      KKT << system.M, -system.D.transpose(), system.D, MatrixXd::Zero(rows, rows);
      VectorXd right(nu + rows);
      right << system.h, system.r;
      const VectorXd exact = KKT.fullPivLu().solve(right);
      const double size = exact.lpNorm<Eigen::Infinity>();
      for (int i = 0; i < nu; ++i) EXPECT_NEAR(u_dot[idx(i)], exact(i), 1e-11 * size);
      for (int i = 0; i < rows; ++i) EXPECT_NEAR(lambda[idx(i)], exact(nu + i), 1e-10 * size);
    }
  }
}

TEST(JointDynamics, RedundantRowsChangeNothing) {
  std::mt19937_64 random(6);
  DenseSystem system(6, 4);
  const Evaluation ev = system.random(random, 3);
  JointDynamics dynamics(system.info);
  std::vector<double> u_dot(6), lambda(system.r.data(), system.r.data() + 4);
  dynamics.solve(ev, u_dot, lambda);
  EXPECT_EQ(lambda[3], 0);

  DenseSystem shorter(6, 3);
  Evaluation without(shorter.info);
  without.M = ev.M;
  without.h = ev.h;
  std::copy(ev.D.begin(), ev.D.begin() + 18, without.D.begin());
  JointDynamics others(shorter.info);
  std::vector<double> u_dot3(6), lambda3(system.r.data(), system.r.data() + 3);
  others.solve(without, u_dot3, lambda3);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(u_dot[i], u_dot3[i], 1e-12);
  for (int i = 0; i < 4; ++i) {
    double rate = 0;
    for (int j = 0; j < 6; ++j) rate += ev.row_D(i)[j] * u_dot[idx(j)];
    EXPECT_NEAR(rate, system.r(i), 1e-11);
  }
}

/// w M_J⁻¹ wᵀ: what a force along w does to the velocity along w, joints holding.
// A position is singular when rows that were independent no longer are.
TEST(JointDynamics, RedundantRowsAreNotLostRows) {
  std::mt19937_64 random(8);
  DenseSystem system(6, 4);
  JointDynamics dynamics(system.info);
  std::vector<double> u_dot(6), lambda(4, 0);
  dynamics.solve(system.random(random, 2), u_dot, lambda);  // redundant from the first position on
  EXPECT_EQ(dynamics.lost_row(), -1);
  dynamics.solve(system.random(random, 2), u_dot, lambda);
  EXPECT_EQ(dynamics.lost_row(), -1);
  dynamics.solve(system.random(random, 3), u_dot, lambda);
  EXPECT_EQ(dynamics.lost_row(), 3);
}

TEST(JointDynamics, InverseInertiaIsTheAccelerationUnderAUnitForce) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  for (const auto& [nu, rows] : {std::pair{3, 1}, {5, 3}, {15, 4}}) {
    DenseSystem system(nu, rows);
    JointDynamics dynamics(system.info);
    for (int trial = 0; trial < 5; ++trial) {
      Evaluation ev = system.random(random);
      const VectorXd w = VectorXd::NullaryExpr(nu, [&] { return normal(random); });
      const RowShape all{{0, 0}, {nu, 0}};
      const double inertia = dynamics.inverse_inertia(all, w.data(), ev);  // before any solve at ev
      std::copy(w.data(), w.data() + nu, ev.h.begin());
      std::vector<double> u_dot(idx(nu)), lambda(idx(rows), 0.0);
      dynamics.solve(ev, u_dot, lambda);
      const double expected = w.dot(Eigen::Map<const VectorXd>(u_dot.data(), nu));
      EXPECT_GT(inertia, 0);
      EXPECT_NEAR(inertia, expected, 1e-12 * w.dot(system.M.ldlt().solve(w)));
      EXPECT_EQ(dynamics.inverse_inertia(all, w.data(), ev), inertia);
    }
  }
}

}  // namespace
}  // namespace freeplay
