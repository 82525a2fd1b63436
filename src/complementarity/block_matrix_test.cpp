// SPDX-License-Identifier: Apache-2.0
#include "complementarity/block_matrix.h"

#include <gtest/gtest.h>

#include "base/index.h"

namespace freeplay {
namespace {

/// Entry (r, c) of a banded matrix whose blocks touch their neighbours; not symmetric.
double entry(int r, int c, int d) {
  const int distance = r / d - c / d;
  return distance < -1 || distance > 1 ? 0 : 1 + r * 0.25 - c * 0.125;
}

void fill(BlockMatrix& A, int n) {
  const int d = A.d();
  A.resize(n);
  for (int i = 0; i < n; ++i) {
    if (A.dense()) {
      for (int r = d * i; r < d * i + d; ++r) {
        for (int c = 0; c < d * n; ++c) A.entry(r, c) = entry(r, c, d);
      }
      continue;
    }
    for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) {
      double* block = A.append(j);
      for (int e = 0; e < d * d; ++e) block[e] = entry(d * i + e / d, d * j + e % d, d);
    }
    A.end_row();
  }
}

TEST(BlockMatrix, BothStoragesSayTheSame) {
  for (const int d : {1, 2, 3}) {
    for (const int n : {BlockMatrix::kMostDense, BlockMatrix::kMostDense + 1}) {
      BlockMatrix A(n, d), copy(n + 3, d);
      fill(A, n);
      EXPECT_EQ(A.dense(), n == BlockMatrix::kMostDense);
      EXPECT_EQ(A.blocks(), A.dense() ? n * n : 3 * n - 2);
      std::vector<double> s, x;
      for (int i = 0; i < n; ++i) s.push_back(1 + i % 3);
      for (int i = 0; i < n * d; ++i) x.push_back(i % 7 - 3);
      copy.copy(A);
      copy.scale(s.data());
      for (int i = 0; i < n; ++i) {
        double rows[3] = {1, 1, 1};
        A.add_row_times(i, x.data(), rows);
        for (int a = 0; a < d; ++a) {
          double sum = 0;
          for (int c = 0; c < n * d; ++c) {
            const double value = entry(d * i + a, c, d);
            ASSERT_EQ(A(d * i + a, c), value);
            ASSERT_EQ(copy(d * i + a, c), value * (s[idx(i)] * s[idx(c / d)]));
            sum += value * x[idx(c)];
          }
          EXPECT_NEAR(rows[a], 1 + sum, 1e-12);
          EXPECT_NEAR(A.row_times(d * i + a, x.data()), sum, 1e-12);
        }
      }
    }
  }
}

// Memory of a sparse matrix is that of its blocks: a hundred thousand contacts in a chain would need 320 GB.
TEST(BlockMatrix, LargeMatricesCostTheirBlocks) {
  BlockMatrix A(100000, 2);
  fill(A, 100000);
  EXPECT_EQ(A.blocks(), 3 * 100000 - 2);
  EXPECT_EQ(A(0, 199999), 0);
  A.stored(5, 6) = 42;
  EXPECT_EQ(A(5, 6), 42);
}

}  // namespace
}  // namespace freeplay
