// SPDX-License-Identifier: Apache-2.0
// A point of a body, as the end of a rod.
#include "shapes/planar/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "point",
                              .symbol = "s",
                              .unit = "m",
                              .fallback = 0,
                              .low = -1e9,
                              .high = 1e9,
                              .help = "in the body's frame; the centre of mass by default",
                              .kind = ParamKind::point,
                              .optional = true},
                             FREEPLAY_PLANAR_CONTACT};

PlanarShape make(const Parameters& given, const std::string&, Diagnostics&) {
  PlanarShape shape;
  shape.kind = ShapeKind::round;
  shape.points = {given.point("point").value_or(Point{0, 0})};
  shape.extent = norm(shape.points[0]);
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SHAPE(point) = {{"point", "", "point of a body", kParams}, make};
}  // namespace entry
}  // namespace freeplay
