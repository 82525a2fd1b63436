// SPDX-License-Identifier: Apache-2.0
#include "studies/sobol_indices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

namespace freeplay {
namespace {

constexpr double kPi = std::numbers::pi;

/// [IshigamiHomma1990] with a = 7, b = 0.1, of numbers in (0, 1).
double ishigami(double u1, double u2, double u3) {
  const auto x = [](double u) { return kPi * (2 * u - 1); };
  return std::sin(x(u1)) + 7 * std::pow(std::sin(x(u2)), 2) + 0.1 * std::pow(x(u3), 4) * std::sin(x(u1));
}

std::vector<double> measured(std::uint64_t seed, std::uint64_t points) {
  std::vector<double> values;
  for (std::uint64_t row = 0; row < 5 * points; ++row) {
    const auto u = [&](std::uint32_t i) { return sobol_indices_share(seed, row, i, 3); };
    values.push_back(ishigami(u(0), u(1), u(2)));
  }
  return values;
}

/// By integration: V₁ = (1 + b π⁴/5)²/2, V₂ = a²/8, V₁₃ = 8 b² π⁸/225.
struct Exact {
  double v1 = std::pow(1 + 0.1 * std::pow(kPi, 4) / 5, 2) / 2, v2 = 49.0 / 8,
         v13 = 8 * 0.01 * std::pow(kPi, 8) / 225;
  double all = v1 + v2 + v13;
  double first[3] = {v1 / all, v2 / all, 0};
  double total[3] = {(v1 + v13) / all, v2 / all, v13 / all};
};

TEST(SobolIndices, OfIshigamisFunctionAreTheExactOnes) {
  const Exact exact;
  for (const std::uint64_t seed : {0U, 1U, 2U, 3U, 4U}) {
    const std::vector<SobolIndices> found = sobol_indices(3, measured(seed, 4096));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(found[i].count, 4096);
      EXPECT_NEAR(found[i].first, exact.first[i], 0.01) << seed << " " << i;
      EXPECT_NEAR(found[i].total, exact.total[i], 0.01) << seed << " " << i;
    }
  }
}

TEST(SobolIndices, TheirIntervalsHoldTheExactOnes) {
  // seldom less than 95 of 100 times, as the points of the sequence are better than independent ones
  const Exact exact;
  int held = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::vector<SobolIndices> found = sobol_indices(3, measured(seed, 256));
    for (std::size_t i = 0; i < 3; ++i) {
      held += std::abs(found[i].first - exact.first[i]) <= found[i].first_error;
      held += std::abs(found[i].total - exact.total[i]) <= found[i].total_error;
    }
  }
  EXPECT_GE(held, 0.95 * 600);
}

TEST(SobolIndices, EachRunDiffersFromTheFirstInOneVariable) {
  for (std::uint64_t row = 0; row < 5 * 64; row += 5) {
    for (std::uint32_t part = 2; part < 5; ++part) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint64_t like = part == i + 2 ? row + 1 : row;
        EXPECT_EQ(sobol_indices_share(9, row + part, i, 3), sobol_indices_share(9, like, i, 3));
      }
    }
  }
}

TEST(SobolIndices, PointsWithAnIncompleteRunDoNotCount) {
  std::vector<double> values = measured(0, 128);
  const std::vector<SobolIndices> whole = sobol_indices(3, measured(0, 127));
  values[5 * 127 + 3] = std::numeric_limits<double>::quiet_NaN();
  const std::vector<SobolIndices> found = sobol_indices(3, values);
  EXPECT_EQ(found[0].count, 127);
  EXPECT_EQ(found[1].total, whole[1].total);
  EXPECT_TRUE(std::isnan(sobol_indices(3, std::vector<double>(5, 1.0))[0].first));
}

}  // namespace
}  // namespace freeplay
