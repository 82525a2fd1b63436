// SPDX-License-Identifier: Apache-2.0
// Triangle meshes of simple solids. All are closed, with outsides counter-clockwise, about the origin of
// their own frame; where there is an axis it is z.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/recycled.h"

namespace freeplay {

/// Triangles with their outside counter-clockwise.
struct Mesh {
  std::vector<std::array<float, 3>> positions;  ///< [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;
  bool operator==(const Mesh&) const = default;
};

/// Edges of these lengths.
Mesh box_mesh(const Point3& size);
/// A simple polygon in either sense, convex or not, from z = −depth/2 to depth/2.
Mesh prism_mesh(std::vector<Point> polygon, double depth);
Mesh cylinder_mesh(double radius, double length);
/// A hollow cylinder.
Mesh ring_mesh(double inner, double outer, double length);
/// A part of a hollow sphere: the belt within ±`angle` of latitude. [rad]
Mesh belt_mesh(double inner, double outer, double angle);
Mesh sphere_mesh(double radius);
/// Everything within the radius of a segment of this length along z.
Mesh capsule_mesh(double radius, double length);
/// Faces given by their corners in order, convex.
Mesh faces_mesh(const RecycledVector<Point3>& points,
                const RecycledVector<RecycledVector<std::size_t>>& faces);

/// Corners, counter-clockwise, of the convex hull of circles of one radius: a bar with round ends for two.
std::vector<Point> round_hull(const std::vector<Point>& centres, double radius);
/// A circle as a polygon, counter-clockwise.
std::vector<Point> circle_polygon(const Point& centre, double radius);

/// Positive when outsides are counter-clockwise. [m³]
double mesh_volume(const Mesh& mesh);
/// Every edge belongs to two triangles, once in either direction.
bool is_closed(const Mesh& mesh);

}  // namespace freeplay
