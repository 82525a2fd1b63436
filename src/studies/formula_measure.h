// SPDX-License-Identifier: Apache-2.0
// Measures that are formulas of what varies and of measures before them: `formula = "= hit/(mass*9.81 m/s^2)"`.
#pragma once

#include <span>
#include <string>

#include "model/reader.h"
#include "studies/study.h"

namespace freeplay {

/// Reads the formula at `path`, which may name all variables and measures that the study has so far, and reports what is
/// wrong with it.
void read_formula_measure(Reader& reader, const tree::Node& node, const std::string& path, const Study& study,
                          Measure& measure);

/// NaN where a number that it needs is none.
double formula_value(const Measure& measure, std::span<const double> variables,
                     std::span<const double> measures);

}  // namespace freeplay
