// SPDX-License-Identifier: Apache-2.0
// ∫ dV, ∫ x dV and ∫ x xᵀ dV of solids put together from simple ones. A simplex with a corner at the origin and the others
// at v_i has, with s = Σ v_i,
//   triangle     ∫ dA = a×b/2         ∫ x dA = A s/3    ∫ x xᵀ dA = A (Σ v_i v_iᵀ + s sᵀ)/12
//   tetrahedron  ∫ dV = a·(b×c)/6     ∫ x dV = V s/4    ∫ x xᵀ dV = V (Σ v_i v_iᵀ + s sᵀ)/20
// (the moments of a simplex are those of its corners and its centre, suitably weighted). With the signs of A and V the sum
// over the sides of a polygon, or over the triangles of a closed surface, is exact for any of them, convex or not.
#pragma once

#include <array>
#include <span>

#include "freeplay/spatial.h"
#include "model/solid.h"

namespace freeplay {

class Moments {
 public:
  /// The body's point from which all places count: one near the solid, so that little is lost by cancelling.
  explicit Moments(const Vec3& origin) : origin_(origin) {}

  const Vec3& origin() const { return origin_; }
  /// A simplex with a corner at the origin and these others, two in the plane and three in space; `volume` with its sign.
  void add_simplex(double volume, std::span<const Vec3> corners);
  /// Any other part, from its own moments about its centre.
  void add(double volume, const Vec3& centre, const std::array<double, 9>& second);
  Solid solid() const;

 private:
  void add_product(double factor, const Vec3& v);

  Vec3 origin_;
  double volume_ = 0;
  Vec3 first_{0, 0, 0};
  std::array<double, 9> second_{};
};

/// Σ λ_k e_k e_kᵀ along the columns e_k of the axes.
std::array<double, 9> along_axes(const Mat3& axes, const Vec3& lambda);

}  // namespace freeplay
