// SPDX-License-Identifier: Apache-2.0
#include "studies/sobol_sequence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "studies/random.h"

namespace freeplay {
namespace {

double number(std::uint32_t index, int dimension) { return sobol_bits(index, dimension) * 0x1p-32; }

// The first points of the plane, by hand from the direction numbers 1, 1, 1 and 1, 3, 5.
TEST(SobolSequence, BeginsAsItMust) {
  const double first[8] = {0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125};
  const double second[8] = {0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625};
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(number(i, 0), first[i]) << i;
    EXPECT_EQ(number(i, 1), second[i]) << i;
  }
}

TEST(SobolSequence, EveryCoordinateFillsEveryStratumOnce) {
  for (int dimension = 0; dimension < kSobolDimensions; ++dimension) {
    std::set<std::uint32_t> strata;
    for (std::uint32_t i = 0; i < 1024; ++i) strata.insert(sobol_bits(i, dimension) >> 22);
    EXPECT_EQ(strata.size(), 1024U) << dimension;
  }
}

/// In the plane of the first two coordinates every box of area 1/256 with sides of powers of two has one point of 256.
TEST(SobolSequence, BoxesOfThePlaneHaveOnePointEach) {
  for (int wide = 0; wide <= 8; ++wide) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> boxes;
    for (std::uint32_t i = 0; i < 256; ++i) {
      const std::uint64_t x = sobol_bits(i, 0), y = sobol_bits(i, 1);
      boxes.insert(
          {static_cast<std::uint32_t>(x >> (32 - wide)), static_cast<std::uint32_t>(y >> (24 + wide))});
    }
    EXPECT_EQ(boxes.size(), 256U) << wide;
  }
}

/// The mean of Π (1 + (x_i − ½)/i²) over the cube is 1; with wrong direction numbers coordinates depend on each other, and
/// the error is that of random numbers or worse.
TEST(SobolSequence, IntegratesFarBetterThanRandomNumbers) {
  constexpr std::uint32_t kPoints = 1 << 14;
  double even = 0, random = 0;
  for (std::uint32_t i = 0; i < kPoints; ++i) {
    double a = 1, b = 1;
    for (int k = 0; k < kSobolDimensions; ++k) {
      a *= 1 + (number(i, k) + 0x1p-15 - 0.5) / ((k + 1) * (k + 1));
      b *= 1 + (random_number(1, i, static_cast<std::uint32_t>(k), Draw::sample) - 0.5) / ((k + 1) * (k + 1));
    }
    even += a / kPoints;
    random += b / kPoints;
  }
  EXPECT_LT(std::abs(even - 1), 1e-5);
  EXPECT_GT(std::abs(random - 1), 1e-4);
}

}  // namespace
}  // namespace freeplay
