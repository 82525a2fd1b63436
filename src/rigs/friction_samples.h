// SPDX-License-Identifier: Apache-2.0
// Friction laws ready to be shown: every registered law with the samples of its parameters, changed by
// assignments such as `mu=0.2`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "freeplay/diagnostics.h"
#include "rigs/friction_curves.h"

namespace freeplay {

/// The laws by name, all when none is named, made of the samples of their parameters and the assignments
/// {key, value}. An assignment goes to every law that declares its key; one that fits none is a mistake, as
/// is a value that a law refuses. A law that needs a key without a value is left out, with a note.
std::vector<FrictionSpecimen> friction_specimens(
    const std::vector<std::string>& names,
    const std::vector<std::pair<std::string, std::string>>& assignments, Diagnostics& problems);

}  // namespace freeplay
