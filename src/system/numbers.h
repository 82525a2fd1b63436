// SPDX-License-Identifier: Apache-2.0
// The numbers of an assembled system: include/freeplay/numbers.h.
#pragma once

#include <memory>

#include "system/assembled.h"

namespace freeplay {

/// `given` is the model as it was before grids were written out.
std::unique_ptr<Numbers> make_numbers(std::unique_ptr<Assembled> assembled, const Model& given);

}  // namespace freeplay
