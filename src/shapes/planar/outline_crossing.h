// SPDX-License-Identifier: Apache-2.0
// Edges that cross or touch: of one outline, where boxes around them are swept along x, so that far ones are never
// compared, and of two.
#pragma once

#include <array>

#include "shapes/planar/outline_edges.h"

namespace freeplay {

/// Two edges that cross or touch, or {0, 0}.
std::array<std::size_t, 2> find_crossing(const Outline& outline);

/// Whether edges of the two cross by more than a margin; `there` leads from the frame of the second to that of the
/// first. For the start of a run: it makes lists.
bool parts_cross(const OutlinePart& a, const OutlinePart& b, const Pose& there, double margin);

}  // namespace freeplay
