// SPDX-License-Identifier: Apache-2.0
// Which contact solver solves which problem that others published, and how iterations grow with contacts.
#pragma once

#include <string>

namespace freeplay::validation {

/// Writes results.md into the folder; returns how many bounds are missed. Without the published files beside
/// the repository it says so and leaves the page as it is.
int validate_solvers(const std::string& folder);

}  // namespace freeplay::validation
