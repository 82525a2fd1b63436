// SPDX-License-Identifier: Apache-2.0
// Pictures of a study: how its measures are distributed, and how they go with what varies.
#pragma once

#include <vector>

#include "freeplay/results.h"
#include "report/plot.h"

namespace freeplay {

/// Of the complete runs. Throws std::runtime_error where there is nothing to draw.
std::vector<Figure> study_figures(const RecordFile& record, double width);

}  // namespace freeplay
