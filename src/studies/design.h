// SPDX-License-Identifier: Apache-2.0
// The plan of a study as a function: which values the variables have in a row. Any row can be asked for at any time, so
// nothing is kept of the others.
#pragma once

#include <span>

#include "studies/study.h"

namespace freeplay {

/// Plans whose runs are a sample: each variable is taken from its distribution, or from its list at random.
bool is_sample(PlanKind kind);

/// Plans that begin alike however many runs there are: more can be added to a finished study.
bool is_extensible(PlanKind kind);

/// How many runs the plan has; it may be absurdly many.
double estimated_rows(const Study& study);
long long rows_of(const Study& study);

/// The value of each variable in the row; NaN: that of the model.
void fill_design(const Study& study, long long row, std::span<double> out);

}  // namespace freeplay
