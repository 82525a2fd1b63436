// SPDX-License-Identifier: Apache-2.0
// The impact of a sphere on a plane: Hertz's closed form, and what other contact force laws deliver.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_hertz(const std::string& folder);

}  // namespace freeplay::validation
