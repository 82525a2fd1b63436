// SPDX-License-Identifier: Apache-2.0
// Changes by path: `joint.guide.clearance=0.2mm`. They are made in the tree of the file before it is
// checked, so an assigned value obeys the same rules as a written one. Entries of lists ([[body]], …) are
// found by name; `points[1][0]` is a number of a list that is given. The value `none` takes a key, or a whole list entry, away.
#pragma once

#include <vector>

#include "freeplay/model.h"
#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

/// Those of [parameters], which formulas use and counts of [[repeat]]; before the tree is expanded.
void apply_parameters(tree::Node& root, const std::vector<Assignment>& assignments, Reader& reader);

/// All others, on the expanded tree: every block is found by its name, wherever it came from.
void apply_assignments(tree::Node& root, const std::vector<Assignment>& assignments, Reader& reader);

}  // namespace freeplay
