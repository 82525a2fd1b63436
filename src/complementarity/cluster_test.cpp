// SPDX-License-Identifier: Apache-2.0
#include "complementarity/cluster.h"

#include <gtest/gtest.h>

#include <cmath>

#include "complementarity/sample_problems.h"

namespace freeplay {
namespace {

// The contacts around the seed obey their laws afterwards, the impulses of the others are as they were.
TEST(Cluster, SolvesAFewContactsAndLeavesTheOthers) {
  ContactProblem problem = samples::disc_layers(8, 8, 0.3);
  problem.normalise();
  for (int k = 0; k < problem.rows(); ++k) problem.P(k) = k % 2 == 0 ? 0.3 : 0.01 * (k % 5 - 2);
  const ContactProblem before = problem;
  Cluster cluster(problem.size(), 2);
  constexpr int kSeed = 90, kCount = 15;
  ASSERT_TRUE(cluster.solve(problem, kSeed, kCount));
  int changed = 0;
  for (int i = 0; i < problem.size(); ++i) {
    if (problem.P(2 * i) == before.P(2 * i) && problem.P(2 * i + 1) == before.P(2 * i + 1)) continue;
    ++changed;
    double xi[3] = {0, 0, 0}, map[3] = {0, 0, 0};
    problem.xi(i, xi);
    problem.natural_map(i, xi, map);
    EXPECT_NEAR(map[0], 0, 1e-10) << i;
    EXPECT_NEAR(map[1], 0, 1e-10) << i;
  }
  EXPECT_EQ(changed, kCount);
}

}  // namespace
}  // namespace freeplay
