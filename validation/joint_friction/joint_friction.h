// SPDX-License-Identifier: Apache-2.0
// Friction in the guide of the spatial slider-crank: Marques2015, section 4.1.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_joint_friction(const std::string& folder);

}  // namespace freeplay::validation
