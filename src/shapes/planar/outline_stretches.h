// SPDX-License-Identifier: Apache-2.0
// Into which stretches a part of an outline falls, so that a convex body touches each of them in one place.
//
// A ball can touch the edges on both sides of a hollow arc when it is too large for it, and in the mouth of a bay that
// is wider inside: a stretch ends with such an arc. Two places of a convex stretch can only be touched at once if it
// turns by 2π or more between them: the body has the line from one to the other in it, in front of both, and the loop
// that this line closes turns to the right at both of its ends. A stretch with ends that turns by more is divided
// evenly, by preference at an outer corner.
#pragma once

#include "shapes/planar/outline_edges.h"

namespace freeplay {

/// For something with this radius.
int stretch_count(const OutlinePart& part, double radius);
EdgeRange stretch_range(const OutlinePart& part, double radius, int index);

/// Marks hollow arcs in the middle of bays with a narrow mouth.
void mark_undercuts(Outline& outline);
/// Fills `stretches`, `most_stretches` and `tightest`.
void fill_stretches(OutlinePart& part);

}  // namespace freeplay
