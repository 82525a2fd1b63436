// SPDX-License-Identifier: Apache-2.0
// What rigid stepping refuses of a system of one's own, with an exception that says why; assembled models are checked
// before.
#pragma once

#include "freeplay/model.h"
#include "freeplay/system.h"

namespace freeplay {

/// What is for the plane only.
void refuse_in_space(const SystemInfo& info, const Choice& solver);
/// What joints that rub do not go with.
void refuse_with_rubbing(const System& system);

}  // namespace freeplay
