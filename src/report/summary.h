// SPDX-License-Identifier: Apache-2.0
// The closing summary of a run, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "run/simulate.h"

namespace freeplay {

std::string summary_text(const RunSummary& summary, const System& system);
/// `report`: the page that was written; "": none.
std::string summary_json(const RunSummary& summary, const std::string& result_file,
                         const std::string& report = "");

}  // namespace freeplay
