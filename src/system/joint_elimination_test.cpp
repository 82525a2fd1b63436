// SPDX-License-Identifier: Apache-2.0
#include "system/joint_elimination.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <random>

#include "base/index.h"
#include "system/row_order.h"

namespace freeplay {
namespace {

std::size_t at(int i) { return idx(i); }

/// `rows` rows between each body and the next one, the first with the ground, joints in the order `joints`;
/// then one more row on each joint (drivers) where asked for.
SystemInfo chain(const std::vector<int>& joints, int rows, bool drivers) {
  SystemInfo info;
  info.nq = info.nu = 6 * int_size(joints);
  const auto add = [&](int joint) {
    ConstraintInfo row;
    if (joint == 0)
      row.shape = {{0, 0}, {6, 0}};
    else
      row.shape = {{6 * joint - 6, 6 * joint}, {6, 6}};
    info.constraints.push_back(row);
  };
  for (const int joint : joints) {
    for (int k = 0; k < rows; ++k) add(joint);
  }
  for (std::size_t i = 0; i < joints.size() && drivers; ++i) add(joints[i]);
  return info;
}

std::vector<int> along(int bodies) {
  std::vector<int> joints(at(bodies));
  std::iota(joints.begin(), joints.end(), 0);
  return joints;
}

std::vector<int> shuffled(int bodies) {
  std::vector<int> joints = along(bodies);
  std::shuffle(joints.begin(), joints.end(), std::mt19937(2));
  return joints;
}

Eigen::MatrixXd dense(const SystemInfo& info, const Evaluation& ev) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(int_size(info.constraints), info.nu);
  for (int r = 0; r < D.rows(); ++r) {
    const RowShape& shape = info.constraints[at(r)].shape;
    const double* value = ev.row_D(r);
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = 0; k < shape.size[block]; ++k) D(r, shape.start[block] + k) = *value++;
    }
  }
  return D;
}

void fill(Evaluation& ev) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (double& mass : ev.M) mass = 2 + uniform(random);
  for (double& value : ev.D) value = uniform(random);
  for (double& value : ev.h) value = uniform(random);
}

TEST(RowOrder, KeepsTheFilesOrderWhereItServes) {
  std::vector<int> natural(4 * 5);
  std::iota(natural.begin(), natural.end(), 0);
  EXPECT_EQ(row_order(chain(shuffled(4), 5, false).constraints, 24), natural);  // small
  natural.resize(60 * 5);
  std::iota(natural.begin(), natural.end(), 0);
  EXPECT_EQ(row_order(chain(along(60), 5, false).constraints, 360), natural);  // along the chain
}

TEST(RowOrder, WorkGrowsWithTheLengthOfChainsInAnyOrder) {
  const auto work = [](const SystemInfo& info) {
    const std::vector<int> order = row_order(info.constraints, info.nu);
    EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), along(int_size(order)).begin()));
    return envelope_work(envelope(info.constraints, order));
  };
  const double small = work(chain(along(50), 5, false)), large = work(chain(along(500), 5, false));
  EXPECT_NEAR(large / small, 10, 0.5);
  EXPECT_NEAR(work(chain(shuffled(500), 5, false)) / large, 1, 0.01);
  EXPECT_LT(work(chain(along(500), 5, true)), 3 * large);  // drivers stand behind all joints
  SystemInfo ring = chain(along(500), 5, false);
  ring.constraints.push_back(ring.constraints.back());
  ring.constraints.back().shape = {{0, 6 * 499}, {6, 6}};
  EXPECT_LT(work(ring), 5 * large);
}

TEST(JointElimination, AnyOrderGivesTheSameMotion) {
  const SystemInfo info = chain(shuffled(40), 4, true);
  ASSERT_NE(row_order(info.constraints, info.nu), along(200));
  Evaluation ev(info);
  fill(ev);
  JointElimination joints(info);
  joints.factorise(ev, true);
  const Eigen::MatrixXd D = dense(info, ev);
  const Eigen::VectorXd inverse = Eigen::Map<Eigen::VectorXd>(ev.M.data(), info.nu).cwiseInverse();
  const Eigen::MatrixXd K = D * inverse.asDiagonal() * D.transpose();
  std::vector<double> lambda(200);
  for (std::size_t i = 0; i < 200; ++i) lambda[i] = std::sin(static_cast<double>(i));
  const Eigen::VectorXd r = Eigen::Map<Eigen::VectorXd>(lambda.data(), 200);
  joints.forward(lambda);
  joints.backward(lambda);
  const Eigen::VectorXd exact = K.ldlt().solve(r);
  EXPECT_LT((Eigen::Map<Eigen::VectorXd>(lambda.data(), 200) - exact).norm(), 1e-9 * exact.norm());

  // w M_J⁻¹ wᵀ of a row between two bodies
  const RowShape shape{{6 * 7, 6 * 30}, {6, 6}};
  std::vector<double> w(12), m(12), y(200);
  for (std::size_t k = 0; k < 12; ++k) w[k] = std::cos(static_cast<double>(k));
  joints.inverse_mass_row(shape, w.data(), m.data());
  double sum = dot_rows(shape, w.data(), shape, m.data());
  for (int i = joints.joint_part(shape, m.data(), ev, y); i < 200; ++i) sum -= y[at(i)] * y[at(i)];
  Eigen::VectorXd row = Eigen::VectorXd::Zero(info.nu);
  row.segment(42, 6) = Eigen::Map<Eigen::VectorXd>(w.data(), 6);
  row.segment(180, 6) = Eigen::Map<Eigen::VectorXd>(w.data() + 6, 6);
  const Eigen::VectorXd its = inverse.asDiagonal() * row, part = D * its;
  EXPECT_NEAR(sum, row.dot(its) - part.dot(K.ldlt().solve(part)), 1e-9);
}

TEST(JointElimination, RedundantRowsAreLeftOutInAnyOrder) {
  SystemInfo info = chain(shuffled(40), 4, false);
  info.constraints.push_back(info.constraints[17]);
  Evaluation ev(info);
  fill(ev);
  std::copy(ev.row_D(17), ev.row_D(17) + 12, ev.row_D(160));
  JointElimination joints(info);
  joints.factorise(ev, true);
  EXPECT_GE(joints.lost_row(), 0);
  int count = 0;
  for (int r = 0; r <= 160; ++r) count += joints.left_out(r);
  EXPECT_EQ(count, 1);
  EXPECT_TRUE(joints.left_out(17) || joints.left_out(160));
  EXPECT_TRUE(joints.left_out(joints.lost_row()));
  std::vector<double> v(at(info.nu)), lambda(161), rate(161);
  for (std::size_t i = 0; i < 161; ++i) lambda[i] = std::sin(static_cast<double>(i % 160));
  lambda[160] = lambda[17];
  const std::vector<double> r = lambda;
  joints.forward(lambda);
  joints.backward(lambda);
  EXPECT_EQ(lambda[at(joints.lost_row())], 0);
  joints.add_impulse(lambda, v);
  joints.apply_D(ev, v, rate);
  for (std::size_t i = 0; i < 161; ++i) EXPECT_NEAR(rate[i], r[i], 1e-9) << i;
}

}  // namespace
}  // namespace freeplay
