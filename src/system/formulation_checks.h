// SPDX-License-Identifier: Apache-2.0
// Whether the chosen formulation fits the machine as it stands assembled.
#pragma once

#include "freeplay/model.h"
#include "freeplay/system.h"
#include "system/initial.h"

namespace freeplay {

/// Redundant joints with a formulation that has no answer to them; independent coordinates that do not exist,
/// that are too many or too few, or that do not determine the others.
void check_constraint_formulation(const Model& model, const System& system, const State& state,
                                  const InitialReport& initial, Diagnostics& problems);

}  // namespace freeplay
