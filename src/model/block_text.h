// SPDX-License-Identifier: Apache-2.0
// Blocks in the tree, before they are read.
#pragma once

#include <string>
#include <vector>

#include "model/tree.h"

namespace freeplay {

/// The text of a key; "" when it has none.
std::string text_of(const tree::Node& entry, const char* key);

/// The names of shapes, with those that shapes without one get.
std::vector<std::string> shape_names(const tree::List& entries);

/// Is it the key of blocks in double brackets?
bool is_blocks(const std::string& key);

/// 2 or 3, whatever else is wrong with the model.
int dimension_of(const tree::Table& model);

/// How many values the table `key` has; 0 where there is none.
std::size_t values_of(const tree::Node& model, const char* key);

/// Puts the node in a frame (model/frames.h), with all that is in it.
void put_in(int frame, tree::Node& node);

/// The table as it stands in the frame; of its blocks no more than their keys.
tree::Table head_of(const tree::Table& table, int frame);

/// The text of a parameter whose unit `given`, a bare number, lacks; "" when it lacks none. Formulas rely on the unit that the
/// file gives.
std::string lacks_unit(const tree::Node& parameter, const tree::Node& given);

}  // namespace freeplay
