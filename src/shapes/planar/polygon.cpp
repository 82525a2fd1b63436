// SPDX-License-Identifier: Apache-2.0
// A polygon, its corners in either orientation, which may be rounded.
// It is convex when it turns one way at every corner, and once around in all. What is not convex is an outline.
//
// Rounded by r it is all points within r of a smaller polygon, whose sides are those of the given one moved
// inwards by r. Where the sides turn by α, each of the two is shorter by r tan(α/2).
#include <fmt/format.h>

#include <numbers>

#include "shapes/planar/make_outline.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "points",
                              .symbol = "s",
                              .unit = "m",
                              .low = -1e9,
                              .high = 1e9,
                              .help = "corners in order, in the body's frame",
                              .kind = ParamKind::polygon},
                             {.key = "radius",
                              .symbol = "r",
                              .unit = "m",
                              .fallback = 0,
                              .low = 0,
                              .high = 1e9,
                              .help = "of its corners, which are rounded within the polygon"},
                             FREEPLAY_PLANAR_CONTACT};

// A turn this small, as an angle, is a straight line: decimals of the file may have been rounded.
constexpr double kStraight = 1e-9;

/// Rounds the corners; `turn` is by how much sides turn at each. "" or what is wrong with the radius.
std::string round_corners(PlanarShape& shape, double radius, const RecycledVector<double>& turn) {
  RecycledVector<Vec2>& p = shape.points;
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double length = norm(p[(i + 1) % n] - p[i]);
    const double most = length / (std::tan(0.5 * turn[i]) + std::tan(0.5 * turn[(i + 1) % n]));
    if (radius < most) continue;
    return fmt::format("side {} to {}, of {:.4g} m, has no room for it: it must be less than {:.4g} m", i,
                       (i + 1) % n, length, most);
  }
  shape.radius = radius;
  const RecycledVector<Vec2> given = p;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 &before = shape.normals[(i + n - 1) % n], &after = shape.normals[i];
    p[i] = given[i] - (radius / (1 + dot(before, after))) * (before + after);
  }
  shape.extent = 0;
  for (std::size_t i = 0; i < n; ++i) {
    shape.offset[i] -= radius;
    shape.extent = std::max(shape.extent, norm(p[i]) + radius);
  }
  return {};
}

PlanarShape make(const Parameters& given, const std::string& key, Diagnostics& problems) {
  PlanarShape shape;
  shape.kind = ShapeKind::polygon;
  const std::vector<Point>& corners = *given.points("points");
  shape.points.assign(corners.begin(), corners.end());
  const RecycledVector<Vec2>& p = shape.points;
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    problems.error(given.where("points"), key + ".points", message, hint);
    return shape;
  };
  const std::size_t n = p.size();
  if (n < 3) return refuse(fmt::format("a polygon has three or more corners; {} given", n), "");
  double area = 0, perimeter = 0, turned = 0;
  for (std::size_t i = 0; i < n; ++i) {
    area += 0.5 * cross(p[i] - p[0], p[(i + 1) % n] - p[0]);
    perimeter += norm(p[(i + 1) % n] - p[i]);
    shape.extent = std::max(shape.extent, norm(p[i]));
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (norm(p[(i + 1) % n] - p[i]) <= 1e-12 * perimeter)
      return refuse(fmt::format("corners {} and {} coincide", i, (i + 1) % n), "remove one of them");
  }
  if (std::abs(area) <= 1e-12 * perimeter * perimeter)
    return refuse("its corners enclose no area: they are on one line, or its sides cross",
                  "give the corners in order around the polygon");
  const double sense = area > 0 ? 1 : -1;
  RecycledVector<double> turns(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 before = p[(i + 1) % n] - p[i], after = p[(i + 2) % n] - p[(i + 1) % n];
    const double turn = sense * std::atan2(cross(before, after), dot(before, after));
    if (turn < -kStraight) return make_outline(given, key, {corners, {}, given.number("radius")}, problems);
    turned += turn;
    turns[(i + 1) % n] = turn;
    shape.sides.push_back((1 / norm(before)) * before);
    shape.normals.push_back(-sense * perp(shape.sides[i]));
    shape.offset.push_back(dot(shape.normals[i], p[i]));
  }
  if (turned > 3 * std::numbers::pi)
    return make_outline(given, key, {corners, {}, given.number("radius")},
                        problems);  // says which sides cross
  const double radius = given.number("radius");
  const OutlineInput input{corners, {}, radius};
  if (radius > 0) {
    if (const std::string wrong = round_corners(shape, radius, turns); !wrong.empty())
      problems.error(given.where("radius"), key + ".radius", wrong,
                     "round it less, or draw a larger polygon");
    for (const double turn : turns) {  // what the rounding takes off
      const double off = 2 * std::tan(0.5 * turn) - turn;
      perimeter -= radius * off;
      area -= sense * 0.5 * radius * radius * off;
    }
  }
  shape.size = 2 * std::abs(area) / perimeter;
  if (!problems.has_errors()) add_part(input, shape);
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SHAPE(polygon) = {{"polygon", "", "polygon, sharp or with rounded corners", kParams}, make};
}  // namespace entry
}  // namespace freeplay
