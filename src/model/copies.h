// SPDX-License-Identifier: Apache-2.0
// Grids of bodies written out: every copy with its own name, position and shapes.
#pragma once

#include <string>
#include <vector>

#include "freeplay/model.h"

namespace freeplay {

/// How many bodies a grid stands for.
inline int copies(const Grid& grid) { return grid.count[0] * grid.count[1]; }

/// Name of the k-th copy, counted from 1: "disc_1".
std::string copy_name(const std::string& name, int k);

/// Shapes without a name get that of their body, those of the ground their type: "ball", then "ball_2", …
void name_shapes(std::vector<Shape>& shapes);

/// A body that stands for many.
struct WrittenGrid {
  Body body;              ///< as given
  std::size_t first = 0;  ///< of its copies among the bodies of the model without grids
};

/// A model without grids. Copies of one shape are a group, which has the name of that shape.
struct WrittenOut {
  Model model;
  std::vector<WrittenGrid> grids;        ///< in the order of the model
  std::vector<int> groups;               ///< per shape
  std::vector<std::string> group_names;  ///< per group
};
WrittenOut write_out(const Model& model);

/// The numbers of the body to its copies, each at its place; allocates nothing.
void copy_numbers(const WrittenGrid& grid, std::vector<Body>& bodies);

}  // namespace freeplay
