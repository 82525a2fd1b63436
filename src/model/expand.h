// SPDX-License-Identifier: Apache-2.0
// [[repeat]] and [[include]]: the blocks in a repeat are copied into the tree as often as it says, and those of other
// files with a prefix, before the tree is read. The reader then meets a model without either; docs/model_file.md says what
// may stand in them.
#pragma once

#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

/// Replaces every [[repeat]] and [[include]] by its blocks and reports what is wrong with any of them. The reader's scope is
/// used, and what it may open.
void expand(tree::Node& root, Reader& reader);

}  // namespace freeplay
