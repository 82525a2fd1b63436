// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/rigid_dynamics.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
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

/// A body of the plane with mass and inertia 1, held at (−1, 0), (1, 0) and between them, where the normal leans a little.
class LeaningContact : public ::testing::Test {
 protected:
  static constexpr double kLean = 1e-6;
  LeaningContact() : info_(three()), ev_(info_), joints_(info_), projection_(info_, 3) {
    const double rows[3][3] = {{0, 1, -1}, {0, 1, 1}, {kLean, 1, 0}};
    for (double& mass : ev_.M) mass = 1;
    for (int i = 0; i < 3; ++i) {
      std::copy_n(rows[i], 3, ev_.row_W(2 * i));
      std::copy_n(std::array<double, 3>{1, 0, 0}.begin(), 3, ev_.row_W(2 * i + 1));
      held_[idx(i)].contact = i;
    }
    joints_.factorise(ev_, true);
    projection_.build(ev_, joints_, held_);
  }
  static SystemInfo three() {
    SystemInfo info;
    info.nq = info.nu = 3;
    info.dimension = 2;
    ContactInfo contact;
    contact.shape = {{0, 0}, {3, 0}};
    info.contacts.assign(3, contact);
    return info;
  }
  std::array<double, 3> moved_by(std::array<double, 3> gaps) {
    std::copy(gaps.begin(), gaps.end(), ev_.gap.begin());
    std::array<double, 3> change{};
    projection_.positions(ev_, joints_, change);
    return change;
  }
  SystemInfo info_;
  Evaluation ev_;
  JointElimination joints_;
  Projection projection_;
  std::array<HeldContact, 3> held_;
};

// The third gap does not follow from the others, and removing it to the last digit would shift the body by 1e6 times as
// much: a row of dominoes was once thrown apart by that.
TEST_F(LeaningContact, GapsThatContradictEachOtherMoveNothingFar) {
  const std::array<double, 3> change = moved_by({0, 0, 1e-8});
  for (const double part : change) EXPECT_LE(std::abs(part), 1e-7);
  // the mean of what they ask for, each with the weight 1/G of its row: 1/2, 1/2 and 1
  EXPECT_NEAR(change[1], -0.5e-8, 1e-10);
  // and the matrix is as before
  EXPECT_EQ(moved_by({0, 0, 1e-8}), change);
}

TEST_F(LeaningContact, GapsThatAgreeAreRemoved) {
  const std::array<double, 3> change = moved_by({-1e-8, -1e-8, -1e-8});
  EXPECT_NEAR(change[1], 1e-8, 1e-16);
  EXPECT_NEAR(change[2], 0, 1e-16);
  EXPECT_NEAR(kLean * change[0], 0, 1e-16);
}

}  // namespace
}  // namespace freeplay
