// SPDX-License-Identifier: Apache-2.0
// What a shape encloses, for bodies that are weighed by their shapes. The model asks; shapes/free/solid.cpp, which knows
// them, answers.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "freeplay/model.h"

namespace freeplay {

/// Of density 1; in the plane of thickness 1.
struct Solid {
  double volume = 0;       ///< in the plane the area
  Point3 centre{0, 0, 0};  ///< in the body's frame
  std::array<double, 9>
      second{};  ///< ∫ (x − centre)(x − centre)ᵀ dV along the axes of the body's frame, row by row
};

/// Nothing after reporting why it encloses nothing.
std::optional<Solid> solid_of(const Shape& shape, int dimension, const std::string& key,
                              Diagnostics& problems);

}  // namespace freeplay
