// SPDX-License-Identifier: Apache-2.0
#include "model/copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace freeplay {

std::string copy_name(const std::string& name, int k) { return fmt::format("{}_{}", name, k); }

void name_shapes(std::vector<Shape>& shapes) {
  std::set<std::string> taken;
  for (const Shape& shape : shapes) taken.insert(shape.name);
  for (Shape& shape : shapes) {
    if (!shape.name.empty()) continue;
    const std::string base = shape.body == "ground" ? shape.type : shape.body;
    shape.name = base;
    for (int k = 2; !taken.insert(shape.name).second; ++k) shape.name = copy_name(base, k);
  }
}

WrittenOut write_out(const Model& model) {
  WrittenOut written;
  written.model = model;
  Model& out = written.model;
  std::vector<int>& groups = written.groups;
  out.bodies.clear();
  out.shapes.clear();
  for (const Body& body : model.bodies) {
    if (!body.grid) {
      out.bodies.push_back(body);
      continue;
    }
    for (int k = 0; k < copies(*body.grid); ++k) {
      const int column = k % body.grid->count[0], row = k / body.grid->count[0];
      Body copy = body;
      copy.grid.reset();
      copy.name = copy_name(body.name, k + 1);
      copy.position[0] += column * body.grid->spacing[0];
      copy.position[1] += row * body.grid->spacing[1];
      copy.position_given = true;
      out.bodies.push_back(std::move(copy));
    }
  }
  std::vector<Shape> named = model.shapes;
  name_shapes(named);
  for (std::size_t i = 0; i < named.size(); ++i) {
    const Shape& shape = named[i];
    written.group_names.push_back(shape.name);
    const auto grid = std::find_if(model.bodies.begin(), model.bodies.end(),
                                   [&](const Body& body) { return body.grid && body.name == shape.body; });
    const int count = grid == model.bodies.end() ? 0 : copies(*grid->grid);
    if (count == 0) {
      out.shapes.push_back(shape);
      groups.push_back(static_cast<int>(i));
    }
    for (int k = 1; k <= count; ++k) {
      Shape copy = shape;
      copy.name = copy_name(shape.name, k);
      copy.body = copy_name(shape.body, k);
      out.shapes.push_back(std::move(copy));
      groups.push_back(static_cast<int>(i));
    }
  }
  return written;
}

}  // namespace freeplay
