// SPDX-License-Identifier: Apache-2.0
// A ball.
#include "shapes/spatial/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "radius", .symbol = "r", .unit = "m", .low = 0, .high = 1e9, .help = "radius", .open_low = true},
    FREEPLAY_SHAPE_FRAME,
    FREEPLAY_SHAPE_CONTACT};

SpatialShape make(const Parameters& given, const Mount& mount, const std::string&, Diagnostics&) {
  SpatialShape shape = start_shape(SpatialKind::sphere, given, mount);
  shape.radius = shape.size = given.number("radius");
  shape.points = {shape.centre};
  shape.extent = norm(shape.centre) + shape.radius;
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_SHAPE(sphere) = {{"sphere", "", "ball", kParams}, make};
}  // namespace entry
}  // namespace freeplay
