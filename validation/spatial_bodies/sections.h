// SPDX-License-Identifier: Apache-2.0
// The sections of the page; each writes its tables and plots.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

void tops(Page& page, const std::string& folder);
void free_bodies(Page& page, const std::string& folder);
void pendulums(Page& page);
void rolling_discs(Page& page, const std::string& folder);
void orders(Page& page);

}  // namespace freeplay::validation
