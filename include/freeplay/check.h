// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "freeplay/model.h"

namespace freeplay {

/// Of a model built in code: everything that reading it from a file would have reported (unknown keys and
/// words, kinds, ranges, units of values given as text), thrown as one ModelError whose keys name the places.
/// Returns the model as it was understood: texts such as "76.5 mm" have become numbers.
Model check(const Model& model, Diagnostics* messages = nullptr);

}  // namespace freeplay
