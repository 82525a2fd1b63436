// SPDX-License-Identifier: Apache-2.0
// Pictures of a study: how its measures are distributed, and how they go with what varies. One description serves
// `freeplay plot` and the page of `freeplay report`.
#pragma once

#include <string>
#include <vector>

#include "freeplay/report.h"
#include "freeplay/results.h"
#include "report/figures/figure.h"
#include "report/plot.h"

namespace freeplay {

/// Of the complete runs. Throws std::runtime_error where there is nothing to draw.
std::vector<FigureSpec> study_figure_specs(const RecordFile& record);
/// The same with their numbers.
std::vector<Figure> study_figures(const RecordFile& record, double width);

/// The rows of a study as figures and pages want a result.
Result study_as_result(const RecordFile& record, const std::string& file);

}  // namespace freeplay
