// SPDX-License-Identifier: Apache-2.0
// The slider-crank of Flores2009, section 5, in the compliant world beside the rigid one: what
// validate_slider_crank_compliant() is made of.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_slider_crank_compliant(const std::string& folder);

// stiffness.cpp
void both_worlds(Page& page, const std::string& folder);        ///< the shipped model in either world
void growing_stiffness(Page& page, const std::string& folder);  ///< times of impacts without friction
// tilt.cpp
void growing_stiffness_with_friction(Page& page, const std::string& folder);
void corners_in_turn(Page& page, const std::string& folder);  ///< θ3(0) ≠ 0: two limits that differ

}  // namespace freeplay::validation
