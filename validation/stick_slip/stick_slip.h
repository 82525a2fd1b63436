// SPDX-License-Identifier: Apache-2.0
// Break-away of a block that is drawn harder and harder, and stick-slip over the speed of a belt.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_stick_slip(const std::string& folder);

/// The time of break-away in closed form, and the break-away force over the rate of the pull.
void break_away(Page& page, const std::string& folder);
/// Period, amplitude and time of stick over the speed of the belt.
void stick_slip_map(Page& page, const std::string& folder);

}  // namespace freeplay::validation
