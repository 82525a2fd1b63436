// SPDX-License-Identifier: Apache-2.0
// All friction laws in four machines with three integrators: every run ends, and none takes far more work than the others.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md into the folder. => how many bounds it missed
int validate_friction_ends(const std::string& folder);

}  // namespace freeplay::validation
