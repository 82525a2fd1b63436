// SPDX-License-Identifier: Apache-2.0
// What is said about a system once it is assembled.
#pragma once

#include "freeplay/model.h"
#include "model/copies.h"
#include "system/initial.h"
#include "system/planar_system.h"
#include "system/spatial_system.h"

namespace freeplay {

/// The drawing and the joints disagree by more than a touch: the points may be in the wrong frame.
void warn_of_long_moves(const System& system, const InitialReport& report, Diagnostics& problems);

/// A start inside a wall cannot be simulated: names the contact, the depth and a remedy.
void check_overlap(const WrittenOut& written, const PlanarSystem& system, const State& state,
                   Evaluation& scratch, Diagnostics& problems);
void check_overlap(const WrittenOut& written, const SpatialSystem& system, const State& state,
                   Evaluation& scratch, Diagnostics& problems);

/// Gives the contacts of the start their slots; too few are reported.
void check_pool(const Model& model, const System& system, State& state, Diagnostics& problems);

/// A message without a place whose key is a block, such as "joint.shaft", gets the place of that block.
/// What was said twice is said once.
Diagnostics with_places(const Model& model, const Diagnostics& problems);

}  // namespace freeplay
