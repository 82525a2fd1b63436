// SPDX-License-Identifier: Apache-2.0
// The plan "optimise": one point of the searched variables after the other, each with some runs for what is random, so
// that what is sought is good for all of them. The points follow from the values of those before, so a result that was
// cut short is gone on with by asking the search again and handing it what is there already.
#pragma once

#include <span>
#include <vector>

#include "studies/run_study.h"
#include "studies/study.h"
#include "studies/study_file.h"

namespace freeplay {

/// What a point is worth: the mean of its runs, or the worst of them; NaN where one of them has no value.
double goal_of(std::span<const double> values, const Plan& plan);

/// Computes the rows that the file has not yet; `kept`: the values of the goal in those that it has. True when the search
/// came to its end. What cannot be written is thrown by file.close().
bool optimise_study(const Study& study, int threads, const std::vector<double>& kept, StudyFile& file,
                    const StudyHooks& hooks = {});

}  // namespace freeplay
