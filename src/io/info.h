// SPDX-License-Identifier: Apache-2.0
// A record at a glance, for programs; describe() is the same for people.
#pragma once

#include <string>

#include "freeplay/results.h"

namespace freeplay {

/// What describe() says, as a JSON object; numbers that are not finite are null.
std::string describe_json(const RecordFile& record);

}  // namespace freeplay
