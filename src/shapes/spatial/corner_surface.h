// SPDX-License-Identifier: Apache-2.0
// A convex polytope seen from a corner of another one: how far it is, and along which normal.
//
// As in the plane (shapes/planar/polygon_surface.h): outside, the distance is the Euclidean one. A corner can be
// pushed along n if no edge at it, its spokes e, lies behind, n·e ≥ 0 for unit vectors e; its skew is
// max(0, −n·e). Inside, the distance is minus the depth below the face that separates the two best near the
// corner: the one below which the corner and, as far as the face goes, its spokes are least deep. If the corner
// cannot be pushed along the normal of that face, or is beside it, its gap is the distance from the nearest face
// with a positive sign: another corner touches, or an edge. The normal is always one that the corner can be
// pushed along, but for a small angle.
#pragma once

#include <algorithm>
#include <array>

#include "shapes/spatial/solid_point.h"

namespace freeplay {

// Sine of the angle up to which a corner or an edge counts as one that can be pushed along a normal.
inline constexpr double kSkew = 0.1;

/// A corner as the body with the faces sees it: its place, and how its spokes are turned.
class SeenCorner {
 public:
  SeenCorner(const SpatialShape& shape, std::size_t corner, const Vec3& place, const Mat3& turn)
      : place_(place), turn_(turn), own_(shape.spokes.data() + shape.first_spoke[corner]) {
    spokes_ = shape.first_spoke[corner + 1] - shape.first_spoke[corner];
    for (std::size_t k = 0; k < std::min(spokes_, kTurned); ++k) turned_[k] = turn_ * own_[k];
  }

  const Vec3& place() const { return place_; }
  std::size_t spokes() const { return spokes_; }
  Vec3 spoke(std::size_t k) const { return k < kTurned ? turned_[k] : turn_ * own_[k]; }

 private:
  static constexpr std::size_t kTurned = 4;  ///< face after face asks for them; most corners have three

  Vec3 place_;
  Mat3 turn_;
  const Vec3* own_;  ///< spokes as the body of the corner sees them
  std::size_t spokes_ = 0;
  std::array<Vec3, kTurned> turned_;
};

/// In the inner frame of the body of the polytope.
SurfacePoint corner_surface(const SpatialShape& polytope, const SeenCorner& corner);

/// max(0, −n·e) over the unit vectors along the spokes of the corner.
double skew(const Vec3& normal, const SeenCorner& corner);

/// How far the foot of x on the plane of a face is off the face; negative within it.
double off_face(const SpatialShape& polytope, std::size_t face, const Vec3& x);

}  // namespace freeplay
