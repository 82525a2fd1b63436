// SPDX-License-Identifier: Apache-2.0
// The convex hull of points. Points that are not corners of it do not count.
#include <fmt/format.h>

#include "shapes/spatial/polytope.h"
#include "shapes/spatial/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "vertices",
                              .symbol = "s",
                              .unit = "m",
                              .low = -1e9,
                              .high = 1e9,
                              .help = "four or more points in the shape's frame, which is that of the body "
                                      "unless `position` or `orientation` is given",
                              .kind = ParamKind::vertices},
                             FREEPLAY_SHAPE_FRAME,
                             FREEPLAY_SHAPE_CONTACT};

constexpr std::size_t kMost = 200;  // pairs of edges are compared: more would make every step slow

SpatialShape make(const Parameters& given, const Mount& mount, const std::string& key,
                  Diagnostics& problems) {
  SpatialShape shape = start_shape(SpatialKind::polytope, given, mount);
  const std::vector<Point3> vertices = *given.vectors("vertices");
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    problems.error(given.where("vertices"), key + ".vertices", message, hint);
    return shape;
  };
  if (vertices.size() < 4)
    return refuse(fmt::format("a hull has four or more corners; {} given", vertices.size()), "");
  if (vertices.size() > kMost) {
    return refuse(fmt::format("{} points are too many for a hull, which may have {}", vertices.size(), kMost),
                  "take a coarser one for contact, and draw the fine one as a mesh");
  }
  for (const Point3& vertex : vertices) shape.points.push_back(shape.centre + shape.axes * vertex);
  const std::string wrong = build_polytope(shape);
  if (!wrong.empty()) return refuse(wrong, "give the corners of a convex solid");
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_SHAPE(hull) = {{"hull", "", "convex hull of points", kParams}, make};
}  // namespace entry
}  // namespace freeplay
