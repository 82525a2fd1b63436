// SPDX-License-Identifier: Apache-2.0
// Shapes and pairs of a model as what free contacts are made of.
#pragma once

#include <functional>

#include "freeplay/model.h"
#include "model/copies.h"
#include "shapes/free/free_contacts.h"
#include "system/assembly_names.h"
#include "system/contact_laws.h"

namespace freeplay {

/// What the assembly knows that shapes need.
struct ShapePlacing {
  const WrittenOut& written;
  AssemblyNames& names;
  ContactLaws& laws;
  Diagnostics& problems;
  /// In space: how the user's frame of a body stands in the inner one.
  std::function<Mount(int body)> mount = nullptr;
};

/// Two groups of shapes that touch by a contact force law.
struct GroupForce {
  int first, second;
  std::array<int, 2> shapes;  ///< one of each: all have the same curvature
  std::string contact;        ///< name of one of their contacts
  ChosenLaws chosen;
  int slot = -1;
};

/// The laws are chosen and not made.
template <class World>
struct PlacedShapesOf {
  FreePartsOf<World> parts;
  std::vector<ChosenLaws> laws;  ///< as FreePartsOf::laws
  std::vector<GroupForce> forces;
};

/// What is wrong with the values goes to `problems`; `key` is the path of the shape.
PlanarShape make_shape(const Shape& shape, const std::string& key, Diagnostics& problems);
/// `mount`: how the user's frame of the body stands in the inner one.
SpatialShape make_shape(const Shape& shape, const Mount& mount, const std::string& key,
                        Diagnostics& problems);

/// Everything wrong with shapes and pairs is reported; the parts must not be used when there are errors.
PlacedShapesOf<PlanarWorld> place_shapes(const ShapePlacing& placing);
/// The same in space.
PlacedShapesOf<SpatialWorld> place_spatial_shapes(const ShapePlacing& placing);

}  // namespace freeplay
