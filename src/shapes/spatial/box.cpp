// SPDX-License-Identifier: Apache-2.0
// A brick. Corner 0 is at (−, −, −), then x changes first: corner 7 is at (+, +, +).
#include "base/index.h"
#include "shapes/spatial/polytope.h"
#include "shapes/spatial/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "size",
                              .unit = "m",
                              .low = 0,
                              .high = 1e9,
                              .help = "lengths [x, y, z] of its edges, along its own axes",
                              .kind = ParamKind::vector,
                              .open_low = true},
                             FREEPLAY_SHAPE_FRAME,
                             FREEPLAY_SHAPE_CONTACT};

SpatialShape make(const Parameters& given, const Mount& mount, const std::string& key,
                  Diagnostics& problems) {
  SpatialShape shape = start_shape(SpatialKind::polytope, given, mount);
  const Point3 size = *given.vector("size");
  for (std::size_t k = 0; k < 3; ++k) {
    if (size[k] > 0) continue;
    problems.error(given.where("size"), key + ".size", "all three lengths must be greater than zero");
    return shape;
  }
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 at{};
    for (int k = 0; k < 3; ++k) {
      const auto axis = idx(k);
      at[axis] = ((corner >> k) & 1) != 0 ? 0.5 * size[axis] : -0.5 * size[axis];
    }
    shape.points.push_back(shape.centre + shape.axes * at);
  }
  const std::string wrong = build_polytope(shape);
  if (!wrong.empty()) problems.error(given.where("size"), key + ".size", wrong);
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_SHAPE(box) = {{"box", "", "brick", kParams}, make};
}  // namespace entry
}  // namespace freeplay
