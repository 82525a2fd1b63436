// SPDX-License-Identifier: Apache-2.0
// Runs, for the inside of the engine, which knows the steppers.
#pragma once

#include "freeplay/run.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

/// What is recorded of a smooth stepper, or of one that acts by impulses.
RecordLayout record_layout(const System& system, bool smooth, const RecordOptions& options);

}  // namespace freeplay
