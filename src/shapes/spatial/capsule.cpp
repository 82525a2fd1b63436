// SPDX-License-Identifier: Apache-2.0
// A rod with round ends: everything within a radius of a segment along its z axis. Its ends are half a length
// and a radius away from its middle.
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
     .help = "between the centres of its round ends, along its z axis",
     .open_low = true},
    FREEPLAY_SHAPE_FRAME,
    FREEPLAY_SHAPE_CONTACT};

SpatialShape make(const Parameters& given, const Mount& mount, const std::string&, Diagnostics&) {
  SpatialShape shape = start_shape(SpatialKind::capsule, given, mount);
  shape.radius = shape.size = given.number("radius");
  shape.half_length = 0.5 * given.number("length");
  const Vec3 half = shape.half_length * shape.axes.column(2);
  shape.points = {shape.centre - half, shape.centre + half};
  for (const Vec3& end : shape.points) shape.extent = std::max(shape.extent, norm(end) + shape.radius);
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_SHAPE(capsule) = {{"capsule", "", "rod with round ends", kParams}, make};
}  // namespace entry
}  // namespace freeplay
