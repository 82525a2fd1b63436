// SPDX-License-Identifier: Apache-2.0
#include "studies/morris.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace freeplay {
namespace {

constexpr std::uint32_t kVariables = 4, kLevels = 4;
constexpr std::uint64_t kTrajectories = 400;

/// Columns of a plan with variables from 0 to 1.
std::vector<std::vector<double>> plan() {
  std::vector<std::vector<double>> inputs(kVariables);
  for (std::uint64_t row = 0; row < kTrajectories * (kVariables + 1); ++row) {
    for (std::uint32_t i = 0; i < kVariables; ++i)
      inputs[i].push_back(morris_share(3, row, i, kVariables, kLevels));
  }
  return inputs;
}

TEST(Morris, EachStepChangesOneVariableByHalf) {
  const auto inputs = plan();
  std::vector<double> seen(kLevels);
  for (std::size_t row = 0; row < inputs[0].size(); ++row) {
    int changed = 0;
    for (const auto& column : inputs) {
      ++seen[static_cast<std::size_t>(column[row] * kLevels)];
      if (row % (kVariables + 1) == 0 || column[row] == column[row - 1]) continue;
      EXPECT_DOUBLE_EQ(std::abs(column[row] - column[row - 1]), 0.5);
      ++changed;
    }
    EXPECT_EQ(changed, row % (kVariables + 1) == 0 ? 0 : 1);
  }
  // all levels equally often, to five standard errors of trajectories that are independent
  const double expected = static_cast<double>(inputs[0].size());
  for (const double count : seen)
    EXPECT_NEAR(count / expected, 1, 5 * std::sqrt(3.0 / kTrajectories / kVariables));
}

/// y = 3 a − 2 b + 4 a c has effects that are known: of a 3 + 4 c, of b −2, of c 4 a, of d none.
TEST(Morris, EffectsAreThoseOfTheFunction) {
  const auto inputs = plan();
  std::vector<double> y;
  for (std::size_t row = 0; row < inputs[0].size(); ++row)
    y.push_back(3 * inputs[0][row] - 2 * inputs[1][row] + 4 * inputs[0][row] * inputs[2][row]);
  const std::vector<ElementaryEffects> effects = elementary_effects(inputs, y);
  ASSERT_EQ(effects.size(), 4U);
  for (const ElementaryEffects& of : effects) EXPECT_EQ(of.count, static_cast<long long>(kTrajectories));
  // the other variable is one of four levels: mean 1/2, variance 5/64
  const double deviation = 4 * std::sqrt(5.0 / 64);
  const double error = 5 * deviation / std::sqrt(static_cast<double>(kTrajectories));
  EXPECT_NEAR(effects[0].mean_size, 5, error);
  EXPECT_NEAR(effects[0].deviation, deviation, 0.1 * deviation);
  EXPECT_NEAR(effects[0].error, deviation / 20, 0.1 * deviation / 20);
  EXPECT_NEAR(effects[1].mean, -2, 1e-12);
  EXPECT_NEAR(effects[1].mean_size, 2, 1e-12);
  EXPECT_NEAR(effects[1].deviation, 0, 1e-12);
  EXPECT_NEAR(effects[2].mean_size, 2, error);
  EXPECT_EQ(effects[3].mean_size, 0);
}

TEST(Morris, RunsThatFailedHaveNoEffects) {
  const auto inputs = plan();
  std::vector<double> y(inputs[0].size(), 1);
  y[2] = std::numeric_limits<double>::quiet_NaN();
  long long count = 0;
  for (const ElementaryEffects& of : elementary_effects(inputs, y)) count += of.count;
  EXPECT_EQ(count, static_cast<long long>(kTrajectories * kVariables) - 2);
}

}  // namespace
}  // namespace freeplay
