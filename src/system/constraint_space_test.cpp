// SPDX-License-Identifier: Apache-2.0
// Rank and null spaces against a singular value decomposition.
#include "system/constraint_space.h"

#include <gtest/gtest.h>

#include "base/index.h"
#include "system/analysis_test_data.h"

namespace freeplay {
namespace {

using testing::model_of;

void compare(const std::string& parts) {
  const Assembly assembly = assemble(model_of(parts, "dynamics"));
  const System& system = *assembly.system;
  const SystemInfo& info = system.info();
  const State state = system.initial_state();
  const ConstraintSpace space = constraint_space(system, 0, state.q(), 1000);

  Evaluation ev(info);
  system.place(0, state.q(), ev);
  system.constraints(0, state.q(), ev);
  Eigen::MatrixXd A;
  fill_scaled_D(info, velocity_sizes(info), ev, A);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  int rank = 0;
  for (const double value : svd.singularValues()) rank += value > 1e-9 ? 1 : 0;
  EXPECT_EQ(space.rank, rank);
  EXPECT_EQ(space.freedoms(), info.nu - rank);
  EXPECT_EQ(int_size(space.dependent), space.rows - rank);

  ASSERT_EQ(space.reactions().cols(), space.rows - rank);
  if (space.reactions().cols() > 0) {
    EXPECT_LT((A.transpose() * space.reactions()).lpNorm<Eigen::Infinity>(), 1e-12);
    const Eigen::MatrixXd other = svd.matrixU().rightCols(space.rows - rank);
    EXPECT_LT((space.reactions() * space.reactions().transpose() - other * other.transpose())
                  .lpNorm<Eigen::Infinity>(),
              1e-10);
  }
  Eigen::MatrixXd motions = Eigen::MatrixXd::Zero(info.nu, space.motions.cols());
  for (Eigen::Index i = 0; i < space.motions.rows(); ++i)
    motions.row(space.restrained[idx(i)]) = space.motions.row(i);
  ASSERT_EQ(space.motions.cols() + static_cast<Eigen::Index>(space.untouched.size()), info.nu - rank);
  if (motions.cols() > 0) {
    EXPECT_LT((A * motions).lpNorm<Eigen::Infinity>(), 1e-12);
    EXPECT_LT((motions.transpose() * motions - Eigen::MatrixXd::Identity(motions.cols(), motions.cols()))
                  .lpNorm<Eigen::Infinity>(),
              1e-12);
  }
}

TEST(ConstraintSpace, AgreesWithSingularValues) {
  compare(testing::slider_crank(0.7));
  compare(testing::slider_crank(0.7) + testing::driver("shaft", "law = \"constant_speed\", speed = 1"));
  for (const int cranks : {2, 3, 5}) compare(testing::parallel_cranks(cranks, 0.7));
  compare(testing::parallel_cranks(4, 0.7) + testing::driver("foot2", "law = \"constant_speed\", speed = 1"));
  compare(testing::bar("free", 0, 0, 0) + testing::slider_crank(0.2));
}

TEST(ConstraintSpace, LongChain) {
  std::string parts;
  for (int i = 0; i < 120; ++i) {
    const std::string name = fmt::format("link{}", i);
    parts +=
        testing::bar(name, i + 0.5, 0, 0) +
        (i == 0 ? testing::pin("pin0", "ground", name, 0, 0, -0.5, 0)
                : testing::pin(fmt::format("pin{}", i), fmt::format("link{}", i - 1), name, 0.5, 0, -0.5, 0));
  }
  const Assembly assembly = assemble(model_of(parts, "dynamics"));
  const ConstraintSpace space =
      constraint_space(*assembly.system, 0, assembly.system->initial_state().q(), 0);
  EXPECT_EQ(space.rank, 240);
  EXPECT_EQ(space.freedoms(), 120);
  EXPECT_EQ(space.motions.cols(), 0);
}

// The work of the analysis is that of its parts: joints that repeat each other in pairs come to parts of one pair each,
// however long the chain is. Together they would cost its third power: minutes for 500 joints.
TEST(ConstraintSpace, PairsOfJointsAreParts) {
  std::string parts;
  constexpr int kLinks = 60;
  for (int i = 0; i < kLinks; ++i) {
    const std::string name = fmt::format("link{}", i), before = fmt::format("link{}", i - 1);
    parts += testing::bar(name, i + 0.5, 0, 0);
    for (const char* twin : {"a", "b"})
      parts += testing::pin(fmt::format("pin{}{}", i, twin), i == 0 ? "ground" : before, name,
                            i == 0 ? 0 : 0.5, 0, -0.5, 0);
  }
  const Assembly assembly = assemble(model_of(parts, "dynamics"));
  const ConstraintSpace space =
      constraint_space(*assembly.system, 0, assembly.system->initial_state().q(), 0);
  EXPECT_EQ(space.rank, 2 * kLinks);
  EXPECT_EQ(space.dependent.size(), 2u * kLinks);
  EXPECT_EQ(space.cancelling.size(), 2u * kLinks);
  for (const CancellingReactions& part : space.cancelling) {
    EXPECT_EQ(part.rows.size(), 2u);
    EXPECT_EQ(part.basis.cols(), 1);
  }
}

TEST(ConstraintSpace, WithoutRows) {
  const Assembly assembly = assemble(model_of(testing::bar("free", 0, 0, 0), "dynamics"));
  const ConstraintSpace space =
      constraint_space(*assembly.system, 0, assembly.system->initial_state().q(), 1000);
  EXPECT_EQ(space.rank, 0);
  EXPECT_EQ(space.freedoms(), 3);
  EXPECT_EQ(space.untouched.size(), 3u);
  EXPECT_EQ(space.motions.cols(), 0);
}

TEST(ConstraintSpace, NamesVelocities) {
  const Assembly assembly = assemble(model_of(testing::slider_crank(0.7), "dynamics"));
  const SystemInfo& info = assembly.system->info();
  EXPECT_EQ(velocity_name(info, 0), "crank.x");
  EXPECT_EQ(velocity_name(info, 8), "slider.angle");
  EXPECT_TRUE(velocity_is_angular(info, 8));
  EXPECT_FALSE(velocity_is_angular(info, 7));
}

}  // namespace
}  // namespace freeplay
