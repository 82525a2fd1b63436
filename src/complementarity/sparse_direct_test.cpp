// SPDX-License-Identifier: Apache-2.0
#include "complementarity/sparse_direct.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/index.h"
#include "complementarity/dense_direct.h"

namespace freeplay {
namespace {

// A chain of springs with both ends free has a direction that it does not see; forces in balance are met.
TEST(SparseDirect, SingularEquationsThatDoNotContradictAreMet) {
  constexpr int kSize = 200;
  SparseDirect sparse;
  DenseDirect dense(kSize);
  std::vector<double> c(kSize, 0), x(kSize), y(kSize);
  c[3] = 1;
  c[150] = -1;
  sparse.start(kSize);
  dense.start(kSize);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) dense.A(i, j) = 0;
  }
  for (int i = 0; i + 1 < kSize; ++i) {
    for (int a = 0; a < 2; ++a) {
      for (int b = 0; b < 2; ++b) {
        sparse.add(i + a, i + b, a == b ? 1 : -1);
        dense.A(i + a, i + b) += a == b ? 1 : -1;
      }
    }
  }
  for (int i = 0; i < kSize; ++i) dense.rhs(i) = c[idx(i)];
  EXPECT_LE(sparse.solve(c, x), 1e-11);
  EXPECT_EQ(dense.solve(y), kSize - 1);
  for (std::size_t i = 0; i < kSize; ++i) EXPECT_NEAR(x[i] - x[0], y[i] - y[0], 1e-8) << i;
}

TEST(SparseDirect, NothingToSolveIsSaid) {
  SparseDirect sparse;
  std::vector<double> c(2, 1), x(2, 7);
  sparse.start(2);
  sparse.add(0, 0, 0);
  EXPECT_TRUE(std::isinf(sparse.solve(c, x)));
  EXPECT_EQ(x[0], 0);
}

}  // namespace
}  // namespace freeplay
