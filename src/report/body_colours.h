// SPDX-License-Identifier: Apache-2.0
// The colours of bodies: Okabe and Ito's as in viewer/src/palette.ts, without black; the ground is grey.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace freeplay {

inline constexpr std::array<std::uint32_t, 6> kBodyColours{0x0072b2, 0xd55e00, 0x009e73,
                                                           0xa04a85, 0xb87a00, 0x2b91c9};
inline constexpr std::uint32_t kGroundColour = 0x6f6f6f;

/// As 0xRRGGBB; body −1 is the ground.
constexpr std::uint32_t body_colour(int body) {
  return body < 0 ? kGroundColour : kBodyColours[static_cast<std::size_t>(body) % kBodyColours.size()];
}

}  // namespace freeplay
