// SPDX-License-Identifier: Apache-2.0
// The longer section of the page.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// rk4 at 1 ms for 20 s: Marques2015, Figs. 2.7 to 2.10.
void twenty_seconds(Page& page, const std::string& folder);

}  // namespace freeplay::validation
