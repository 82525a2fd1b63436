// SPDX-License-Identifier: Apache-2.0
// Grids of bodies, shapes of bodies, and what is special about pairs of shapes.
#pragma once

#include "freeplay/model.h"
#include "model/names.h"
#include "model/read_weights.h"
#include "model/reader.h"

namespace freeplay {

/// grid = { … } of a body.
void read_grid(Block& block, Body& body);

/// The names of the copies of a grid, in place of its own.
void add_copies(Block& block, const Grid& grid, const std::string& name, Names& names);

/// [[shape]] and [[pair]]; `bodies` are the names of all bodies.
void read_shapes(Block& top, const Names& bodies, BodyWeights& weights, Model& model);

}  // namespace freeplay
