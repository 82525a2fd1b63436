// SPDX-License-Identifier: Apache-2.0
// A planar four-bar built in space, with three rows more than it needs, against the planar model.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md into the folder; returns how many bounds are missed.
int validate_four_bar_spatial(const std::string& folder);

}  // namespace freeplay::validation
