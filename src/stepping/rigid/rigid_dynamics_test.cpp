// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/rigid_dynamics.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "base/index.h"

namespace freeplay {
namespace {

// Bodies in a row, every contact between neighbours or with the ground, some bodies jointed: the matrix built
// through adjacency is Wᵀ M_J⁻¹ W, and far contacts have no block.
TEST(ContactRows, LargeProblemsAreTheSameMatrix) {
  constexpr int kBodies = 60, kContacts = 90;
  SystemInfo info;
  info.nq = info.nu = 3 * kBodies;
  for (int j = 0; j < 6; ++j) {  // bodies 10…13 are one chain, body 40 is tied to the ground
    ConstraintInfo row;
    const int body = j < 5 ? 10 + j / 2 : 40;
    row.shape = {{3 * body, j < 5 ? 3 * (body + 1) : 0}, {3, j < 5 ? 3 : 0}};
    info.constraints.push_back(row);
  }
  for (int i = 0; i < kContacts; ++i) {
    ContactInfo contact;
    const int body = i % kBodies;
    const bool free = i < kBodies - 1;
    contact.shape = {{3 * body, free ? 3 * (body + 1) : 0}, {3, free ? 3 : 0}};
    info.contacts.push_back(contact);
  }
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Evaluation ev(info);
  for (double& mass : ev.M) mass = 2 + uniform(random);
  for (double& value : ev.D) value = uniform(random);
  for (double& value : ev.W) value = uniform(random);
  JointElimination joints(info);
  joints.factorise(ev, true);
  std::vector<int> rows(2 * kContacts);
  for (int i = 0; i < 2 * kContacts; ++i) rows[idx(i)] = i;
  ContactRows built(info, 2 * kContacts);
  for (int pass = 0; pass < 2; ++pass) built.build(ev, joints, rows);  // scratch is left clean
  BlockMatrix filled(kContacts, 2);
  for (int pass = 0; pass < 2; ++pass) built.fill(joints, filled);
  ASSERT_FALSE(filled.dense());

  const auto spread = [&](const RowShape& shape, const double* values) {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(info.nu);
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = 0; k < shape.size[block]; ++k) row(shape.start[block] + k) = *values++;
    }
    return row;
  };
  Eigen::MatrixXd W(2 * kContacts, info.nu), D(6, info.nu);
  for (int i = 0; i < 2 * kContacts; ++i) W.row(i) = spread(info.contacts[idx(i / 2)].shape, ev.row_W(i));
  for (int i = 0; i < 6; ++i) D.row(i) = spread(info.constraints[idx(i)].shape, ev.row_D(i));
  const Eigen::VectorXd inverse = Eigen::Map<Eigen::VectorXd>(ev.M.data(), info.nu).cwiseInverse();
  const Eigen::MatrixXd MD = inverse.asDiagonal() * D.transpose();
  const Eigen::MatrixXd MW = inverse.asDiagonal() * W.transpose();
  const Eigen::MatrixXd G = W * MW - W * MD * (D * MD).inverse() * (D * MW);
  for (int i = 0; i < 2 * kContacts; ++i) {
    for (int j = 0; j < 2 * kContacts; ++j) ASSERT_NEAR(filled(i, j), G(i, j), 1e-12) << i << ' ' << j;
  }
  EXPECT_LT(filled.blocks(), 8 * kContacts);
}

}  // namespace
}  // namespace freeplay
