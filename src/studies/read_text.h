// SPDX-License-Identifier: Apache-2.0
// Texts of blocks of a study.
#pragma once

#include <string>

#include "freeplay/registry.h"
#include "model/reader.h"

namespace freeplay {

/// The text that a block has for a parameter; "" where it has none, or what is there is no text, which is reported.
std::string take_text(Block& block, const Param& param);

}  // namespace freeplay
