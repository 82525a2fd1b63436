// SPDX-License-Identifier: Apache-2.0
// What r does to the iteration of Flores2012, section 4.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md into the folder; returns how many bounds are missed.
int validate_prox_iteration(const std::string& folder);

}  // namespace freeplay::validation
