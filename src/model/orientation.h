// SPDX-License-Identifier: Apache-2.0
// The numbers that give an orientation, and the quaternion that they make.
#pragma once

#include <optional>
#include <string>

#include "freeplay/model.h"
#include "freeplay/registry.h"

namespace freeplay {

inline constexpr Param kOrientationAngle{.key = "angle",
                                         .symbol = "φ",
                                         .unit = "rad",
                                         .low = -1e9,
                                         .high = 1e9,
                                         .help = "of the turn about the axis"};
inline constexpr Param kOrientationAxis{.key = "axis", .help = "of the turn", .kind = ParamKind::vector};
inline constexpr Param kOrientationAngles{.key = "angles",
                                          .unit = "rad",
                                          .low = -1e9,
                                          .high = 1e9,
                                          .help = "one for each letter of the sequence",
                                          .kind = ParamKind::numbers};
inline constexpr Param kOrientationQuaternion{.key = "quaternion",
                                              .symbol = "e",
                                              .low = -2,
                                              .high = 2,
                                              .help = "Euler parameters [w, x, y, z]",
                                              .kind = ParamKind::numbers};

struct OrientationError {
  const char* key;  ///< within the orientation
  std::string message, hint;
};

/// Makes the quaternion from the numbers; leaves it as it is if they make none, and says why. Letters are those
/// of a sequence: see is_sequence().
std::optional<OrientationError> make_quaternion(Orientation& orientation);

/// Three letters of x, y, z, all small or all capital, no letter twice in a row. Small ones turn about axes of
/// the body as it turns, capital ones about axes of the world.
bool is_sequence(const std::string& word);

}  // namespace freeplay
