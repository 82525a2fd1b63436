// SPDX-License-Identifier: Apache-2.0
// What makes the results of a run doubtful.
#pragma once

#include <string>
#include <vector>

#include "run/simulate.h"

namespace freeplay {

/// A sentence each; empty when nothing does.
std::vector<std::string> summary_warnings(const RunSummary& summary);

/// What the size of a contact is called: pairs of shapes have a / in their name.
const char* size_word(const std::string& contact);

}  // namespace freeplay
