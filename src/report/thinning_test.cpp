// SPDX-License-Identifier: Apache-2.0
#include "report/thinning.h"
#include "base/index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace freeplay {
namespace {

std::vector<double> kept_of(const std::vector<double>& values, const Thinning& thinning,
                            Thinner::Keep keep = Thinner::Keep::peaks) {
  Thinner thinner(thinning, keep);
  for (const double value : values) thinner.add(value);
  return thinner.take();
}

TEST(Thinning, KeepsAllWhatFits) {
  const Thinning all = thin(100, 100);
  EXPECT_FALSE(all.thinned);
  ASSERT_EQ(all.samples.size(), 100U);
  const std::vector<double> values(100, 3);
  EXPECT_EQ(kept_of(values, all), values);
  EXPECT_TRUE(thin(0, 10).samples.empty());
  EXPECT_EQ(thin(1, 10).samples, std::vector<long long>{0});
}

TEST(Thinning, TakesInBothEndsAndRises) {
  for (const long long recorded : {11LL, 999LL, 1000LL, 12345LL}) {
    for (const long long most : {2LL, 3LL, 10LL, 999LL}) {
      const Thinning some = thin(recorded, most);
      if (!some.thinned) continue;
      EXPECT_LE(some.samples.size(), idx(most));
      EXPECT_EQ(some.samples.front(), 0);
      EXPECT_EQ(some.samples.back(), recorded - 1);
      EXPECT_TRUE(std::is_sorted(some.samples.begin(), some.samples.end()));
    }
  }
}

// A peak of one sample survives, wherever it stands, and no value is made up.
TEST(Thinning, KeepsEveryPeak) {
  const Thinning some = thin(1000, 50);
  for (std::size_t at = 0; at < 1000; ++at) {
    std::vector<double> values(1000, 1);
    values[at] = at % 2 == 0 ? 7 : -7;
    const std::vector<double> kept = kept_of(values, some);
    ASSERT_EQ(kept.size(), some.samples.size());
    EXPECT_EQ(std::count(kept.begin(), kept.end(), values[at]), 1) << at;
    EXPECT_TRUE(std::all_of(kept.begin(), kept.end(), [&](double v) { return v == 1 || v == values[at]; }));
  }
}

TEST(Thinning, ShowsWhatIsNotFinite) {
  std::vector<double> values(1000, 1);
  values[500] = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> kept = kept_of(values, thin(1000, 20));
  EXPECT_TRUE(std::any_of(kept.begin(), kept.end(), [](double v) { return std::isnan(v); }));
}

TEST(Thinning, PicksTheSamplesThemselves) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(i);
  const Thinning some = thin(1000, 30);
  const std::vector<double> kept = kept_of(values, some, Thinner::Keep::samples);
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(kept[i], static_cast<double>(some.samples[i]));
}

}  // namespace
}  // namespace freeplay
