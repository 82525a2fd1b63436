// SPDX-License-Identifier: Apache-2.0
#include "studies/study_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/index.h"
#include "studies/random.h"

namespace freeplay {
namespace {

TEST(PercentileRanks, AreThoseOfTables) {
  // of the median: the sign test's tables
  for (const auto& [runs, low] :
       {std::pair{6LL, 1LL}, {10LL, 2LL}, {20LL, 6LL}, {50LL, 18LL}, {100LL, 40LL}}) {
    const RankInterval ranks = percentile_ranks(runs, 50);
    EXPECT_EQ(ranks.low, low) << runs;
    EXPECT_EQ(ranks.high, runs + 1 - low) << runs;
  }
}

TEST(PercentileRanks, FewRunsBoundNothing) {
  EXPECT_EQ(percentile_ranks(5, 50).low, 0);  // 2^-5 > 2.5 %
  EXPECT_EQ(percentile_ranks(5, 50).high, 6);
  EXPECT_EQ(percentile_ranks(71, 95).high, 72);  // 0.95^71 > 2.5 %
  EXPECT_EQ(percentile_ranks(72, 95).high, 72);  // 0.95^72 < 2.5 %
}

TEST(PercentileRanks, HoldAsOftenAsTheySay) {
  constexpr std::uint64_t kTrials = 4000;
  constexpr long long kRuns = 120;
  for (const double percent : {5.0, 50.0, 90.0}) {
    const RankInterval ranks = percentile_ranks(kRuns, percent);
    int held = 0;
    std::vector<double> sample(kRuns);
    for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
      for (std::uint64_t i = 0; i < kRuns; ++i)
        sample[i] = random_number(trial, i, static_cast<std::uint32_t>(percent), Draw::sample);
      std::sort(sample.begin(), sample.end());
      const double low = ranks.low > 0 ? sample[idx(ranks.low - 1)] : 0;
      const double high = ranks.high <= kRuns ? sample[idx(ranks.high - 1)] : 1;
      held += low <= percent / 100 && percent / 100 <= high;
    }
    const double share = held / static_cast<double>(kTrials);
    EXPECT_GE(share, 0.95 - 0.01) << percent;  // three standard errors of 4000 trials
    EXPECT_LE(share, 0.99) << percent;         // steps of the binomial distribution leave no more
  }
}

TEST(PercentileRanks, OfManyRunsAreCloseToTheNormalOnes) {
  const RankInterval ranks = percentile_ranks(1000000, 50);
  EXPECT_NEAR(static_cast<double>(ranks.low), 500000 - 1.959964 * 500, 2);
  EXPECT_NEAR(static_cast<double>(ranks.high), 500000 + 1.959964 * 500, 2);
}

}  // namespace
}  // namespace freeplay
