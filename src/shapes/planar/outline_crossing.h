// SPDX-License-Identifier: Apache-2.0
// Edges of an outline that cross or touch each other. Boxes around them are swept along x, so that far ones are never
// compared.
#pragma once

#include <array>

#include "shapes/planar/outline_edges.h"

namespace freeplay {

/// Two edges that cross or touch, or {0, 0}.
std::array<std::size_t, 2> find_crossing(const Outline& outline);

}  // namespace freeplay
