// SPDX-License-Identifier: Apache-2.0
// A model before it is run, as a result with one sample: the state that the run would start from.
#pragma once

#include "freeplay/model.h"
#include "freeplay/report.h"

namespace freeplay {

/// Assembles the model; throws ModelError as assemble() does. Forces and impulses of the sample are zero:
/// they are not known before the first step.
Result still(const Model& model);

}  // namespace freeplay
