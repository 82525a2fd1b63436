// SPDX-License-Identifier: Apache-2.0
// Bodies whose mass, centre of mass and inertia follow from their shapes: material = "steel", or a density, in place of mass
// and inertia. In space the centre is that of the body's frame, in the plane the frame itself is moved to the centre of mass
// with all that is in it, since Freeplay has its origin there.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "model/reader.h"

namespace freeplay {

class BodyWeights {
 public:
  explicit BodyWeights(Reader& reader) : reader_(reader) {}

  /// Whether the body gives a material or a density: mass, centre and inertia are not to be read then.
  static bool is_weighed(const Block& block);
  /// The keys of a body that will be the last of the model.
  void read_body(Block& block, int dimension, const Body& body);
  /// The keys of a shape that will be the last of the model.
  void read_shape(Block& block, const Model& model, const Shape& shape);
  /// Once all blocks have been read.
  void weigh(Model& model) const;

 private:
  struct Given {
    std::optional<double> density, thickness;
    tree::Position at;
    std::string path;
  };
  struct Sum;

  Given read(Block& block, int dimension);
  std::optional<double> read_density(Block& block);
  void weigh(Model& model, std::size_t body) const;
  bool add(const Model& model, std::size_t body, std::size_t shape, Sum& sum) const;
  void put_in_plane(Model& model, std::size_t body, const Sum& sum) const;

  Reader& reader_;
  std::vector<Given> bodies_, shapes_;
};

}  // namespace freeplay
