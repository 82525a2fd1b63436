// SPDX-License-Identifier: Apache-2.0
// [[repeat]]: the blocks in it are copied into the tree as often as it says, before the tree is read. The reader then
// meets a model without repeats; docs/model_file.md says what may stand in one.
#pragma once

#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

/// Replaces every [[repeat]] by its blocks and reports what is wrong with any of them. The reader's scope is used.
void expand(tree::Node& root, Reader& reader);

}  // namespace freeplay
