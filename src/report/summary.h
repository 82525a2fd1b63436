// SPDX-License-Identifier: Apache-2.0
// The closing summary of a run for programs; summary_text() is the same for people.
#pragma once

#include <string>
#include <vector>

#include "freeplay/run.h"

namespace freeplay {

/// `report`: the page that was written; "": none.
std::string summary_json(const RunSummary& summary, const std::string& result_file,
                         const std::string& report = "");

}  // namespace freeplay
