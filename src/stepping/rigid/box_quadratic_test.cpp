// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/box_quadratic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/index.h"

namespace freeplay {
namespace {

// Random problems, also with dependent rows: the residual is zero inside the box and points outwards at it.
TEST(BoxQuadratic, ResidualVanishesInsideAndPointsOutwards) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> normal;
  BoxQuadratic box(6);
  int inside = 0, outside = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const int n = 1 + trial % 6, rank = trial % 3 == 0 ? (n + 1) / 2 : n + 1;
    std::vector<double> W(idx(n * rank)), v(idx(rank));
    for (double& w : W) w = normal(random);
    for (double& x : v) x = normal(random);
    box.resize(n);
    for (int i = 0; i < n; ++i) {
      const auto k = idx(i);
      box.c[k] = 0;
      box.bound[k] = std::abs(normal(random));
      for (int r = 0; r < rank; ++r) box.c[k] += W[k * rank + r] * v[idx(r)];
      for (int j = 0; j < n; ++j) {
        box.H(i, j) = 0;
        for (int r = 0; r < rank; ++r) box.H(i, j) += W[k * rank + r] * W[idx(j) * rank + r];
      }
    }
    ASSERT_TRUE(box.solve()) << "trial " << trial;
    for (int i = 0; i < n; ++i) {
      const auto k = idx(i);
      double residual = box.c[k], size = std::abs(box.c[k]);
      for (int j = 0; j < n; ++j) {
        residual += box.H(i, j) * box.f[idx(j)];
        size += std::abs(box.H(i, j) * box.f[idx(j)]);
      }
      ASSERT_LE(std::abs(box.f[k]), box.bound[k] * (1 + 1e-12));
      if (std::abs(box.f[k]) < box.bound[k] * (1 - 1e-12)) {
        ASSERT_NEAR(residual, 0, 1e-9 * size) << "trial " << trial;
        ++inside;
      } else {
        ASSERT_LE(residual * box.f[k], 1e-9 * size * box.bound[k]) << "trial " << trial;
        ++outside;
      }
    }
  }
  EXPECT_GT(inside, 1000);
  EXPECT_GT(outside, 1000);
}

// Both corners of a face: equal rows. What one of them cannot hold, the other does.
TEST(BoxQuadratic, DependentRowsShareTheLoad) {
  BoxQuadratic box(2);
  box.resize(2);
  box.H(0, 0) = box.H(0, 1) = box.H(1, 0) = box.H(1, 1) = 2;
  box.c[0] = box.c[1] = -3;
  box.bound[0] = box.bound[1] = 1;
  ASSERT_TRUE(box.solve());
  EXPECT_NEAR(box.f[0] + box.f[1], 1.5, 1e-14);
  box.c[0] = box.c[1] = -5;  // more than both can hold
  ASSERT_TRUE(box.solve());
  EXPECT_EQ(box.f[0], 1);
  EXPECT_EQ(box.f[1], 1);
}

}  // namespace
}  // namespace freeplay
