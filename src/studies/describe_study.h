// SPDX-License-Identifier: Apache-2.0
// What a study asks, in words.
#pragma once

#include <string>

#include "studies/study.h"

namespace freeplay {

/// "7 values from 5e-05 m to 0.001 m", "normal, mean 0.5, deviation 0.03".
std::string values_text(const Variable& variable);
/// "largest normal_impulse of impacts".
std::string measure_text(const Measure& measure);
/// "latin_hypercube of 100 runs, seed 7".
std::string plan_text(const Study& study);

}  // namespace freeplay
