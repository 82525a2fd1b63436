// SPDX-License-Identifier: Apache-2.0
// What a result file says of the run as a whole.
#pragma once

#include <map>
#include <string>

#include "run/simulate.h"

namespace freeplay {

/// The numbers of a summary by the names that they have in a result file.
std::map<std::string, Attribute> summary_attributes(const RunSummary& summary);

}  // namespace freeplay
