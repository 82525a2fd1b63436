// SPDX-License-Identifier: Apache-2.0
// Runs that integrate nothing: kinematics, inverse dynamics, statics (docs/analyses.md).
#pragma once

#include <string>
#include <vector>

#include "run/simulate.h"

namespace freeplay {

/// Patterns of channels that a mode has nothing to say about; none for dynamics.
std::vector<std::string> left_out(const std::string& mode);

/// Time between samples: run.record.every, or 1/200 of the run.
double sample_interval(const Run& run);

/// What simulate() does for modes other than dynamics.
RunSummary analyse(const System& system, const Run& run, RecordSink& sink, const RunHooks& hooks);

}  // namespace freeplay
