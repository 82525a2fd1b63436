// SPDX-License-Identifier: Apache-2.0
// Rigid contact in space: a ball from slip to roll, a box on an incline, and what a friction pyramid costs.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_spatial_contact(const std::string& folder);

}  // namespace freeplay::validation
