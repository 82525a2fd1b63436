// SPDX-License-Identifier: Apache-2.0
// Surfaces of bodies in space that touch each other, and shapes that are only drawn.
//
// A registered shape makes one of these kinds; how two kinds meet is in shapes/spatial/shape_pair.h.
//   sphere       a centre and a radius
//   capsule      all points within a radius of a segment
//   polytope     convex: corners, faces n_i·x ≤ d_i, edges
//   cylinder     a radius and a length about an axis
//   half_space   n·(x − p) ≤ 0
//   mesh         triangles; drawn, and not touched itself: what is touched are convex parts of it
// All coordinates are in the inner frame of the body: its centre of mass and principal axes.
#pragma once

#include <array>
#include <string>

#include "freeplay/given_parameters.h"
#include "freeplay/recycled.h"
#include "freeplay/spatial.h"

namespace freeplay {

enum class SpatialKind { sphere, capsule, polytope, cylinder, half_space, mesh };

/// An edge of a polytope. Seen from outside it runs counterclockwise around the face `left`.
struct ShapeEdge {
  std::size_t from = 0, to = 0;     ///< corners
  std::size_t left = 0, right = 0;  ///< faces
  Vec3 direction{0, 0, 0};          ///< unit vector
  double length = 0;
};

struct SpatialShape {
  SpatialKind kind = SpatialKind::sphere;
  bool contact = true;     ///< false: it is only drawn
  double radius = 0;       ///< of a sphere, a capsule, a cylinder
  double half_length = 0;  ///< of a capsule's segment, of a cylinder
  Vec3 centre{0, 0, 0};    ///< where its own frame is
  Mat3 axes;               ///< columns: axes of its own frame; z is that of a capsule and of a cylinder
  RecycledVector<Vec3>
      points;  ///< the centre, both ends of the axis, the corners, or one point of the surface
  RecycledVector<Vec3> normals;                       ///< of the faces, outward; of a half-space its only one
  RecycledVector<double> offset;                      ///< n_i·p_i
  RecycledVector<RecycledVector<std::size_t>> faces;  ///< corners in order, counterclockwise from outside
  RecycledVector<RecycledVector<Vec3>>
      outward;  ///< of the side of a face after each corner, in its plane: unit vectors
  RecycledVector<ShapeEdge> edges;
  RecycledVector<std::size_t> first_spoke;  ///< per corner, and one more: where its spokes begin
  RecycledVector<Vec3> spokes;  ///< of the corners of a polytope: its edges as vectors away from it
  double tolerance =
      -1;  ///< of a mesh that touches, how far its convex parts may stand out, of its extent; negative: drawn
  int most_parts = 0;  ///< of such a mesh
  double size = 0;     ///< what gaps are judged against: 3 volume / surface; a half-space has none
  double extent = 0;   ///< largest distance from the centre of mass [m]; half-spaces have none
};

/// n_i·(x − p_i) of face i, for a point x of the body's inner frame.
inline double face_distance(const SpatialShape& shape, std::size_t face, const Vec3& x) {
  return dot(shape.normals[face], x) - shape.offset[face];
}

/// Its frame, from the keys `position` and `orientation`.
inline void place_shape(const Parameters& given, const Mount& mount, SpatialShape& shape) {
  shape.centre = mount.point(given.vector("position").value_or(Point3{0, 0, 0}));
  shape.axes =
      mount.axes.transpose() * rotation(given.orientation("orientation").value_or(Quaternion{1, 0, 0, 0}));
}

/// A shape with nothing but its kind, its frame, and whether it touches anything.
inline SpatialShape start_shape(SpatialKind kind, const Parameters& given, const Mount& mount) {
  SpatialShape shape;
  shape.kind = kind;
  shape.contact = given.flag("contact", true);
  place_shape(given, mount, shape);
  return shape;
}

/// What the contacts of a shape are of: the convex parts of a mesh that touches, and otherwise the shape itself. What
/// is wrong with a mesh, and how it was divided, goes to the diagnostics.
std::vector<SpatialShape> parts_of(const SpatialShape& shape, const Where& where, const std::string& key,
                                   Diagnostics& problems);

struct SpatialShapeEntry : EntryInfo {
  /// `mount` leads from the frame of the body that the user knows to the inner one. What is wrong with the
  /// values goes to the diagnostics; `key` is the path of the shape.
  SpatialShape (*make)(const Parameters& given, const Mount& mount, const std::string& key,
                       Diagnostics& problems);
};

}  // namespace freeplay

#define FREEPLAY_SPATIAL_SHAPE(stem)                   \
  extern const SpatialShapeEntry spatial_shape_##stem; \
  const SpatialShapeEntry spatial_shape_##stem

/// Where a shape stands on its body.
#define FREEPLAY_SHAPE_FRAME                                                                         \
  {.key = "position",                                                                                \
   .symbol = "s",                                                                                    \
   .unit = "m",                                                                                      \
   .fallback = 0,                                                                                    \
   .low = -1e9,                                                                                      \
   .high = 1e9,                                                                                      \
   .help = "of its middle, in the body's frame; the origin by default",                              \
   .kind = ParamKind::vector,                                                                        \
   .optional = true},                                                                                \
  {                                                                                                  \
    .key = "orientation", .help = "of its axes in the body's frame", .kind = ParamKind::orientation, \
    .optional = true                                                                                 \
  }

/// Whether it touches anything.
#define FREEPLAY_SHAPE_CONTACT                                                                         \
  {                                                                                                    \
    .key = "contact", .help = "false: it is only drawn (true by default)", .kind = ParamKind::boolean, \
    .optional = true                                                                                   \
  }
