// SPDX-License-Identifier: Apache-2.0
// The blocks of a model file, from tree to structs, with everything that can be checked without physics.
#pragma once

#include "freeplay/model.h"
#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

/// Reads the whole tree. Everything wrong is reported to the reader; the model is as complete as it could
/// be made and must not be used when there are errors.
Model read_tree(const tree::Node& root, Reader& reader);

}  // namespace freeplay
