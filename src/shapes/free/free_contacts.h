// SPDX-License-Identifier: Apache-2.0
// All shapes of a model, in the plane or in space, which of them meet and by which laws, and the ids of their
// contacts.
//
// A contact is (first shape, second shape, feature) with first < second in the order of the file. Its id is
// the whole number (first·S + second)·F + feature, with S shapes and at most F features in a pair: it never
// changes, and a double holds it exactly.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/index.h"
#include "freeplay/system.h"
#include "shapes/free/worlds.h"

namespace freeplay {

/// A shape on its body. Copies of one shape, on the bodies of a grid, share a group.
template <class World>
struct PlacedShapeOf {
  typename World::Shape shape;
  std::string name;
  int body = kGround;
  int group = 0;
  std::string part =
      {};            ///< what names of contacts add to the name: ".2" for the second convex part of a mesh
  int written = -1;  ///< the shape of the model that it is, or is a part of; negative: as numbered here
};

/// What is special about the shapes of two groups.
struct PairRule {
  int first = 0, second = 0;  ///< groups, first ≤ second
  int laws = 0;               ///< index into FreeParts::laws
  bool enabled = true;
};

template <class World>
struct FreePartsOf {
  std::vector<PlacedShapeOf<World>> shapes;
  std::vector<PairRule> rules;                ///< a later one replaces an earlier one
  std::vector<std::array<int, 2>> connected;  ///< bodies with a joint between them
  std::vector<ContactData> laws;              ///< 0: of pairs without a rule
  /// Contact force laws of the compliant world, by the groups of the two shapes: first · groups + second, for
  /// either order. Empty in the rigid world.
  std::vector<const ContactLaw*> force;
  int groups = 0;
  double length = 1;  ///< what gaps are judged against when no shape has a size [m]
};

template <class World>
class FreeContactsOf {
 public:
  using Shape = PlacedShapeOf<World>;
  using Place = typename World::Place;
  using Contact = typename World::Contact;

  FreeContactsOf() = default;
  explicit FreeContactsOf(FreePartsOf<World> parts);

  const std::vector<Shape>& shapes() const { return parts_.shapes; }
  const Shape& shape(int i) const { return parts_.shapes[idx(i)]; }
  bool empty() const { return parts_.shapes.empty(); }

  /// Contacts are springs; otherwise they are rigid.
  bool compliant() const { return !parts_.force.empty(); }
  /// Whether two different shapes can ever touch.
  bool meet(int first, int second) const;
  /// Laws, lengths and the sizes of shapes may be changed; rules, and the features of shapes, may not.
  FreePartsOf<World>& parts() { return parts_; }
  /// All laws that pairs can have.
  const std::vector<ContactData>& all_laws() const { return parts_.laws; }
  /// Index of the laws of a pair.
  int laws(int first, int second) const;
  /// All contacts that can ever be, in the order of their ids; at most `most` of them are listed.
  std::vector<double> list(std::size_t most) const;
  /// How many there can ever be.
  double count() const;
  /// Most features of a pair.
  int most_features() const { return most_features_; }

  double id(int first, int second, int feature) const;
  /// The shapes and the feature. `decode` tells of shapes of the model instead of their parts, with a number of the
  /// feature that is different for all contacts of the two, and adds the corners that it is about.
  PairFeature split(double id) const;
  PairFeature decode(double id) const;
  std::string name(double id) const;
  /// Laws, size that gaps are judged against, and columns.
  ContactData data(double id) const;
  Contact find(double id, std::span<const Place> poses) const;
  /// The two shapes at their place.
  typename World::Pair pair(int first, int second, std::span<const Place> poses) const;
  /// How far two shapes are apart, or how deep in each other: see shape_pair.h.
  Contact apart(int first, int second, std::span<const Place> poses) const;

 private:
  const PairRule* rule(int first, int second) const;

  FreePartsOf<World> parts_;
  int most_features_ = 1;
};

using PlacedShape = PlacedShapeOf<PlanarWorld>;
using FreeParts = FreePartsOf<PlanarWorld>;
using FreeContacts = FreeContactsOf<PlanarWorld>;
using PlacedSpatialShape = PlacedShapeOf<SpatialWorld>;
using SpatialFreeParts = FreePartsOf<SpatialWorld>;
using SpatialFreeContacts = FreeContactsOf<SpatialWorld>;

extern template class FreeContactsOf<PlanarWorld>;
extern template class FreeContactsOf<SpatialWorld>;

/// The row of something between bodies a and b: a block of `width` for each that is not the ground.
RowShape row_of_bodies(int a, int b, int width);
/// In the plane.
inline RowShape planar_shape(int a, int b) { return row_of_bodies(a, b, PlanarWorld::kVelocities); }

}  // namespace freeplay
