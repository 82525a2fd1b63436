// SPDX-License-Identifier: Apache-2.0
#include "studies/sobol_sequence.h"

#include <array>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {
namespace {

constexpr int kBits = 32;

/// A primitive polynomial over the numbers 0 and 1, x^degree + … + 1 with `inner` as its coefficients in between, and the
/// first direction numbers [JoeKuo2008].
struct Start {
  int degree;
  std::uint32_t inner;
  std::array<std::uint32_t, 7> first;
};
constexpr std::array<Start, kSobolDimensions - 1> kStarts = {{{1, 0, {1}},
                                                              {2, 1, {1, 3}},
                                                              {3, 1, {1, 3, 1}},
                                                              {3, 2, {1, 1, 1}},
                                                              {4, 1, {1, 1, 3, 3}},
                                                              {4, 4, {1, 3, 5, 13}},
                                                              {5, 2, {1, 1, 5, 5, 17}},
                                                              {5, 4, {1, 1, 5, 5, 5}},
                                                              {5, 7, {1, 1, 7, 11, 19}},
                                                              {5, 11, {1, 1, 5, 1, 1}},
                                                              {5, 13, {1, 1, 1, 3, 11}},
                                                              {5, 14, {1, 3, 5, 5, 31}},
                                                              {6, 1, {1, 3, 3, 9, 7, 49}},
                                                              {6, 13, {1, 1, 1, 15, 21, 21}},
                                                              {6, 16, {1, 3, 1, 13, 27, 49}},
                                                              {6, 19, {1, 1, 1, 15, 7, 5}},
                                                              {6, 22, {1, 3, 1, 15, 13, 25}},
                                                              {6, 25, {1, 1, 5, 5, 19, 61}},
                                                              {7, 1, {1, 3, 7, 11, 23, 15, 103}},
                                                              {7, 4, {1, 3, 7, 13, 13, 15, 69}}}};

using Directions = std::array<std::uint32_t, kBits>;

/// [JoeKuo2008, eq. (2)], all numbers shifted to the left end of 32 bits.
constexpr Directions directions_of(int dimension) {
  Directions v{};
  if (dimension == 0) {
    for (int k = 0; k < kBits; ++k) v[idx(k)] = std::uint32_t{1} << (kBits - 1 - k);
    return v;
  }
  const Start& start = kStarts[idx(dimension - 1)];
  for (int k = 0; k < kBits; ++k) {
    if (k < start.degree) {
      v[idx(k)] = start.first[idx(k)] << (kBits - 1 - k);
      continue;
    }
    const std::uint32_t last = v[idx(k - start.degree)];
    v[idx(k)] = last ^ (last >> start.degree);
    for (int i = 1; i < start.degree; ++i) {
      if ((start.inner >> (start.degree - 1 - i) & 1U) != 0) v[idx(k)] ^= v[idx(k - i)];
    }
  }
  return v;
}

constexpr std::array<Directions, kSobolDimensions> all_directions() {
  std::array<Directions, kSobolDimensions> all{};
  for (int dimension = 0; dimension < kSobolDimensions; ++dimension)
    all[idx(dimension)] = directions_of(dimension);
  return all;
}
constexpr std::array<Directions, kSobolDimensions> kDirections = all_directions();

}  // namespace

std::uint32_t sobol_bits(std::uint32_t index, int dimension) {
  FREEPLAY_ASSERT(dimension >= 0 && dimension < kSobolDimensions);
  const Directions& directions = kDirections[idx(dimension)];
  std::uint32_t point = 0;
  const std::uint32_t gray = index ^ (index >> 1);
  for (int k = 0; k < kBits; ++k) {
    if ((gray >> k & 1U) != 0) point ^= directions[idx(k)];
  }
  return point;
}

}  // namespace freeplay
