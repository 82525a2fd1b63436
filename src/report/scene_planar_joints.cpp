// SPDX-License-Identifier: Apache-2.0
// Joints of planar machines: pins, journals in bearings, sliders in guides, cams.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "clearances/planar/cam_profile.h"
#include "clearances/planar/clearance.h"
#include "report/scene_planar.h"

namespace freeplay {
namespace {

using std::numbers::pi;

constexpr double kWall = 0.35;  // of bearings: thickness over the radius of the journal

Vec3 flat(const Point& p, double z) { return {p[0], p[1], z}; }
Point unit2(const Point& p) { return (1 / norm(p)) * p; }
double angle_of(const Point& p) { return std::atan2(p[1], p[0]); }

std::optional<double> number(const Joint& joint, const char* key) {
  const auto* value = given<double>(joint.values, key);
  return value == nullptr ? std::nullopt : std::optional<double>(*value);
}

}  // namespace

void PlanarScene::add_joint(const Joint& joint) {
  Place at{&joint,
           static_cast<int>(b_.scene.joints.size()),
           b_.body(joint.bodies[0]),
           b_.body(joint.bodies[1]),
           {0, 0},
           {0, 0},
           0,
           0};
  const double za = z(at.a), zb = z(at.b);
  at.low = std::min(za, zb) - 0.5 * depth_, at.high = std::max(za, zb) + 0.5 * depth_;
  if (const auto* both = given<std::vector<Point>>(joint.values, "points")) {
    at.sa = both->at(0), at.sb = both->at(1);
  } else if (joint.type == "weld") {  // as drawn
    const Vec3 p = b_.drawn(at.a).point_back(b_.drawn(at.b).position);
    at.sa = {p[0], p[1]};
  }
  SceneJoint& drawn = frame(at);
  if (joint.type == "revolute") {
    drawn.held_displacement = {true, true, false};
    add_revolute(at);
  } else if (joint.type == "prismatic") {
    drawn.held_displacement[1] = drawn.held_turn[2] = true;
    add_prismatic(at);
  } else if (joint.type == "cam") {
    add_cam(at);
  } else if (joint.type == "distance") {
    drawn.distance = true;
    for (const auto& [body, p] : {std::pair{at.a, at.sa}, std::pair{at.b, at.sb}})
      b_.part(body, cylinder_mesh(0.25 * width_, 1.3 * depth_), flat(p, z(body)), "pin", joint.name,
              at.index);
  } else if (joint.type == "weld") {
    drawn.held_displacement = {true, true, false};
    drawn.held_turn[2] = true;
    drawn.orientations[1] = normalised(conjugate(b_.drawn(at.b).orientation) * b_.drawn(at.a).orientation);
  }
}

SceneJoint& PlanarScene::frame(const Place& at) {
  SceneJoint joint;
  joint.name = at.joint->name;
  joint.type = at.joint->type;
  joint.bodies = {at.a, at.b};
  joint.points = {flat(at.sa, 0), flat(at.sb, 0)};
  joint.clearance = number(*at.joint, "clearance");
  b_.scene.joints.push_back(joint);
  return b_.scene.joints.back();
}

void PlanarScene::add_revolute(const Place& at) {
  const Joint& joint = *at.joint;
  const std::optional<double> clearance = number(joint, "clearance"), bearing = number(joint, "radius");
  const double proud = 0.4 * depth_;  // so that the joint is seen before the links
  if (clearance) {
    const double c = *clearance, inner = bearing.value_or(0.35 * width_ + c), r = inner - c;
    const double outer = inner + std::max(kWall * r, 0.15 * width_);
    ScenePart& ring = b_.part(at.a, ring_mesh(inner, outer, at.depth() + proud),
                              flat(at.sa, at.middle() + 0.5 * proud), "bearing", joint.name, at.index);
    ring.grow = c / inner;
    b_.part(at.b, cylinder_mesh(r, at.depth() + 1.5 * proud), flat(at.sb, at.middle() + 0.75 * proud),
            "journal", joint.name, at.index);
    add_ground_mark(at, outer);
    return;
  }
  const double given_radius = joint.bearing ? joint.bearing->radius.value_or(0) : 0;
  const double r = given_radius > 0 ? given_radius : 0.25 * width_;
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

PlanarScene::Size PlanarScene::slider_size(const Place& at, const Point& axis) const {
  const Joint& joint = *at.joint;
  const Point e = unit2(axis);
  double along = 0, across = 0;  // of what is drawn, about the slider's centre
  for (const Point& corner : corners_[static_cast<std::size_t>(at.b + 1)]) {
    along = std::max(along, std::abs(dot(e, corner - at.sb)));
    across = std::max(across, std::abs(cross(e, corner - at.sb)));
  }
  std::optional<double> length = number(joint, "length"), width = number(joint, "width");
  if (joint.bearing && !length) length = joint.bearing->length;
  if (joint.bearing && !width) width = joint.bearing->height;
  Size size{length.value_or(along > 0 ? 2 * along : 0.4 * length_),
            width.value_or(across > 0 ? 2 * across : 0.2 * length_)};
  // a line has no width, as where a paper measures from the axis of a rod: it shall be seen all the same
  if (!(size.length > 0)) size.length = along > 0 ? 2 * along : 0.4 * length_;
  if (!(size.width > 0)) size.width = 0.06 * size.length;
  return size;
}

void PlanarScene::add_prismatic(const Place& at) {
  const Joint& joint = *at.joint;
  const auto* axis = given<Point>(joint.values, "axis");
  if (axis == nullptr || norm(*axis) == 0) return;
  const auto* other = given<Point>(joint.values, "slider_axis");
  const Point slider_axis = other != nullptr && norm(*other) > 0 ? *other : *axis;
  SceneJoint& drawn = b_.scene.joints.back();
  drawn.orientations = {turn_about_z(angle_of(*axis)), turn_about_z(angle_of(slider_axis))};
  const Size size = slider_size(at, slider_axis);
  const auto* word = given<std::string>(joint.values, "guide");
  const std::string where = word != nullptr                                     ? *word
                            : joint.bearing && joint.bearing->guide.has_value() ? *joint.bearing->guide
                                                                                : "";
  const bool play = drawn.clearance.has_value();
  const bool had_solid = b_.has_solid(at.b);
  // an ideal slider on a moving body rides on that body, unless the file says something else
  const bool inside = where == "inside" || (where.empty() && !play && at.a >= 0);
  if (inside) {
    add_guide_inside(at, *axis, slider_axis, size, play || !had_solid);
  } else {
    add_guide_outside(at, *axis, size);
    if (!had_solid) {
      b_.part(at.b, box_mesh({size.length, size.width, depth_}), flat(at.sb, z(at.b)), "slider", joint.name,
              at.index, drawn.orientations[1]);
      const auto& ends = points(at.b);
      const double reach = 0.5 * std::max(size.length, size.width);
      const bool far =
          std::any_of(ends.begin(), ends.end(), [&](const Point& p) { return norm(p - at.sb) > reach; });
      if (!far) b_.set_solid(at.b);
    }
  }
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
                                   const Size& size, bool bore) {
  const Joint& joint = *at.joint;
  const Point e = unit2(axis);
  const double c = b_.scene.joints.back().clearance.value_or(0);
  const bool given_width = number(joint, "width").has_value();
  // a plate has no hole for the rod: with play, the two are seen before it
  const bool before = c > 0 && b_.has_solid(at.b);
  const double height = before ? std::max(z(at.a), z(at.b)) + 1.15 * depth_ : c > 0 ? z(at.a) : z(at.b);
  const double rod_height = before ? height : z(at.a);
  const double rod = given_width ? size.width : 0.3 * size.width;
  if (given_width || !b_.has_solid(at.a)) {
    const auto [low, high] = b_.range(at.a, flat(at.sa, 0), flat(e, 0), at.b, flat(at.sb, 0));
    const double length = high - low + 2 * size.length;
    b_.part(at.a, box_mesh({length, rod, 0.7 * depth_}), flat(at.sa + (0.5 * (low + high)) * e, rod_height),
            "guide", joint.name, at.index, turn_about_z(angle_of(e)));
    if (points(at.a).size() < 2) b_.set_solid(at.a);  // the rod is the body
  }
  if (!bore) return;
  const Point n = perp(unit2(slider_axis));
  const double wall = given_width ? 0.3 * rod : 0.35 * size.width;
  for (const double side : {1.0, -1.0}) {
    const Point p = at.sb + (side * (0.5 * rod + c + 0.5 * wall)) * n;
    b_.part(at.b, box_mesh({size.length, wall, depth_}), flat(p, height), "slider", joint.name, at.index,
            turn_about_z(angle_of(slider_axis)))
        .shift = flat((side * c) * n, 0);
  }
  b_.set_solid(at.b);
}

void PlanarScene::add_cam(const Place& at) {
  const Joint& joint = *at.joint;
  const ClearanceEntry* entry = find_entry<ClearanceEntry>("cam");
  if (entry == nullptr) return;
  const Parameters values(*entry, joint.values, joint.where);
  Diagnostics problems;
  const auto profile = CamProfile::make(values.methods("segments"), static_cast<int>(values.number("lobes")),
                                        joint.where, "cam", problems);
  if (!profile) return;
  const Point direction = *values.point("direction");
  const Point in_cam = values.point("cam_direction").value_or(direction);
  const double sense = values.word("rotation") == "clockwise" ? -1 : 1;
  const double zero = angle_of(in_cam) + sense * values.number("phase"), base = values.number("base_radius");
  const std::string follower = values.word("follower");
  const double roller = follower == "roller" ? values.number("roller_radius") : 0;
  // In the cam's frame the follower's direction is at the angle zero − σ ψ; where it touches is as in
  // cam.cpp.
  std::vector<Point> outline;
  const int turns = std::max(1, static_cast<int>(std::lround(2 * pi / profile->lobe())));
  const int runs = turns * profile->branches(), steps = std::max(12, 360 / runs);
  for (int run = 0; run < runs; ++run) {
    const bool drops = profile->drops();
    const double begin = drops ? profile->begin(run) : run * profile->lobe();
    const double length = drops ? profile->end(run) - begin : profile->lobe();
    for (int k = 0; k < steps + (drops ? 1 : 0); ++k) {
      const double psi = begin + length * k / steps, angle = zero - sense * psi;
      const LiftPoint s = profile->at(psi, run);
      const Point n{std::cos(angle), std::sin(angle)}, t = perp(n);
      if (follower == "flat") {
        outline.push_back((base + s.s) * n - (sense * s.ds) * t);
        continue;
      }
      const double R = base + roller + s.s;
      // of the centre's path R n: tangent dR n − σ R t; the surface is a roller's radius inside of it
      const Point normal = unit2(R * n + (sense * s.ds) * t);
      outline.push_back(R * n - roller * normal);
    }
  }
  ScenePart& cam = b_.part(at.a, prism_mesh(outline, depth_), flat(at.sa, at.a < 0 ? z(at.b) : z(at.a)),
                           "cam", joint.name, at.index);
  cam.spin = values.number("speed");
  b_.set_solid(at.a);
  add_follower(at, unit2(direction));
}

void PlanarScene::add_follower(const Place& at, const Point& direction) {
  const auto* word = given<std::string>(at.joint->values, "follower");
  const std::string follower = word == nullptr ? "flat" : *word;
  const Quat turn = turn_about_z(angle_of(direction) - 0.5 * pi);
  const double za = at.a < 0 ? z(at.b) : z(at.a), low = std::min(za, z(at.b)), high = std::max(za, z(at.b));
  const double middle = 0.5 * (low + high), depth = high - low + depth_;
  if (follower == "roller") {
    const double r = number(*at.joint, "roller_radius").value_or(0.5 * width_);
    b_.part(at.b, cylinder_mesh(r, depth), flat(at.sb, middle), "cam", at.joint->name, at.index);
  } else if (follower == "flat") {
    const double base = number(*at.joint, "base_radius").value_or(length_), thick = 0.12 * base;
    b_.part(at.b, box_mesh({2.4 * base, thick, depth}), flat(at.sb + (0.5 * thick) * direction, middle),
            "cam", at.joint->name, at.index, turn);
  } else {
    const double h = 0.2 * number(*at.joint, "base_radius").value_or(length_);
    b_.part(at.b, prism_mesh({{0, 0}, {0.4 * h, h}, {-0.4 * h, h}}, depth), flat(at.sb, middle), "cam",
            at.joint->name, at.index, turn);
  }
}

}  // namespace freeplay
