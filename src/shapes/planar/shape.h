// SPDX-License-Identifier: Apache-2.0
// Surfaces of bodies that touch each other: free contacts in the plane.
//
// A registered shape makes one of these kinds; how two kinds meet is in shapes/planar/shape_pair.h.
//   round        a centre and a radius, which is zero for a point
//   polygon      convex; points p_i in order, face i from p_i to p_i+1 with outward normal n_i; with a radius
//                all points within it of the polygon: its corners are rounded
//   half_plane   n·(x − p) ≤ 0
//   outline      straight edges and arcs, not necessarily convex: outline_edges.h
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "freeplay/given_parameters.h"
#include "freeplay/planar.h"
#include "freeplay/recycled.h"

namespace freeplay {

enum class ShapeKind { round, polygon, half_plane, outline };

struct OutlinePart;

struct PlanarShape {
  ShapeKind kind = ShapeKind::round;
  double radius = 0;  ///< of a round shape, or around a polygon
  /// In the body frame: the centre, the corners, or one point of the edge; of an outline points around it.
  RecycledVector<Vec2> points;
  RecycledVector<Vec2> normals;   ///< of the faces, outward; of a half-plane its only one
  RecycledVector<Vec2> sides;     ///< unit vectors along the faces of a polygon, from p_i to p_i+1
  RecycledVector<double> offset;  ///< n_i·p_i
  /// Of an outline, whole or a stretch of it, and of a polygon.
  std::shared_ptr<const OutlinePart> part;
  double size = 0;    ///< what gaps are judged against: radius, or 2 area / perimeter; 0: it has none
  double extent = 0;  ///< largest distance from the centre of mass [m]; half-planes have none
};

/// n_i·(x − p_i) of face i, for a point x of the body frame.
inline double face_distance(const PlanarShape& shape, std::size_t face, const Vec2& x) {
  return dot(shape.normals[face], x) - shape.offset[face];
}

/// What the contacts of a shape are of: the stretches of an outline, and otherwise the shape itself.
std::vector<PlanarShape> parts_of(const PlanarShape& shape);

struct ShapeEntry : EntryInfo {
  /// What is wrong with the values goes to the diagnostics; `key` is the path of the shape.
  PlanarShape (*make)(const Parameters& given, const std::string& key, Diagnostics& problems);
};

}  // namespace freeplay

/// Whether it touches anything: the system leaves out shapes that do not.
#define FREEPLAY_PLANAR_CONTACT                                                                        \
  {                                                                                                    \
    .key = "contact", .help = "false: it is weighed and drawn, and touches nothing (true by default)", \
    .kind = ParamKind::boolean, .optional = true                                                       \
  }

#define FREEPLAY_SHAPE(stem)            \
  extern const ShapeEntry shape_##stem; \
  const ShapeEntry shape_##stem
