// SPDX-License-Identifier: Apache-2.0
// Which contact solver solves which problem that others published, and how iterations grow with contacts.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md into the folder; returns how many bounds are missed. Without the published files beside
/// the repository it says so and leaves the page as it is; the files of our own are judged all the same.
int validate_solvers(const std::string& folder);

namespace solvers {

// hard.cpp
void hard_problems(Page& page);  ///< shares solved of the files that are in the repository, beside Siconos

}  // namespace solvers
}  // namespace freeplay::validation
