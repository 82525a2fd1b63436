// SPDX-License-Identifier: Apache-2.0
// Sobol' sequence: points that fill a cube evenly, however many of them are taken, with the direction numbers of
// [JoeKuo2008] (the set "new-joe-kuo-6").
#pragma once

#include <cstdint>

namespace freeplay {

inline constexpr int kSobolDimensions = 21;

/// Coordinate `dimension` (from 0) of point `index` (from 0), times 2³². Points come in the order of the Gray code.
std::uint32_t sobol_bits(std::uint32_t index, int dimension);

}  // namespace freeplay
