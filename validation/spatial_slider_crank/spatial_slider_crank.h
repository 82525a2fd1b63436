// SPDX-License-Identifier: Apache-2.0
// The spatial slider-crank of Marques2015, section 2.4, with every formulation of the joint constraints.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed. Times go to the
/// terminal.
int validate_spatial_slider_crank(const std::string& folder);

}  // namespace freeplay::validation
