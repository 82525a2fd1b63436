// SPDX-License-Identifier: Apache-2.0
// Everything on one side of a straight line: floors, walls, inclines.
#include "shapes/planar/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "point",
                              .symbol = "s",
                              .unit = "m",
                              .fallback = 0,
                              .low = -1e9,
                              .high = 1e9,
                              .help = "of its surface, in the body's frame; the origin by default",
                              .kind = ParamKind::point,
                              .optional = true},
                             {.key = "normal",
                              .symbol = "n",
                              .low = -1e9,
                              .high = 1e9,
                              .help = "direction out of the solid, of any length",
                              .kind = ParamKind::point}};

PlanarShape make(const Parameters& given, const std::string& key, Diagnostics& problems) {
  PlanarShape shape;
  shape.kind = ShapeKind::half_plane;
  shape.points = {given.point("point").value_or(Point{0, 0})};
  const Point normal = *given.point("normal");
  const double length = norm(normal);
  if (length == 0) {
    problems.error(given.where("normal"), key + ".normal", "the normal has no direction",
                   "write it like [0, 1] for a floor");
    return shape;
  }
  shape.normals = {(1 / length) * normal};
  shape.offset = {dot(shape.normals[0], shape.points[0])};
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SHAPE(half_plane) = {{"half_plane", "", "everything behind a straight line", kParams}, make};
}  // namespace entry
}  // namespace freeplay
