// SPDX-License-Identifier: Apache-2.0
// A start that is taken as the model gives it, whether it fits the joints or not: `run.initial = "as_given"`. What it
// leaves to the formulation is told, not removed.
#pragma once

#include "freeplay/assemble.h"
#include "freeplay/diagnostics.h"
#include "freeplay/system.h"

namespace freeplay {

/// Φ and D u + Φ_t of all rows at a state, where the system has been placed.
void constraint_errors(const System& system, const State& state, Evaluation& ev, std::span<double> Phi,
                       std::span<double> rates);

/// What is redundant where the machine stands, and by how much its joints are apart and part: in a warning.
void report_given_start(const System& system, const State& state, InitialReport& report,
                        Diagnostics& problems);

}  // namespace freeplay
