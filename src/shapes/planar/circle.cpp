// SPDX-License-Identifier: Apache-2.0
// A disc. Distances to it are Euclidean.
#include "shapes/planar/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {"radius", "r", "m", kRequired, 0, 1e9, "radius", ParamKind::number, false, nullptr, true},
    {"point", "s", "m", 0, -1e9, 1e9, "centre, in the body's frame; the centre of mass by default",
     ParamKind::point, true}};

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
