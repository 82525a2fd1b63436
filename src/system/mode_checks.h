// SPDX-License-Identifier: Apache-2.0
// What kinematics, inverse dynamics and statics ask of a model (docs/analyses.md).
#pragma once

#include "freeplay/diagnostics.h"
#include "freeplay/model.h"
#include "freeplay/system.h"

namespace freeplay {

/// Before assembly: shapes are refused; play and friction that the mode leaves out are taken away, and velocities are
/// forgotten in statics.
void prepare_mode(Model& model, Diagnostics& problems);

/// What adheres rests where it was put, within limits: its position does not follow from the loads. `what` looks for it.
void refuse_adhesion(const Model& model, const System& system, const char* what, const char* instead,
                     Diagnostics& problems);

/// Where the mode needs drivers for every freedom, says which are left and what to drive.
void check_driven(const Model& model, const System& system, const State& state, Diagnostics& problems);

}  // namespace freeplay
