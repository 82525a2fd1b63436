// SPDX-License-Identifier: Apache-2.0
// The closing summary of a run, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "run/simulate.h"

namespace freeplay {

/// What makes the results of a run doubtful; empty when nothing does.
std::vector<std::string> summary_warnings(const RunSummary& summary);
std::string summary_text(const RunSummary& summary, const System& system);
std::string summary_json(const RunSummary& summary, const std::string& result_file);

}  // namespace freeplay
