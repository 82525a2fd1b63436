// SPDX-License-Identifier: Apache-2.0
// `freeplay laws`: its commands are laws_*_command.cpp.
#include "apps/freeplay/command.h"

namespace freeplay {

FREEPLAY_COMMAND(laws) = {"laws", "what laws really do, by simulation", 110};

}  // namespace freeplay
