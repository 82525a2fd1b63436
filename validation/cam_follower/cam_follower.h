// SPDX-License-Identifier: Apache-2.0
// The cam and follower of Flores2012, section 5.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_cam_follower(const std::string& folder);

}  // namespace freeplay::validation
