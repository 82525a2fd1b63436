// SPDX-License-Identifier: Apache-2.0
// All shapes of a model, which of them meet and by which laws, and the ids of their contacts.
//
// A contact is (first shape, second shape, feature) with first < second in the order of the file. Its id is
// the whole number (first·S + second)·F + feature, with S shapes and at most F features in a pair: it never
// changes, and a double holds it exactly.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "clearances/planar/shape_pair.h"
#include "freeplay/system.h"

namespace freeplay {

/// A shape on its body. Copies of one shape, on the bodies of a grid, share a group.
struct PlacedShape {
  PlanarShape shape;
  std::string name;
  int body = kGround;
  int group = 0;
};

/// What is special about the shapes of two groups.
struct PairRule {
  int first = 0, second = 0;  ///< groups, first ≤ second
  int laws = 0;               ///< index into FreeParts::laws
  bool enabled = true;
};

struct FreeParts {
  std::vector<PlacedShape> shapes;
  std::vector<PairRule> rules;                ///< a later one replaces an earlier one
  std::vector<std::array<int, 2>> connected;  ///< bodies with a joint between them
  std::vector<ContactData> laws;              ///< 0: of pairs without a rule
  /// Contact force laws of the compliant world, by the groups of the two shapes: first · groups + second, for
  /// either order. Empty in the rigid world.
  std::vector<const ContactLaw*> force;
  int groups = 0;
  double length = 1;  ///< what gaps are judged against when no shape has a size [m]
};

class FreeContacts {
 public:
  FreeContacts() = default;
  explicit FreeContacts(FreeParts parts);

  const std::vector<PlacedShape>& shapes() const { return parts_.shapes; }
  const PlacedShape& shape(int i) const { return parts_.shapes[static_cast<std::size_t>(i)]; }
  bool empty() const { return parts_.shapes.empty(); }

  /// Whether two different shapes can ever touch.
  bool meet(int first, int second) const;
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
  PairFeature decode(double id) const;
  std::string name(double id) const;
  /// Laws, size that gaps are judged against, and columns.
  ContactData data(double id) const;
  PairContact find(double id, std::span<const Pose> poses) const;
  /// How far two shapes are apart, or how deep in each other: see shape_pair.h.
  PairContact apart(int first, int second, std::span<const Pose> poses) const;

 private:
  const PairRule* rule(int first, int second) const;

  FreeParts parts_;
  int most_features_ = 1;
};

/// The row of something between bodies a and b: blocks of three for each body that is not the ground.
RowShape planar_shape(int a, int b);

}  // namespace freeplay
