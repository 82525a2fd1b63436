// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/places.h"

namespace freeplay {

std::string source_folder() { return FREEPLAY_SOURCE_DIR; }
std::string program_file() { return FREEPLAY_PROGRAM; }

}  // namespace freeplay
