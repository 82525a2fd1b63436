// SPDX-License-Identifier: Apache-2.0
// Everything on one side of a plane: floors, walls, inclines.
#include "base/index.h"
#include "shapes/spatial/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "point",
                              .symbol = "s",
                              .unit = "m",
                              .fallback = 0,
                              .low = -1e9,
                              .high = 1e9,
                              .help = "of its surface, in the body's frame; the origin by default",
                              .kind = ParamKind::vector,
                              .optional = true},
                             {.key = "normal",
                              .symbol = "n",
                              .low = -1e9,
                              .high = 1e9,
                              .help = "direction out of the solid, of any length",
                              .kind = ParamKind::vector},
                             FREEPLAY_SHAPE_CONTACT};

SpatialShape make(const Parameters& given, const Mount& mount, const std::string& key,
                  Diagnostics& problems) {
  SpatialShape shape;
  shape.kind = SpatialKind::half_space;
  shape.contact = given.flag("contact", true);
  shape.centre = mount.point(given.vector("point").value_or(Point3{0, 0, 0}));
  shape.points = {shape.centre};
  const Point3 normal = *given.vector("normal");
  if (norm(normal) == 0) {
    problems.error(given.where("normal"), key + ".normal", "the normal has no direction",
                   "write it like [0, 0, 1] for a floor");
    return shape;
  }
  const Vec3 n = mount.direction(unit(normal));
  const auto [t1, t2] = tangents(n);
  for (int row = 0; row < 3; ++row) {
    const auto k = idx(row);
    shape.axes(row, 0) = t1[k], shape.axes(row, 1) = t2[k], shape.axes(row, 2) = n[k];
  }
  shape.normals = {n};
  shape.offset = {dot(n, shape.points[0])};
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_SHAPE(half_space) = {{"half_space", "", "everything behind a plane", kParams}, make};
}  // namespace entry
}  // namespace freeplay
