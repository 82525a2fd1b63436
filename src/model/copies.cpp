// SPDX-License-Identifier: Apache-2.0
#include "model/copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/index.h"

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

void copy_numbers(const WrittenGrid& grid, std::vector<Body>& bodies) {
  const Body& from = grid.body;
  for (int k = 0; k < copies(*from.grid); ++k) {
    const int column = k % from.grid->count[0], row = k / from.grid->count[0];
    Body& to = bodies[grid.first + idx(k)];
    to.mass = from.mass, to.inertia = from.inertia, to.angle = from.angle;
    to.velocity = from.velocity, to.angular_velocity = from.angular_velocity;
    to.position = {from.position[0] + column * from.grid->spacing[0],
                   from.position[1] + row * from.grid->spacing[1]};
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
    written.grids.push_back({body, out.bodies.size()});
    for (int k = 1; k <= copies(*body.grid); ++k) {
      Body copy = body;
      copy.grid.reset();
      copy.name = copy_name(body.name, k);
      copy.position_given = true;
      out.bodies.push_back(std::move(copy));
    }
    copy_numbers(written.grids.back(), out.bodies);
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
      groups.push_back(to_int(i));
    }
    for (int k = 1; k <= count; ++k) {
      Shape copy = shape;
      copy.name = copy_name(shape.name, k);
      copy.body = copy_name(shape.body, k);
      out.shapes.push_back(std::move(copy));
      groups.push_back(to_int(i));
    }
  }
  return written;
}

}  // namespace freeplay
