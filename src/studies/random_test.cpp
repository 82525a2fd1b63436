// SPDX-License-Identifier: Apache-2.0
#include "studies/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace freeplay {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Of the known answers that the authors of the generator publish with it [Salmon2011].
TEST(Random, IsThePublishedGenerator) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, NumbersAreUniformAndHaveNothingToDoWithEachOther) {
  constexpr int kMany = 100000;
  double sum = 0, squares = 0, product = 0, other = 0;
  for (int row = 0; row < kMany; ++row) {
    const double a = random_number(7, static_cast<std::uint64_t>(row), 0, Draw::sample) - 0.5;
    const double b = random_number(7, static_cast<std::uint64_t>(row), 1, Draw::sample) - 0.5;
    const double c = random_number(7, static_cast<std::uint64_t>(row), 0, Draw::place_in_stratum) - 0.5;
    sum += a;
    squares += a * a;
    product += a * b;
    other += a * c;
  }
  // five standard errors of these means
  const double root = std::sqrt(static_cast<double>(kMany));
  EXPECT_NEAR(sum / kMany, 0, 5 * std::sqrt(1.0 / 12) / root);
  EXPECT_NEAR(squares / kMany, 1.0 / 12, 5 * std::sqrt(1.0 / 180) / root);
  EXPECT_NEAR(product / kMany, 0, 5.0 / 12 / root);
  EXPECT_NEAR(other / kMany, 0, 5.0 / 12 / root);
}

TEST(Random, AnOrderHasEveryPlaceOnce) {
  for (const std::uint64_t size : {1U, 2U, 3U, 63U, 64U, 65U, 1000U, 4097U}) {
    std::set<std::uint64_t> places;
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t place = random_place(i, size, 3, 0);
      EXPECT_LT(place, size);
      places.insert(place);
    }
    EXPECT_EQ(places.size(), size);
  }
}

/// Where the first one goes is equally likely everywhere: χ² of nine degrees of freedom below its 99.9 % quantile, 27.88.
TEST(Random, OrdersAreAllEquallyLikely) {
  constexpr int kSize = 10, kOrders = 5000;
  for (const std::uint64_t first : {0U, 7U}) {
    std::vector<double> counts(kSize);
    for (std::uint64_t seed = 0; seed < kOrders; ++seed) ++counts[random_place(first, kSize, seed, 0)];
    double chi = 0;
    for (const double count : counts) chi += std::pow(count - kOrders / kSize, 2) / (kOrders / kSize);
    EXPECT_LT(chi, 27.88);
  }
}

}  // namespace
}  // namespace freeplay
