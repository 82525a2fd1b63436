// SPDX-License-Identifier: Apache-2.0
// Which joints make a position singular: their rows, independent at the start, are combinations of each other
// now.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "freeplay/system.h"

namespace freeplay {

/// Names of the joints and drivers whose rows are dependent at (t, q), or as good as; empty: none beyond
/// those that are redundant in the system's initial state.
std::vector<std::string> dependent_joints(const System& system, double t, std::span<const double> q);

}  // namespace freeplay
