// SPDX-License-Identifier: Apache-2.0
// A disc or a shaft about its z axis, with sharp rims.
#include "shapes/spatial/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "radius", .symbol = "r", .unit = "m", .low = 0, .high = 1e9, .help = "radius", .open_low = true},
    {.key = "length",
     .symbol = "L",
     .unit = "m",
     .low = 0,
     .high = 1e9,
     .help = "along its z axis",
     .open_low = true},
    FREEPLAY_SHAPE_FRAME,
    FREEPLAY_SHAPE_CONTACT};

SpatialShape make(const Parameters& given, const Mount& mount, const std::string&, Diagnostics&) {
  SpatialShape shape = start_shape(SpatialKind::cylinder, given, mount);
  shape.radius = given.number("radius");
  const double length = given.number("length");
  shape.half_length = 0.5 * length;
  const Vec3 axis = shape.axes.column(2);
  shape.points = {shape.centre - shape.half_length * axis, shape.centre + shape.half_length * axis};
  shape.size = 1.5 * shape.radius * length / (shape.radius + length);  // 3 volume / surface
  for (const Vec3& end : shape.points) {
    const double along = dot(end, axis), across = norm(end - along * axis) + shape.radius;
    shape.extent = std::max(shape.extent, std::hypot(along, across));
  }
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_SHAPE(cylinder) = {{"cylinder", "", "disc or shaft with sharp rims", kParams}, make};
}  // namespace entry
}  // namespace freeplay
