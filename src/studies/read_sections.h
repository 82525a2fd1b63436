// SPDX-License-Identifier: Apache-2.0
// [[section]] of a study file: what is kept of each run at its returns.
#pragma once

#include "freeplay/record.h"
#include "model/reader.h"
#include "studies/study.h"

namespace freeplay {

/// Adds what the block says to the study.
void read_section(Block& block, const RecordLayout& layout, Study& study);

}  // namespace freeplay
