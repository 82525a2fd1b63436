// SPDX-License-Identifier: Apache-2.0
// The machine as a still picture of vectors, for paper: what is planar from in front, what is spatial from a corner.
#pragma once

#include <optional>

#include "freeplay/report.h"
#include "report/plot.h"

namespace freeplay {

/// The machine at its first sample, at most this wide and high [px]; none without a model, and none of more triangles than
/// a page is made for.
std::optional<DrawnFigure> machine_picture(const Result& result, double width, double most_height);

}  // namespace freeplay
