// SPDX-License-Identifier: Apache-2.0
// Why a step could not be made, in words: the time, the part, the likely cause and a remedy.
#pragma once

#include <string>

#include "freeplay/model.h"
#include "run/headway.h"
#include "run/simulate.h"

namespace freeplay {

/// Of the pair that a slot holds in this state, or of a fixed contact; "(none)".
std::string contact_name(const System& system, const State& state, int contact);

/// `solver` is what the contact solver counted.
std::string describe_failure(const System& system, const State& state, const StepReport& report,
                             const SolverStatistics& solver, const Method& method);

/// Steps that were made, but lead nowhere since then (run/headway.h).
std::string describe_no_headway(const System& system, const State& state, const Headway& headway);

}  // namespace freeplay
