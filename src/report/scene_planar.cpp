// SPDX-License-Identifier: Apache-2.0
#include "report/scene_planar.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "shapes/planar/outline_edges.h"

namespace freeplay {
namespace {

Vec3 flat(const Point& p, double z) { return {p[0], p[1], z}; }

/// The shape as contacts see it; nothing when its values are wrong.
std::optional<PlanarShape> understood(const Shape& shape) {
  const ShapeEntry* entry = find_entry<ShapeEntry>(shape.type);
  if (entry == nullptr) return std::nullopt;
  Diagnostics problems;
  PlanarShape made = entry->make(Parameters(*entry, shape.values, shape.where), "shape", problems);
  if (problems.has_errors()) return std::nullopt;
  return made;
}

bool is_inside(const std::vector<Point>& polygon, const Point& p) {
  bool in = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Point &a = polygon[i], &b = polygon[j];
    if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0])
      in = !in;
  }
  return in;
}

double spread(const std::vector<Point>& points) {
  double most = 0;
  for (const Point& p : points) {
    for (const Point& q : points) most = std::max(most, norm(p - q));
  }
  return most;
}

/// Along the boundary of a polygon, around its corners where they are rounded.
std::vector<Point> boundary(const PlanarShape& polygon) {
  constexpr double kTurn = 0.1;  // rad from point to point of an arc
  if (polygon.kind == ShapeKind::outline) return boundary_points(*polygon.part->whole, kTurn);
  if (polygon.radius == 0) return {polygon.points.begin(), polygon.points.end()};
  std::vector<Point> found;
  const std::size_t n = polygon.points.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 &before = polygon.normals[(i + n - 1) % n], &after = polygon.normals[i];
    const double from = std::atan2(before[1], before[0]),
                 turn = std::atan2(cross(before, after), dot(before, after));
    const int steps = 1 + static_cast<int>(std::abs(turn) / kTurn);
    for (int k = 0; k <= steps; ++k) {
      const double angle = from + turn * k / steps;
      found.push_back(polygon.points[i] + polygon.radius * Vec2{std::cos(angle), std::sin(angle)});
    }
  }
  return found;
}

}  // namespace

void PlanarScene::build() {
  find_points();
  find_length();
  find_layers();
  add_shapes();
  add_outlines();
  add_arms();
  for (Place& at : places_) add_joint(at);
  add_links();
  add_springs();
  b_.frame();
  add_slabs();
}

std::vector<Point>& PlanarScene::points(int body) { return points_[idx(body + 1)]; }

void PlanarScene::find_points() {
  const std::size_t bodies = b_.model().bodies.size();
  points_.resize(bodies + 1);
  corners_.resize(bodies + 1);
  tips_.resize(bodies + 1);
  for (const Joint& joint : b_.model().joints) {
    const Place& at = places_.emplace_back(place(joint));
    if (at.picture.on_body[0]) points(at.a).push_back(at.sa);
    if (at.picture.on_body[1]) points(at.b).push_back(at.sb);
  }
  for (std::size_t i = 0; i < bodies; ++i) corners_[i + 1] = b_.model().bodies[i].outline;
  for (const Shape& shape : b_.model().shapes) {
    const auto body = idx(b_.body(shape.body) + 1);
    const auto made = understood(shape);
    if (!made || made->kind == ShapeKind::half_plane) continue;
    if (made->kind == ShapeKind::round && made->radius == 0) {
      tips_[body].push_back(made->points[0]);
    } else if (made->kind == ShapeKind::round) {
      const std::vector<Point> circle = circle_polygon(made->points[0], made->radius);
      corners_[body].insert(corners_[body].end(), circle.begin(), circle.end());
    } else {
      const std::vector<Point> outline = boundary(*made);
      corners_[body].insert(corners_[body].end(), outline.begin(), outline.end());
    }
  }
}

void PlanarScene::find_length() {
  std::vector<double> apart, from_centre, extents, gyration;
  const auto take = [](std::vector<double>& list, double length) {
    if (length > 0) list.push_back(length);
  };
  for (std::size_t i = 0; i < b_.model().bodies.size(); ++i) {
    const Body& body = b_.model().bodies[i];
    take(apart, spread(points_[i + 1]));
    for (const Point& p : points_[i + 1]) take(from_centre, 2 * norm(p));
    std::vector<Point> seen = corners_[i + 1];
    seen.insert(seen.end(), tips_[i + 1].begin(), tips_[i + 1].end());
    take(extents, spread(seen));
    if (body.mass > 0) take(gyration, 2 * std::sqrt(2 * body.inertia / body.mass));
  }
  // the lower one of two in the middle: of a block on a belt, the block says how thick things are
  if (!extents.empty() && extents.size() % 2 == 0)
    extents.erase(std::max_element(extents.begin(), extents.end()));
  const bool linked = !apart.empty() || !from_centre.empty();
  for (const auto* list : {&apart, &from_centre, &extents, &gyration}) {
    if (length_ == 0) length_ = median(*list);
  }
  if (length_ == 0) length_ = 1;  // a model without bodies: nothing is drawn to any scale
  depth_ = (linked ? 0.04 : 0.4) * length_;
  width_ = 0.08 * length_;
}

void PlanarScene::find_layers() {
  const std::size_t bodies = b_.model().bodies.size();
  std::vector<std::vector<int>> neighbours(bodies);
  for (const Joint& joint : b_.model().joints) {
    const int a = b_.body(joint.bodies[0]), b = b_.body(joint.bodies[1]);
    if (a < 0 || b < 0) continue;
    neighbours[idx(a)].push_back(b);
    neighbours[idx(b)].push_back(a);
  }
  layers_.assign(bodies, -1);
  for (std::size_t i = 0; i < bodies; ++i) {
    int layer = 0;
    const auto taken = [&](int candidate) {
      return std::any_of(neighbours[i].begin(), neighbours[i].end(),
                         [&](int other) { return layers_[idx(other)] == candidate; });
    };
    while (taken(layer)) ++layer;
    layers_[i] = layer;
  }
}

double PlanarScene::z(int body) const {
  constexpr double kStep = 1.15;  // of plates, over their depth
  return (body < 0 ? -1 : layers_[idx(body)]) * kStep * depth_;
}

void PlanarScene::add_shapes() {
  for (const Shape& shape : b_.model().shapes) {
    const int body = b_.body(shape.body);
    const auto made = understood(shape);
    if (!made || made->kind == ShapeKind::half_plane) continue;
    const double height = body < 0 ? 0 : z(body);  // things fall onto the ground: it is in their layer
    const char* role = body < 0 ? "ground" : "shape";
    if (made->kind == ShapeKind::polygon || made->kind == ShapeKind::outline) {
      b_.part(body, prism_mesh(boundary(*made), depth_), {0, 0, height}, role, shape.name);
    } else if (made->radius > 0) {
      b_.part(body, cylinder_mesh(made->radius, depth_), flat(made->points[0], height), role, shape.name);
    } else {
      b_.part(body, sphere_mesh(0.2 * width_), flat(made->points[0], height), role, shape.name);
      continue;  // a point alone does not say what the body looks like
    }
    b_.set_solid(body);
  }
}

void PlanarScene::add_outlines() {
  for (std::size_t i = 0; i < b_.model().bodies.size(); ++i) {
    const Body& body = b_.model().bodies[i];
    const auto index = to_int(i);
    if (body.outline.empty()) continue;
    const double depth = (b_.has_solid(index) ? 0.8 : 1) * depth_;  // shapes are seen before it
    b_.part(index, prism_mesh(body.outline, depth), {0, 0, z(index)}, "body", body.name);
    b_.set_solid(index);
    for (const Point& tip : tips_[i + 1]) {  // held by something
      if (is_inside(body.outline, tip)) continue;
      b_.part(index, prism_mesh(round_hull({{0, 0}, tip}, 0.15 * width_), 0.5 * depth_), {0, 0, z(index)},
              "body", body.name);
    }
  }
}

/// Joints outside of what is drawn of a body hold on to its centre of mass, or to the middle of what is
/// drawn.
void PlanarScene::add_arms() {
  for (std::size_t i = 0; i < b_.model().bodies.size(); ++i) {
    const std::vector<Point>& corners = corners_[i + 1];
    if (corners.empty()) continue;
    Point low = corners[0], high = corners[0];
    for (const Point& p : corners) {
      for (std::size_t k = 0; k < 2; ++k) low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
    }
    const double margin = 1e-6 * norm(high - low);
    const auto within = [&](const Point& p) {
      return p[0] >= low[0] - margin && p[1] >= low[1] - margin && p[0] <= high[0] + margin &&
             p[1] <= high[1] + margin;
    };
    const Point hold = within({0, 0}) ? Point{0, 0} : 0.5 * (low + high);
    const auto index = to_int(i);
    for (const Point& p : points_[i + 1]) {
      if (within(p)) continue;
      b_.part(index, prism_mesh(round_hull({hold, p}, 0.15 * width_), 0.5 * depth_), {0, 0, z(index)}, "link",
              b_.model().bodies[i].name);
    }
  }
}

void PlanarScene::add_links() {
  for (std::size_t i = 0; i < b_.model().bodies.size(); ++i) {
    if (!b_.has_solid(to_int(i))) add_generated(to_int(i));
  }
}

void PlanarScene::add_generated(int body) {
  const auto i = idx(body);
  const Body& drawn = b_.model().bodies[i];
  std::vector<Point> ends = points_[i + 1];
  ends.insert(ends.end(), tips_[i + 1].begin(), tips_[i + 1].end());
  const double radius = drawn.mass > 0 ? std::sqrt(2 * drawn.inertia / drawn.mass) : 0;  // of a like disc
  const bool apart = spread(ends) > 0;
  if (!apart && !ends.empty() && norm(ends[0]) > 0) ends.push_back(-1 * ends[0]);  // the centre in the middle
  if (apart || ends.size() > 1) {
    // a body at whose one joint its centre is beside the line of the others is as wide as that
    const double half = std::min(0.5 * width_, 0.2 * spread(ends));
    b_.part(body, prism_mesh(round_hull(ends, half), depth_), {0, 0, z(body)}, "link", drawn.name);
  } else {
    const double r = std::min(radius > 0 ? radius : 0.25 * length_, 0.5 * length_);
    b_.part(body, cylinder_mesh(r, depth_), {0, 0, z(body)}, "body", drawn.name);
  }
  b_.set_solid(body);
}

void PlanarScene::add_slabs() {
  double front = 0;
  for (std::size_t i = 0; i < layers_.size(); ++i) front = std::max(front, z(to_int(i)));
  const double size = b_.scene.size, thick = 0.06 * size, reach = 2.4 * size;
  const double depth = 2 * std::max(depth_, front) + depth_;
  for (const Shape& shape : b_.model().shapes) {
    const auto made = understood(shape);
    if (!made || made->kind != ShapeKind::half_plane) continue;
    const int body = b_.body(shape.body);
    const Vec2 n = made->normals[0];
    // before the middle of what is seen
    const Vec3 seen = b_.motion().pose(body, 0).point_back(b_.scene.centre);
    const Vec2 along = perp(n), middle = Vec2{seen[0], seen[1]} - made->points[0];
    const Vec2 at = made->points[0] + dot(along, middle) * along - (0.5 * thick) * n;
    b_.backdrop(body, box_mesh({reach, thick, depth}), flat(at, 0),
                turn_about_z(std::atan2(n[1], n[0]) - std::numbers::pi / 2), shape.name);
  }
}

void PlanarScene::add_springs() {
  for (const Force& force : b_.model().forces) {
    const auto* both = given<std::vector<Point>>(force.values, "points");
    if (force.bodies.size() != 2 || both == nullptr) continue;
    SceneSpring spring;
    spring.name = force.name;
    for (std::size_t side = 0; side < 2; ++side) {
      spring.bodies[side] = b_.body(force.bodies[side]);
      spring.points[side] = flat(both->at(side), 0);
    }
    b_.scene.springs.push_back(spring);
  }
}

void build_planar(SceneBuilder& builder) { PlanarScene(builder).build(); }

}  // namespace freeplay
