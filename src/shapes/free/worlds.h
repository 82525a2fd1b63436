// SPDX-License-Identifier: Apache-2.0
// What free contacts need to know of the plane and of space: everything else is the same in both.
//
// Overloaded for the shapes of either are can_touch, feature_count, feature_corner, feature_name,
// find_contact, separation, pair_geometry and pair_length: see shape_pair.h of the plane and of space.
#pragma once

#include <array>
#include <limits>

#include "base/index.h"
#include "shapes/planar/outline_edges.h"
#include "shapes/planar/shape_pair.h"
#include "shapes/spatial/shape_pair.h"

namespace freeplay {

/// Two planar shapes at their place.
class PlanarPair {
 public:
  PlanarPair(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b)
      : a_(&a), b_(&b), at_a_(&at_a), at_b_(&at_b) {}
  PairContact find(int feature, bool = true) const { return find_contact(*a_, *at_a_, *b_, *at_b_, feature); }
  template <class F>
  bool each_near(double reach, F use) const {
    for (int feature = 0, n = feature_count(*a_, *b_); feature < n; ++feature) {
      const PairContact contact = find(feature);
      if (contact.gap <= reach && !use(feature, &contact)) return false;
    }
    return true;
  }
  /// The same for all of them.
  static double least() { return -std::numeric_limits<double>::infinity(); }

 private:
  const PlanarShape *a_, *b_;
  const Pose *at_a_, *at_b_;
};

struct PlanarWorld {
  using Shape = PlanarShape;
  using Vector = Vec2;
  using Place = Pose;
  using Contact = PairContact;
  using Pair = PlanarPair;
  static constexpr int kDimension = 2;
  static constexpr int kCoordinates = 3, kVelocities = 3;  ///< of a body

  static Pose place(const double* q) { return {q[0], q[1], q[2], std::cos(q[2]), std::sin(q[2])}; }
  /// Of a body's fastest point within `extent` of its centre.
  static double speed(const double* u, double extent) {
    return std::hypot(u[0], u[1]) + std::abs(u[2]) * extent;
  }
  static bool is_endless(const PlanarShape& shape) { return shape.kind == ShapeKind::half_plane; }
  static bool touches(const PlanarShape&) { return true; }
  static int corners(const PlanarShape& shape) {
    if (shape.kind == ShapeKind::outline) return shape.part->whole->corners;
    return shape.kind == ShapeKind::polygon ? int_size(shape.points) : 0;
  }
  /// Shapes of equal kind have the same features with any other.
  static std::array<std::size_t, 3> feature_kind(const PlanarShape& shape) {
    if (shape.kind == ShapeKind::outline)
      return {idx(shape.kind), shape.part->tips.size(), idx(shape.part->most_stretches)};
    return {idx(shape.kind), shape.points.size(), 0};
  }
  /// Slots of a pool for the shape. Shapes that touch without overlap are neighbours in a planar graph: n of
  /// them have at most 3 n − 6 pairs. A side on a side is two corners of each.
  static int slots(const PlanarShape& shape) {
    return shape.kind == ShapeKind::polygon || shape.kind == ShapeKind::outline ? 12 : 3;
  }
  static void rows(const PairContact& contact, const Pose& at_a, const Pose& at_b,
                   const std::array<double*, 2>& rows) {
    pair_rows(contact, at_a, at_b, rows[0], rows[1]);
  }
};

struct SpatialWorld {
  using Shape = SpatialShape;
  using Vector = Vec3;
  using Place = SpatialPose;
  using Contact = SpatialContact;
  using Pair = SpatialPair;
  static constexpr int kDimension = 3;
  static constexpr int kCoordinates = 7, kVelocities = 6;

  static SpatialPose place(const double* q) {
    return {{q[0], q[1], q[2]}, rotation({q[3], q[4], q[5], q[6]})};
  }
  static double speed(const double* u, double extent) {
    return std::hypot(u[0], u[1], u[2]) + std::hypot(u[3], u[4], u[5]) * extent;
  }
  static bool is_endless(const SpatialShape& shape) { return shape.kind == SpatialKind::half_space; }
  static bool touches(const SpatialShape& shape) { return shape.contact; }
  static int corners(const SpatialShape& shape) { return most_corners(shape); }
  static std::array<std::size_t, 3> feature_kind(const SpatialShape& shape) {
    return {idx(shape.kind), shape.points.size(), shape.edges.size()};
  }
  /// Twice as many as equal balls that all touch twelve others need; more for faces on faces.
  static int slots(const SpatialShape& shape) {
    switch (shape.kind) {
      case SpatialKind::sphere: return 12;
      case SpatialKind::capsule:
      case SpatialKind::cylinder: return 24;
      case SpatialKind::polytope: return 64;
      case SpatialKind::half_space:
      case SpatialKind::mesh: break;
    }
    return 0;
  }
  static void rows(const SpatialContact& contact, const SpatialPose& at_a, const SpatialPose& at_b,
                   const std::array<double*, 3>& rows) {
    pair_rows(contact, at_a, at_b, rows);
  }
};

}  // namespace freeplay
