// SPDX-License-Identifier: Apache-2.0
// A record at a glance, for people and for programs.
#pragma once

#include <string>

#include "io/record_file.h"

namespace freeplay {

/// Name, status, time span, range of every channel, first rows of every table, as text to read.
/// `verbose` adds the help of each channel, all attributes and more rows.
std::string describe(const RecordFile& record, bool verbose);

/// The same as a JSON object; numbers that are not finite are null.
std::string describe_json(const RecordFile& record);

}  // namespace freeplay
