// SPDX-License-Identifier: Apache-2.0
// The time by which smooth motion is judged where nothing else gives one.
#pragma once

#include "freeplay/system.h"

namespace freeplay {

/// How long it takes until the machine has moved by its own size [s]: from its speeds or, at rest, from its
/// accelerations; 1 where it has neither.
double machine_time(const System& system);

}  // namespace freeplay
