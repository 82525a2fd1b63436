// SPDX-License-Identifier: Apache-2.0
#include "report/scene_spatial.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "shapes/spatial/shape.h"
#include "system/principal_axes.h"

namespace freeplay {
namespace {

double spread(const std::vector<Vec3>& points) {
  double most = 0;
  for (const Vec3& p : points) {
    for (const Vec3& q : points) most = std::max(most, norm(p - q));
  }
  return most;
}

/// In the body's frame; nothing when its values are wrong, or its file is not there any more.
std::optional<SpatialShape> understood(const Shape& shape) {
  const SpatialShapeEntry* entry = find_entry<SpatialShapeEntry>(shape.type);
  if (entry == nullptr) return std::nullopt;
  Diagnostics problems;
  SpatialShape made = entry->make(Parameters(*entry, shape.values, shape.where), Mount{}, "shape", problems);
  if (problems.has_errors()) return std::nullopt;
  return made;
}

/// Edges of the brick of even density that has these principal moments: s_x² = 6 (J_y + J_z − J_x)/m. A rod
/// or a plate of no thickness gets some.
Vec3 like_brick(const Vec3& J, double mass) {
  const double sum = J[0] + J[1] + J[2];
  Vec3 size{0, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) size[k] = std::sqrt(std::max(0.0, 6 * (sum - 2 * J[k]) / mass));
  const double most = std::max({size[0], size[1], size[2]});
  for (double& edge : size) edge = std::max(edge, 0.08 * most);
  return size;
}

}  // namespace

void SpatialScene::build() {
  points_.resize(b_.model().bodies.size() + 1);
  for (const Joint& joint : b_.model().joints) {
    auto place = spatial_place(b_, joint);
    if (!place) continue;
    place->index = int_size(places_);
    places_.push_back(*place);
    const auto& on_body = place->picture.on_body;
    if (on_body[0]) points_[idx(place->a + 1)].push_back(place->sa);
    if (on_body[1]) points_[idx(place->b + 1)].push_back(place->sb);
  }
  find_length();
  add_shapes();
  for (const SpatialPlace& place : places_) add_joint(place);
  add_links();
  add_springs();
  b_.frame();
  add_slabs();
}

void SpatialScene::find_length() {
  std::vector<double> apart, from_centre, extents, like;
  const auto take = [](std::vector<double>& list, double length) {
    if (length > 0 && std::isfinite(length)) list.push_back(length);
  };
  for (const Shape& shape : b_.model().shapes) {
    if (const auto made = understood(shape); made && b_.body(shape.body) >= 0)
      take(extents, 2 * made->extent);
  }
  for (std::size_t i = 0; i < b_.model().bodies.size(); ++i) {
    const Body& body = b_.model().bodies[i];
    take(apart, spread(points_[i + 1]));
    for (const Vec3& p : points_[i + 1]) take(from_centre, 2 * norm(p - body.space.centre));
    const auto& J = body.space.inertia;
    if (body.mass > 0) take(like, 2 * std::sqrt(2.5 * (J[0] + J[4] + J[8]) / 3 / body.mass));
  }
  for (const auto* list : {&apart, &from_centre, &extents, &like}) {
    if (length_ == 0) length_ = median(*list);
  }
  if (length_ == 0) length_ = 1;  // a model without bodies: nothing is drawn to any scale
}

void SpatialScene::add_shapes() {
  for (const Shape& shape : b_.model().shapes) add_shape(shape);
}

void SpatialScene::add_shape(const Shape& shape) {
  const auto made = understood(shape);
  if (!made || made->kind == SpatialKind::half_space) return;
  const int body = b_.body(shape.body);
  const char* role = body < 0 ? "ground" : "shape";
  const Quat turn = quaternion(made->axes);
  const auto put = [&](Mesh mesh) {
    b_.part(body, std::move(mesh), made->centre, role, shape.name, -1, turn);
  };
  switch (made->kind) {
    case SpatialKind::sphere: put(sphere_mesh(made->radius)); break;
    case SpatialKind::capsule: put(capsule_mesh(made->radius, 2 * made->half_length)); break;
    case SpatialKind::cylinder: put(cylinder_mesh(made->radius, 2 * made->half_length)); break;
    case SpatialKind::polytope:
    case SpatialKind::mesh:
      b_.part(body, faces_mesh(made->points, made->faces), {0, 0, 0}, role, shape.name);
      break;
    case SpatialKind::half_space: break;
  }
  b_.set_solid(body);
}

void SpatialScene::add_links() {
  for (std::size_t i = 0; i < b_.model().bodies.size(); ++i) {
    const Body& body = b_.model().bodies[i];
    const auto index = to_int(i);
    if (b_.has_solid(index)) {
      add_arms(index);
      continue;
    }
    std::vector<Vec3> ends = points_[i + 1];
    const Vec3& centre = body.space.centre;
    if (spread(ends) < 1e-9 * length_) {
      const bool beside = !ends.empty() && norm(ends[0] - centre) > 1e-9 * length_;
      if (!beside) {
        add_like_box(index);
        continue;
      }
      ends = {ends[0], 2 * centre - ends[0]};  // the centre is in the middle
    }
    add_rods(index, ends, std::min(0.025 * length_, 0.08 * spread(ends)), "link", body.name);
  }
}

/// Joints outside of the body's shapes hold on to its centre of mass, or to the middle of the shapes.
void SpatialScene::add_arms(int body) {
  Vec3 low{kInfinity, kInfinity, kInfinity}, high = -low;
  for (const ScenePart& part : b_.scene.parts) {
    if (part.body != body || part.joint >= 0) continue;
    const Mat3 turn = rotation(part.orientation);
    for (const auto& corner : b_.scene.meshes[idx(part.mesh)].positions) {
      const Vec3 p = part.position + turn * Vec3{corner[0], corner[1], corner[2]};
      for (std::size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
    }
  }
  if (low[0] > high[0]) return;  // drawn by its joints
  const Body& drawn = b_.model().bodies[idx(body)];
  const double margin = 1e-6 * norm(high - low);
  const auto within = [&](const Vec3& p) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (p[k] < low[k] - margin || p[k] > high[k] + margin) return false;
    }
    return true;
  };
  const Vec3 hold = within(drawn.space.centre) ? drawn.space.centre : 0.5 * (low + high);
  for (const Vec3& p : points_[idx(body + 1)]) {
    if (!within(p)) add_rods(body, {p, hold}, 0.015 * length_, "link", drawn.name);
  }
}

/// Along the shortest tree that joins all ends.
void SpatialScene::add_rods(int body, const std::vector<Vec3>& ends, double radius, const char* role,
                            const std::string& name) {
  std::vector<bool> reached(ends.size(), false);
  reached[0] = true;
  for (std::size_t round = 1; round < ends.size(); ++round) {
    std::size_t from = 0, to = 0;
    double least = kInfinity;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t j = 0; j < ends.size(); ++j) {
        const double d = norm(ends[i] - ends[j]);
        if (reached[i] && !reached[j] && d < least) least = d, from = i, to = j;
      }
    }
    reached[to] = true;
    if (least < 1e-9 * length_) continue;
    const Vec3 way = ends[to] - ends[from];
    b_.part(body, capsule_mesh(radius, least), 0.5 * (ends[from] + ends[to]), role, name, -1,
            z_onto(unit(way)));
  }
}

void SpatialScene::add_like_box(int body) {
  const Body& given_body = b_.model().bodies[idx(body)];
  Diagnostics problems;
  const PrincipalInertia inertia = principal_inertia(given_body, problems);
  Vec3 size{length_, length_, length_};
  if (!problems.has_errors() && given_body.mass > 0) size = like_brick(inertia.moments, given_body.mass);
  const double most = std::max({size[0], size[1], size[2]});
  // beside links of a known length it shall not be larger than these
  if (most > 0.6 * length_ && !places_.empty()) size = (0.6 * length_ / most) * size;
  b_.part(body, box_mesh(size), inertia.mount.centre, "body", given_body.name, -1,
          quaternion(inertia.mount.axes));
}

void SpatialScene::add_slabs() {
  for (const Shape& shape : b_.model().shapes) {
    const auto made = understood(shape);
    if (made && made->kind == SpatialKind::half_space)
      add_slab(b_.body(shape.body), made->points[0], made->normals[0], shape.name);
  }
  for (const SpatialPlace& at : places_) {
    if (std::holds_alternative<WheelDrawing>(at.picture.drawing))
      add_slab(at.a, at.sa, at.Fa.column(2), at.joint->name);
  }
}

void SpatialScene::add_slab(int body, const Vec3& point, const Vec3& normal, const std::string& name) {
  const double size = b_.scene.size, thick = 0.03 * size;
  // under the middle of what is seen
  const Vec3 seen = b_.motion().pose(body, 0).point_back(b_.scene.centre);
  const Vec3 at = seen - (dot(normal, seen - point) + 0.5 * thick) * normal;
  b_.backdrop(body, box_mesh({2.4 * size, 2.4 * size, thick}), at, z_onto(normal), name);
}

void SpatialScene::add_springs() {
  for (const Force& force : b_.model().forces) {
    if (force.bodies.size() != 2) continue;
    SceneSpring spring;
    spring.name = force.name;
    const auto* both = given<std::vector<Point3>>(force.values, "points");
    const auto* world = given<Point3>(force.values, "point");  // of a bushing, as assembled
    if (both == nullptr && world == nullptr) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const int body = b_.body(force.bodies[side]);
      spring.bodies[side] = body;
      spring.points[side] = both != nullptr ? both->at(side) : b_.motion().pose(body, 0).point_back(*world);
    }
    b_.scene.springs.push_back(spring);
  }
}

void build_spatial(SceneBuilder& builder) { SpatialScene(builder).build(); }

}  // namespace freeplay
