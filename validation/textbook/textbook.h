// SPDX-License-Identifier: Apache-2.0
// Cases with closed forms: a bouncing ball, bricks, a super ball, a cradle, a rocking block, piles of blocks.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md into the folder; returns how many bounds are missed.
int validate_textbook(const std::string& folder);

}  // namespace freeplay::validation
