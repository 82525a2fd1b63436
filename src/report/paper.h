// SPDX-License-Identifier: Apache-2.0
// A report for paper: A4 pages with the summary, the machine, loads, figures and what was run.
#pragma once

#include <string>
#include <vector>

#include "freeplay/report.h"

namespace freeplay {

/// A page as SVG, [px] of 1/96 inch: A4 upright.
std::vector<std::string> paper_pages(const std::vector<Result>& results, const PageOptions& options = {});

}  // namespace freeplay
