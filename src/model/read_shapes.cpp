// SPDX-License-Identifier: Apache-2.0
#include "model/read_shapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/copies.h"
#include "model/fields.h"
#include "model/read_contact.h"
#include "model/read_fields.h"
#include "model/read_lists.h"
#include "model/read_place.h"
#include "model/read_value.h"
#include "model/words.h"

namespace freeplay {
namespace {

class ShapeReader {
 public:
  ShapeReader(Reader& reader, const Names& bodies, BodyWeights& weights, Model& model)
      : reader_(reader), bodies_(bodies), weights_(weights), model_(model) {}

  void read(Block& top) {
    each(top, "shape", names_, [this](Block& block) { read_shape(block); });
    name_shapes(model_.shapes);
    for (const Shape& shape : model_.shapes) names_.put(shape.name);
    Names none;
    each(top, "pair", none, [this](Block& block) { read_pair(block); });
  }

 private:
  void read_shape(Block& block) {
    Shape shape;
    shape.where = reader_.where(block.position());
    read_fields<Shape>(block, shape_fields, shape);
    if (block.has("name")) names_.add(reader_, block, "shape", shape.name);
    if (const tree::Node* node = block.take("body"); node != nullptr && !shape.body.empty()) {
      const bool grid = std::any_of(model_.bodies.begin(), model_.bodies.end(),
                                    [&](const Body& body) { return body.grid && body.name == shape.body; });
      if (shape.body != kGroundName && !grid)
        bodies_.check(reader_, node->position, block.path_of("body"), "body", shape.body);
    }
    weights_.read_shape(block, model_, shape);
    if (const tree::Node* type = block.take("type"); type != nullptr && !shape.type.empty()) {
      const RegistryInfo& known = registry_in("shape", model_.dimension);
      if (const EntryInfo* entry = known.find(shape.type)) {
        read_params(block, entry->params, shape.values);
        block.finish();
      } else {
        reader_.error(type->position, block.path_of("type"),
                      fmt::format("\"{}\" is not one of the {}", shape.type, known.title),
                      reader_.suggest_from(shape.type, known.names(), "known: "));
      }
    }
    move_to_place(block, shape);
    model_.shapes.push_back(std::move(shape));
  }

  void read_pair(Block& block) {
    ShapePair pair;
    pair.where = reader_.where(block.position());
    read_fields<ShapePair>(block, pair_fields, pair);
    if (const tree::Node* node = block.take("shapes"); node != nullptr && !pair.shapes[0].empty()) {
      pair.where = reader_.where(node->position);
      for (std::size_t i = 0; i < 2; ++i) {
        const auto* items = node->as<tree::List>();
        names_.check(reader_, (*items)[i].position, block.path_of("shapes"), "shape", pair.shapes[i]);
      }
    }
    one(block, "contact", false, [&](Block& inner) {
      pair.contact.emplace();
      read_contact(inner, *pair.contact, false);
    });
    block.finish();
    model_.pairs.push_back(std::move(pair));
  }

  Reader& reader_;
  const Names& bodies_;
  BodyWeights& weights_;
  Model& model_;
  Names names_;
};

}  // namespace

void read_grid(Block& block, Body& body) {
  one(block, "grid", false, [&](Block& inner) {
    Grid grid;
    read_fields<Grid>(inner, grid_fields, grid);
    inner.finish();
    Reader& reader = block.reader();
    const tree::Position at = inner.position();
    if (static_cast<double>(grid.count[0]) * grid.count[1] > kMostCopies) {
      reader.error(at, inner.path_of("count"),
                   fmt::format("{} times {} copies are absurd", grid.count[0], grid.count[1]));
      return;
    }
    for (std::size_t k = 0; k < 2; ++k) {
      if (!inner.has("spacing") || grid.count[k] == 1 || grid.spacing[k] != 0) continue;
      reader.error(at, inner.path_of("spacing"),
                   fmt::format("{} copies along {} lie on each other", grid.count[k], k == 0 ? 'x' : 'y'),
                   "give the distance from one to the next");
    }
    body.grid = grid;
  });
}

void add_copies(Block& block, const Grid& grid, const std::string& name, Names& names) {
  for (int k = 1; k <= copies(grid); ++k) names.add(block.reader(), block, "body", copy_name(name, k));
}

void read_shapes(Block& top, const Names& bodies, BodyWeights& weights, Model& model) {
  ShapeReader(top.reader(), bodies, weights, model).read(top);
}

}  // namespace freeplay
