// SPDX-License-Identifier: Apache-2.0
// Random numbers as a function of where they are used, not of when: the row of a study and the variable decide, so
// that a row is the same whoever computes it, in whatever order, today or after a kill.
//
// The generator is Philox4x32-10 [Salmon2011]: ten rounds that mix a counter under a key.
#pragma once

#include <array>
#include <cstdint>

namespace freeplay {

/// Four random words of the counter under the key [Salmon2011, section 3.3].
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// What random numbers are drawn for: numbers of different purposes have nothing to do with each other.
enum class Draw : std::uint32_t { sample = 0, place_in_stratum = 1, order_of_strata = 2, shift = 3 };

/// 32 random bits for a variable in a row.
std::uint32_t random_bits(std::uint64_t seed, std::uint64_t row, std::uint32_t variable, Draw draw);

/// A random number inside of (0, 1), with 53 bits.
double random_number(std::uint64_t seed, std::uint64_t row, std::uint32_t variable, Draw draw);

/// Where `index` out of 0 … size − 1 goes in a random order of them all, without a list of them: a Feistel network on
/// the next power of four, walked until it comes back into the range [BlackRogaway2002].
std::uint64_t random_place(std::uint64_t index, std::uint64_t size, std::uint64_t seed,
                           std::uint32_t variable);

}  // namespace freeplay
