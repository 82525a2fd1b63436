// SPDX-License-Identifier: Apache-2.0
// Contacts of a loose wrist pin, against the printed law integrated by other means.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md into the folder. => how many bounds it missed
int validate_wrist_pin(const std::string& folder);

}  // namespace freeplay::validation
