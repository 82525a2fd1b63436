// SPDX-License-Identifier: Apache-2.0
// Machines with corners, many contacts and redundant friction, written as a new user would write them.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md into the folder. => how many bounds it missed
int validate_trials(const std::string& folder);

}  // namespace freeplay::validation
