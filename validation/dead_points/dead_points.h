// SPDX-License-Identifier: Apache-2.0
// The N-four-bar linkage through its singular positions, with every formulation.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md into the folder; returns how many bounds are missed.
int validate_dead_points(const std::string& folder);

}  // namespace freeplay::validation
