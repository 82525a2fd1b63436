// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/make_outline.h"

#include <algorithm>

namespace freeplay {
namespace {

/// The stretch of an outline as a shape; one that closes on itself is the whole.
PlanarShape shape_of(const OutlinePart& part) {
  PlanarShape shape;
  shape.kind = ShapeKind::outline;
  const std::vector<OutlineEdge>& edges = part.whole->edges;
  for (std::size_t k = 0; k < part.count; ++k)
    add_hull_points(edges[(part.first + k) % edges.size()], shape.points);
  shape.points.push_back(edges[(part.first + part.count - 1) % edges.size()].to);
  for (const Vec2& point : shape.points) shape.extent = std::max(shape.extent, norm(point));
  shape.size = 2 * part.whole->area / part.whole->perimeter;
  shape.part = std::make_shared<const OutlinePart>(part);
  return shape;
}

}  // namespace

PlanarShape make_outline(const Parameters& given, const std::string& key, const OutlineInput& input,
                         Diagnostics& problems) {
  auto outline = std::make_shared<Outline>();
  const OutlineProblem problem = build_outline(input, false, *outline);
  if (!problem.key.empty()) {
    problems.error(given.where(problem.key), key + "." + problem.key, problem.message, problem.hint);
    PlanarShape none;
    none.kind = ShapeKind::outline;
    return none;
  }
  OutlinePart all;  // with neither tips nor stretches: nothing touches it
  all.whole = outline;
  all.count = outline->edges.size();
  all.closed = true;
  return shape_of(all);
}

void add_part(const OutlineInput& input, PlanarShape& polygon) {
  auto outline = std::make_shared<Outline>();
  // A polygon with more corners than an outline may have meets none.
  if (!build_outline(input, true, *outline).key.empty()) return;
  polygon.part = std::make_shared<const OutlinePart>(outline_parts(outline).front());
}

std::vector<PlanarShape> parts_of(const PlanarShape& shape) {
  if (shape.kind != ShapeKind::outline || !shape.part) return {shape};
  std::vector<PlanarShape> found;
  for (const OutlinePart& part : outline_parts(shape.part->whole)) found.push_back(shape_of(part));
  return found;
}

}  // namespace freeplay
