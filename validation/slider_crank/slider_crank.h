// SPDX-License-Identifier: Apache-2.0
// The slider-crank of Flores2009, section 5: what validate_slider_crank() is made of.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_slider_crank(const std::string& folder);

// tables.cpp
void convergence(Page& page, const std::string& folder);      ///< d = 2(b + c) against the reference
void literal_reading(Page& page, const std::string& folder);  ///< d = 2b + c against reference and peers
void impacts(Page& page);
void ledger(Page& page);

// figures.cpp
void paper_figures(Page& page, const std::string& folder);  ///< Figs. 10 and 11 of the paper
void tilted_start(Page& page, const std::string& folder);   ///< θ3(0) ≠ 0

}  // namespace freeplay::validation
