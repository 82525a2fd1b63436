// SPDX-License-Identifier: Apache-2.0
// A model of dimension 3 => System.
#pragma once

#include "model/copies.h"
#include "system/assemble.h"

namespace freeplay {

/// Everything that is wrong goes to `problems`; the system is null then.
Assembly assemble_spatial(const WrittenOut& written, Diagnostics& problems);

}  // namespace freeplay
