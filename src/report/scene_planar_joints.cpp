// SPDX-License-Identifier: Apache-2.0
// Joints of planar machines: pins, journals in bearings, sliders in guides, cams.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "clearances/planar/clearance.h"
#include "freeplay/planar_joint.h"
#include "model/words.h"
#include "report/scene_planar.h"
#include "system/world_values.h"

namespace freeplay {
namespace {

using std::numbers::pi;

constexpr double kWall = 0.35;  // of bearings: thickness over the radius of the journal

Vec3 flat(const Point& p, double z) { return {p[0], p[1], z}; }
Point unit2(const Point& p) { return (1 / norm(p)) * p; }
double angle_of(const Point& p) { return std::atan2(p[1], p[0]); }

Pose drawn_pose(const Model& model, int body) {
  if (body < 0) return {};
  const Body& drawn = model.bodies[idx(body)];
  return {drawn.position[0], drawn.position[1], drawn.angle, std::cos(drawn.angle), std::sin(drawn.angle)};
}

}  // namespace

PlanarScene::Place PlanarScene::place(const Joint& joint) const {
  static constexpr EntryInfo kNoIdeal{"", "", "", {}};
  Place at{.joint = &joint, .picture = {}, .a = b_.body(joint.bodies[0]), .b = b_.body(joint.bodies[1])};
  const JointEntry* ideal = find_entry<JointEntry>(joint.type);
  const ClearanceEntry* play = find_entry<ClearanceEntry>(joint.type);
  const Pose a = drawn_pose(b_.model(), at.a), b = drawn_pose(b_.model(), at.b);
  WorldValues in_world;
  const Values& values = in_world.local(joint, a, b);
  Diagnostics problems;
  if (ideal != nullptr) at.picture = ideal->make(Parameters(*ideal, values), a, b)->picture(joint);
  if (play != nullptr && has_play(joint)) {
    const auto made = play->make(Parameters(*play, values),
                                 Parameters(ideal ? static_cast<const EntryInfo&>(*ideal) : kNoIdeal, values),
                                 "joint." + joint.name, problems);
    if (made) made->redraw(at.picture);
  }
  at.sa = at.picture.points[0], at.sb = at.picture.points[1];
  return at;
}

void PlanarScene::add_joint(Place& at) {
  at.index = int_size(b_.scene.joints);
  const double za = z(at.a), zb = z(at.b);
  at.low = std::min(za, zb) - 0.5 * depth_, at.high = std::max(za, zb) + 0.5 * depth_;
  SceneJoint& drawn = b_.joint(*at.joint, at.picture);
  drawn.points = {flat(at.sa, 0), flat(at.sb, 0)};
  drawn.orientations = {turn_about_z(angle_of(at.picture.x[0])), turn_about_z(angle_of(at.picture.x[1]))};
  std::visit([&](const auto& drawing) { add(at, drawing); }, at.picture.drawing);
}

void PlanarScene::add(const Place& at, const RodDrawing&) {
  for (const auto& [body, p] : {std::pair{at.a, at.sa}, std::pair{at.b, at.sb}})
    b_.part(body, cylinder_mesh(0.25 * width_, 1.3 * depth_), flat(p, z(body)), "pin", at.joint->name,
            at.index);
}

void PlanarScene::add(const Place& at, const PinDrawing& pin) {
  const Joint& joint = *at.joint;
  const double proud = 0.4 * depth_;  // so that the joint is seen before the links
  if (at.picture.clearance) {
    const double c = pin.radial, inner = pin.radius.value_or(0.35 * width_ + c), r = inner - c;
    const double outer = inner + std::max(kWall * r, 0.15 * width_);
    ScenePart& ring = b_.part(at.a, ring_mesh(inner, outer, at.depth() + proud),
                              flat(at.sa, at.middle() + 0.5 * proud), "bearing", joint.name, at.index);
    ring.grow = c / inner;
    b_.part(at.b, cylinder_mesh(r, at.depth() + 1.5 * proud), flat(at.sb, at.middle() + 0.75 * proud),
            "journal", joint.name, at.index);
    add_ground_mark(at, outer);
    return;
  }
  const double r = pin.radius.value_or(0) > 0 ? *pin.radius : 0.25 * width_;
  b_.part(at.b, cylinder_mesh(r, at.depth() + proud), flat(at.sb, at.middle() + 0.5 * proud), "pin",
          joint.name, at.index);
  add_ground_mark(at, 1.8 * r);
}

void PlanarScene::add_ground_mark(const Place& at, double radius) {
  if (at.a >= 0 && at.b >= 0) return;
  const Point& p = at.a < 0 ? at.sa : at.sb;
  // a bearing block: round at the top, on a foot
  const double height = 2.2 * radius, foot = 0.35 * radius;
  std::vector<Point> block = circle_polygon({0, 0}, radius);
  for (const double x : {-1.5 * radius, 1.5 * radius}) block.push_back({x, -height});
  b_.part(-1, prism_mesh(round_hull(block, 0), depth_), flat(p, z(-1)), "ground", at.joint->name, at.index);
  b_.part(-1, box_mesh({4.4 * radius, foot, 1.6 * depth_}), flat(p - Point{0, height + 0.5 * foot}, z(-1)),
          "ground", at.joint->name, at.index);
}

PlanarScene::Size PlanarScene::slider_size(const Place& at, const SliderDrawing& slider) const {
  const Point e = unit2(at.picture.x[1]);
  double along = 0, across = 0;  // of what is drawn, about the slider's centre
  for (const Point& corner : corners_[idx(at.b + 1)]) {
    along = std::max(along, std::abs(dot(e, corner - at.sb)));
    across = std::max(across, std::abs(cross(e, corner - at.sb)));
  }
  Size size{slider.length.value_or(along > 0 ? 2 * along : 0.4 * length_),
            slider.height.value_or(across > 0 ? 2 * across : 0.2 * length_)};
  // a line has no width, as where a paper measures from the axis of a rod: it shall be seen all the same
  if (!(size.length > 0)) size.length = along > 0 ? 2 * along : 0.4 * length_;
  if (!(size.width > 0)) size.width = 0.06 * size.length;
  return size;
}

void PlanarScene::add(const Place& at, const SliderDrawing& slider) {
  const auto& [axis, slider_axis] = at.picture.x;
  const Size size = slider_size(at, slider);
  const bool play = at.picture.clearance.has_value();
  const bool had_solid = b_.has_solid(at.b);
  // an ideal slider on a moving body rides on that body, unless the file says something else
  if (slider.on_rod.value_or(!play && at.a >= 0)) {
    add_guide_inside(at, axis, slider_axis, size, slider, play || !had_solid);
    return;
  }
  add_guide_outside(at, axis, size);
  if (had_solid) return;
  b_.part(at.b, box_mesh({size.length, size.width, depth_}), flat(at.sb, z(at.b)), "slider", at.joint->name,
          at.index, b_.scene.joints.back().orientations[1]);
  const auto& ends = points(at.b);
  const double reach = 0.5 * std::max(size.length, size.width);
  const bool far =
      std::any_of(ends.begin(), ends.end(), [&](const Point& p) { return norm(p - at.sb) > reach; });
  if (!far) b_.set_solid(at.b);
}

void PlanarScene::add_guide_outside(const Place& at, const Point& axis, const Size& size) {
  const Point e = unit2(axis), n = perp(e);
  const double c = b_.scene.joints.back().clearance.value_or(0);
  const auto [low, high] = b_.range(at.a, flat(at.sa, 0), flat(e, 0), at.b, flat(at.sb, 0));
  const double length = high - low + 1.5 * size.length, wall = 0.25 * std::min(size.width, size.length);
  const Point middle = at.sa + (0.5 * (low + high)) * e;
  const Quat turn = turn_about_z(angle_of(e));
  for (const double side : {1.0, -1.0}) {
    const Point p = middle + (side * (0.5 * size.width + c + 0.5 * wall)) * n;
    b_.part(at.a, box_mesh({length, wall, 1.3 * depth_}), flat(p, z(at.b)), "guide", at.joint->name, at.index,
            turn)
        .shift = flat((side * c) * n, 0);
  }
}

void PlanarScene::add_guide_inside(const Place& at, const Point& axis, const Point& slider_axis,
                                   const Size& size, const SliderDrawing& slider, bool bore) {
  const Joint& joint = *at.joint;
  const Point e = unit2(axis);
  const double c = b_.scene.joints.back().clearance.value_or(0);
  // a plate has no hole for the rod: with play, the two are seen before it
  const bool before = c > 0 && b_.has_solid(at.b);
  const double height = before ? std::max(z(at.a), z(at.b)) + 1.15 * depth_ : c > 0 ? z(at.a) : z(at.b);
  const double rod_height = before ? height : z(at.a);
  const double rod = slider.fits ? size.width : 0.3 * size.width;
  if (slider.fits || !b_.has_solid(at.a)) {
    const auto [low, high] = b_.range(at.a, flat(at.sa, 0), flat(e, 0), at.b, flat(at.sb, 0));
    const double length = high - low + 2 * size.length;
    b_.part(at.a, box_mesh({length, rod, 0.7 * depth_}), flat(at.sa + (0.5 * (low + high)) * e, rod_height),
            "guide", joint.name, at.index, turn_about_z(angle_of(e)));
    if (points(at.a).size() < 2) b_.set_solid(at.a);  // the rod is the body
  }
  if (!bore) return;
  const Point n = perp(unit2(slider_axis));
  const double wall = slider.fits ? 0.3 * rod : 0.35 * size.width;
  for (const double side : {1.0, -1.0}) {
    const Point p = at.sb + (side * (0.5 * rod + c + 0.5 * wall)) * n;
    b_.part(at.b, box_mesh({size.length, wall, depth_}), flat(p, height), "slider", joint.name, at.index,
            turn_about_z(angle_of(slider_axis)))
        .shift = flat((side * c) * n, 0);
  }
  b_.set_solid(at.b);
}

void PlanarScene::add(const Place& at, const CamDrawing& cam) {
  b_.part(at.a, prism_mesh(cam.outline, depth_), flat(at.sa, at.a < 0 ? z(at.b) : z(at.a)), "cam",
          at.joint->name, at.index)
      .spin = cam.spin;
  b_.set_solid(at.a);
  add_follower(at, cam);
}

void PlanarScene::add_follower(const Place& at, const CamDrawing& cam) {
  const Quat turn = turn_about_z(angle_of(cam.direction) - 0.5 * pi);
  const double za = at.a < 0 ? z(at.b) : z(at.a), low = std::min(za, z(at.b)), high = std::max(za, z(at.b));
  const double middle = 0.5 * (low + high), depth = high - low + depth_;
  const auto part = [&](Mesh mesh, const Point& position, const Quat& orientation) {
    b_.part(at.b, std::move(mesh), flat(position, middle), "cam", at.joint->name, at.index, orientation);
  };
  switch (cam.follower) {
    case CamDrawing::Follower::roller: part(cylinder_mesh(cam.size, depth), at.sb, {1, 0, 0, 0}); break;
    case CamDrawing::Follower::face: {
      const double thick = 0.12 * cam.size;
      part(box_mesh({2.4 * cam.size, thick, depth}), at.sb + (0.5 * thick) * cam.direction, turn);
      break;
    }
    case CamDrawing::Follower::tip: {
      const double h = 0.2 * cam.size;
      part(prism_mesh({{0, 0}, {0.4 * h, h}, {-0.4 * h, h}}, depth), at.sb, turn);
      break;
    }
  }
}

}  // namespace freeplay
