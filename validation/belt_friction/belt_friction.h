// SPDX-License-Identifier: Apache-2.0
// The block on the belt of Marques2015, section 3.4, with every friction law.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_belt_friction(const std::string& folder);

/// Every law against the reference, a second integrator, rk4 as in the paper; Figs. 3.20 to 3.22.
void every_law(Page& page, const std::string& folder);
/// Force over displacement and over velocity: Figs. 3.23 and 3.24.
void force_curves(Page& page, const std::string& folder);
/// Stick left to the steps, as in the paper's Fig. 3.21.
void chatter(Page& page);
/// Laws with a set-valued form in the rigid world.
void rigid_belt(Page& page);

}  // namespace freeplay::validation
