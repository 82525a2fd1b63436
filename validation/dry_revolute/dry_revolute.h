// SPDX-License-Identifier: Apache-2.0
// A slider-crank with a dry revolute joint with play, in the compliant world: examples/slider_crank_dry.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_dry_revolute(const std::string& folder);

// tables.cpp
void three_clearances(Page& page, const std::string& folder);     ///< moments, forces, orbits
void vanishing_clearance(Page& page, const std::string& folder);  ///< the ideal mechanism is the limit

}  // namespace freeplay::validation
