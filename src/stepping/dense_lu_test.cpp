// SPDX-License-Identifier: Apache-2.0
#include "stepping/dense_lu.h"

#include <gtest/gtest.h>

#include <random>

#include "base/index.h"

namespace freeplay {
namespace {

TEST(DenseLu, SolvesWhatItIsGiven) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  DenseLu lu(8);
  for (int n = 1; n <= 8; ++n) {
    std::vector<double> A(idx(n * n)), x(idx(n)), b(x);
    for (double& a : A) a = number(random);
    for (double& value : x) value = number(random);
    lu.resize(n);
    for (int i = 0; i < n; ++i) {
      b[idx(i)] = 0;
      for (int j = 0; j < n; ++j) {
        lu.at(i, j) = A[idx(i * n + j)];
        b[idx(i)] += lu.at(i, j) * x[idx(j)];
      }
    }
    lu.factorise();
    EXPECT_EQ(lu.rank(), n);
    lu.solve(b);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(b[i], x[i], 1e-12);
  }
}

// Two joints that say the same: the motion is unique, one of the two reactions is zero.
//   [ 1 −1 −1 ] [u ]   [ 1 ]
//   [ 1  0  0 ] [λ1] = [ 0 ]
//   [ 1  0  0 ] [λ2]   [ 0 ]
TEST(DenseLu, EquationsThatFollowFromOthersAreSkipped) {
  DenseLu lu(3);
  lu.resize(3);
  lu.at(0, 0) = lu.at(1, 0) = lu.at(2, 0) = 1;
  lu.at(0, 1) = lu.at(0, 2) = -1;
  lu.factorise();
  EXPECT_EQ(lu.rank(), 2);
  std::vector<double> x{1, 0, 0};
  lu.solve(x);
  EXPECT_NEAR(x[0], 0, 1e-15);
  EXPECT_NEAR(x[1] + x[2], -1, 1e-15);
  EXPECT_EQ(x[1] * x[2], 0);
}

// (B Bᵀ + 1e-5) x = b, the rows in other units: as with pivoting.
TEST(DenseLu, SymmetricMatricesNeedNoPivoting) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> number(-1, 1);
  constexpr int kSize = 30, kRank = 12;
  std::vector<double> B(idx(kSize * kRank)), scale(kSize), x(kSize);
  for (double& b : B) b = number(random);
  for (double& s : scale) s = std::exp(5 * number(random));
  for (double& value : x) value = number(random);
  DenseLu lu(kSize), pivoting(kSize);
  lu.resize(kSize);
  pivoting.resize(kSize);
  std::vector<double> b(kSize, 0);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      double sum = i == j ? 1e-5 : 0;
      for (int k = 0; k < kRank; ++k) sum += B[idx(i * kRank + k)] * B[idx(j * kRank + k)];
      lu.at(i, j) = pivoting.at(i, j) = scale[idx(i)] * sum;
      b[idx(i)] += lu.at(i, j) * x[idx(j)];
    }
  }
  std::vector<double> same = b;
  lu.factorise_symmetric(scale);
  EXPECT_EQ(lu.rank(), kSize);
  lu.solve(b);
  pivoting.factorise();
  pivoting.solve(same);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(b[i], x[i], 1e-9) << i;
    EXPECT_NEAR(same[i], x[i], 1e-9) << i;
  }
}

// Of two that say the same one is enough.
TEST(DenseLu, ASymmetricMatrixMaySayThingsTwice) {
  DenseLu lu(2);
  lu.resize(2);
  lu.at(0, 0) = lu.at(0, 1) = lu.at(1, 0) = lu.at(1, 1) = 3;
  const std::vector<double> scale{3, 3};
  lu.factorise_symmetric(scale);
  EXPECT_EQ(lu.rank(), 1);
  std::vector<double> x{6, 6};
  lu.solve(x);
  EXPECT_NEAR(x[0] + x[1], 2, 1e-15);
}

}  // namespace
}  // namespace freeplay
