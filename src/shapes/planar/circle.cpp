// SPDX-License-Identifier: Apache-2.0
// A disc. Distances to it are Euclidean.
#include "shapes/planar/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "radius", .symbol = "r", .unit = "m", .low = 0, .high = 1e9, .help = "radius", .open_low = true},
    {.key = "point",
     .symbol = "s",
     .unit = "m",
     .fallback = 0,
     .low = -1e9,
     .high = 1e9,
     .help = "centre, in the body's frame; the centre of mass by default",
     .kind = ParamKind::point,
     .optional = true},
    FREEPLAY_PLANAR_CONTACT};

PlanarShape make(const Parameters& given, const std::string&, Diagnostics&) {
  PlanarShape shape;
  shape.kind = ShapeKind::round;
  shape.radius = shape.size = given.number("radius");
  shape.points = {given.point("point").value_or(Point{0, 0})};
  shape.extent = norm(shape.points[0]) + shape.radius;
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SHAPE(circle) = {{"circle", "", "disc", kParams}, make};
}  // namespace entry
}  // namespace freeplay
