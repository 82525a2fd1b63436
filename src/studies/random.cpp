// SPDX-License-Identifier: Apache-2.0
#include "studies/random.h"

#include "base/assert.h"

namespace freeplay {
namespace {

using Words4 = std::array<std::uint32_t, 4>;

/// The words for a place: the row in the first two, the variable, the purpose.
Words4 words_at(std::uint64_t seed, std::uint64_t row, std::uint32_t variable, Draw draw) {
  const auto low = [](std::uint64_t number) { return static_cast<std::uint32_t>(number); };
  return philox({low(row), low(row >> 32), variable, static_cast<std::uint32_t>(draw)},
                {low(seed), low(seed >> 32)});
}

}  // namespace

Words4 philox(Words4 counter, std::array<std::uint32_t, 2> key) {
  constexpr std::uint64_t kMultiply0 = 0xD2511F53, kMultiply1 = 0xCD9E8D57;  // [Salmon2011, table 2]
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = kMultiply0 * counter[0], product1 = kMultiply1 * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return counter;
}

std::uint32_t random_bits(std::uint64_t seed, std::uint64_t row, std::uint32_t variable, Draw draw) {
  return words_at(seed, row, variable, draw)[0];
}

double random_number(std::uint64_t seed, std::uint64_t row, std::uint32_t variable, Draw draw) {
  const Words4 words = words_at(seed, row, variable, draw);
  const std::uint64_t bits = (std::uint64_t{words[0] >> 6} << 27) | (words[1] >> 5);  // 53 of them
  // the middle of its interval: 0 and 1 do not occur, at which a distribution may be infinite
  const double number = (static_cast<double>(bits) + 0.5) * 0x1p-53;
  return number < 1 ? number : 1 - 0x1p-53;
}

std::uint64_t random_place(std::uint64_t index, std::uint64_t size, std::uint64_t seed,
                           std::uint32_t variable) {
  FREEPLAY_ASSERT(index < size);
  constexpr unsigned kLeastHalf = 3;  // bits: smaller networks mix badly
  constexpr std::uint64_t kRounds = 8;
  unsigned half = kLeastHalf;
  while (half < 32 && (std::uint64_t{1} << (2 * half)) < size) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = index >> half, right = index & mask;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::uint64_t mixed = random_bits(seed, right | round << 56, variable, Draw::order_of_strata);
      const std::uint64_t next = (left ^ mixed) & mask;
      left = right;
      right = next;
    }
    index = left << half | right;
  } while (index >= size);
  return index;
}

}  // namespace freeplay
