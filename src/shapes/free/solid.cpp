// SPDX-License-Identifier: Apache-2.0
// What shapes enclose. Outlines are the polygon of their corners and, at each arc, a segment of its circle: with the radius R
// and half the angle α, measured from the centre along the middle of the arc (x) and across (y),
//   A = R² (α − s c)   ∫ x dA = 2/3 R³ s³   ∫ x² dA = R⁴ ((α + s c)/4 − c³ s/2)   ∫ y² dA = R⁴ ((α − s c)/4 − c s³/6)
// with s = sin α, c = cos α: the sector less the triangle of the chord.
#include "model/solid.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "freeplay/given_parameters.h"
#include "shapes/free/moments.h"
#include "shapes/planar/outline_edges.h"
#include "shapes/planar/shape.h"
#include "shapes/spatial/mesh_parts.h"
#include "shapes/spatial/shape.h"

namespace freeplay {
namespace {

constexpr double kPi = std::numbers::pi;

Vec3 flat(const Vec2& x) { return {x[0], x[1], 0}; }

Solid disc(const Vec2& centre, double radius) {
  Solid out;
  out.volume = kPi * radius * radius;
  out.centre = flat(centre);
  out.second[0] = out.second[4] = out.volume * radius * radius / 4;
  return out;
}

/// Between an arc and its chord; a hollow one takes it away.
void add_segment(const OutlineEdge& edge, Moments& moments) {
  const double R = edge.radius, alpha = 0.5 * edge.angle, s = std::sin(alpha), c = std::cos(alpha);
  const double sign = edge.bend, area = R * R * (alpha - s * c);
  const double along = 2.0 / 3 * R * R * R * s * s * s / area, R4 = R * R * R * R;
  const double x2 = R4 * ((alpha + s * c) / 4 - c * c * c * s / 2) - area * along * along;
  const double y2 = R4 * ((alpha - s * c) / 4 - c * s * s * s / 6);
  const Vec2 m = edge.middle, n = perp(m);
  std::array<double, 9> second{};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t k = 0; k < 2; ++k) second[3 * i + k] = sign * (x2 * m[i] * m[k] + y2 * n[i] * n[k]);
  }
  moments.add(sign * area, flat(edge.centre + along * m), second);
}

Solid outline_solid(const Outline& outline) {
  Moments moments(flat(outline.edges.front().from));
  for (const OutlineEdge& edge : outline.edges) {
    const Vec3 ends[] = {flat(edge.from) - moments.origin(), flat(edge.to) - moments.origin()};
    moments.add_simplex(0.5 * cross(ends[0], ends[1])[2], ends);
    if (edge.bend != 0) add_segment(edge, moments);
  }
  return moments.solid();
}

/// A cylinder about the z axis of the shape, with the two halves of a sphere at its ends if it is a capsule.
Solid round_solid(const SpatialShape& shape) {
  const double r = shape.radius, L = 2 * shape.half_length;
  const bool ball = shape.kind == SpatialKind::sphere, capsule = shape.kind == SpatialKind::capsule;
  const double middle = ball ? 0 : kPi * r * r * L, ends = ball || capsule ? 4.0 / 3 * kPi * r * r * r : 0;
  // halves of a sphere have their centres 3/8 r from the middle of it
  const double along = middle * L * L / 12 + ends * (r * r / 5 + (ball ? 0 : L * L / 4 + 3.0 / 8 * r * L));
  const double across = middle * r * r / 4 + ends * r * r / 5;
  Solid out;
  out.volume = middle + ends;
  out.centre = shape.centre;
  out.second = along_axes(shape.axes, {across, across, along});
  return out;
}

Solid surface_solid(const std::vector<Vec3>& points,
                    const std::vector<std::array<std::size_t, 3>>& triangles) {
  Moments moments(points.front());
  for (const auto& t : triangles) {
    const Vec3 ends[] = {points[t[0]] - moments.origin(), points[t[1]] - moments.origin(),
                         points[t[2]] - moments.origin()};
    moments.add_simplex(dot(ends[0], cross(ends[1], ends[2])) / 6, ends);
  }
  return moments.solid();
}

std::vector<std::vector<std::size_t>> faces_of(const SpatialShape& shape) {
  std::vector<std::vector<std::size_t>> faces;
  for (const auto& face : shape.faces) faces.emplace_back(face.begin(), face.end());
  return faces;
}

std::optional<Solid> planar_solid(const Shape& shape, const ShapeEntry& entry, const std::string& key,
                                  Diagnostics& problems) {
  const PlanarShape made = entry.make(Parameters(entry, shape.values, shape.where), key, problems);
  if (problems.has_errors()) return {};
  if (made.kind == ShapeKind::round && made.radius > 0) return disc(made.points[0], made.radius);
  if (made.part) return outline_solid(*made.part->whole);
  problems.error(shape.where, key,
                 made.kind == ShapeKind::polygon ? "it has too many corners to be weighed"
                                                 : fmt::format("a {} encloses nothing", shape.type),
                 made.kind == ShapeKind::polygon ? fmt::format("an outline may have {}", kMostEdges)
                                                 : "with density = 0 it is not weighed");
  return {};
}

std::optional<Solid> spatial_solid(const Shape& shape, const SpatialShapeEntry& entry, const std::string& key,
                                   Diagnostics& problems) {
  const SpatialShape made = entry.make(Parameters(entry, shape.values, shape.where), Mount{}, key, problems);
  if (problems.has_errors()) return {};
  if (made.kind == SpatialKind::half_space) {
    problems.error(shape.where, key, "a half_space encloses nothing", "with density = 0 it is not weighed");
    return {};
  }
  if (made.kind != SpatialKind::mesh && made.kind != SpatialKind::polytope) return round_solid(made);
  ClosedMesh mesh;
  const std::vector<Vec3> corners(made.points.begin(), made.points.end());
  if (const std::string wrong = close_mesh(corners, faces_of(made), mesh); !wrong.empty()) {
    problems.error(shape.where, key + ".file", "it cannot be weighed: " + wrong,
                   "close and repair the surface, or give the body its mass, centre and inertia");
    return {};
  }
  return surface_solid(mesh.points, mesh.triangles);
}

}  // namespace

std::optional<Solid> solid_of(const Shape& shape, int dimension, const std::string& key,
                              Diagnostics& problems) {
  Diagnostics own;  // shapes look at what was reported before
  std::optional<Solid> solid;
  if (dimension == 2) {
    if (const auto* entry = find_entry<ShapeEntry>(shape.type)) solid = planar_solid(shape, *entry, key, own);
  } else if (const auto* entry = find_entry<SpatialShapeEntry>(shape.type)) {
    solid = spatial_solid(shape, *entry, key, own);
  }
  for (const Diagnostic& diagnostic : own.all()) problems.add(diagnostic);
  return solid;
}

}  // namespace freeplay
