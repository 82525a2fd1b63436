// SPDX-License-Identifier: Apache-2.0
// Bodies in space whose motion is known: tops, free bodies, pendulums, rolling discs.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_spatial_bodies(const std::string& folder);

}  // namespace freeplay::validation
