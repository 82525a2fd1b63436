// SPDX-License-Identifier: Apache-2.0
// The summary of runs that integrate nothing, and of reactions that a mechanism does not determine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/simulate.h"

namespace freeplay {

/// In place of the summary of a dynamic run.
std::string analysis_text(const RunSummary& summary);
/// "" when all reactions are determined.
std::string undetermined_text(const RunSummary& summary);
/// What the mode has to say, and undetermined reactions.
void add_analysis(const RunSummary& summary, nlohmann::ordered_json& json);

}  // namespace freeplay
