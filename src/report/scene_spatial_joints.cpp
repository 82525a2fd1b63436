// SPDX-License-Identifier: Apache-2.0
// Joints of spatial machines as solids.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "clearances/spatial/clearance.h"
#include "freeplay/spatial_joint.h"
#include "report/scene_spatial.h"

namespace freeplay {
namespace {

constexpr double kWall = 0.3;    // of bearings: thickness over the radius
constexpr double kSocket = 0.9;  // latitude up to which a socket reaches [rad]

/// A body with the user's frame for the inner one: what is made of it is then in the user's frame.
SpatialSide side(const SceneBuilder& builder, int body) {
  const BodyPose drawn = builder.drawn(body);
  return {{}, {drawn.position, rotation(drawn.orientation)}};
}

/// Middle and length of what has to reach from `low` to `high` with a margin.
std::pair<double, double> reach(const std::array<double, 2>& range, double margin) {
  return {0.5 * (range[0] + range[1]), range[1] - range[0] + margin};
}

}  // namespace

std::optional<SpatialPlace> spatial_place(const SceneBuilder& builder, const Joint& joint) {
  const SpatialJointEntry* entry = find_entry<SpatialJointEntry>(joint.type);
  if (entry == nullptr) return std::nullopt;
  SpatialPlace place;
  place.joint = &joint;
  place.a = builder.body(joint.bodies[0]), place.b = builder.body(joint.bodies[1]);
  const SpatialSide a = side(builder, place.a), b = side(builder, place.b);
  const Parameters values(*entry, joint.values, joint.where);
  const std::string key = "joint." + joint.name;
  Diagnostics problems;
  const auto ideal = entry->make(values, a, b, key, problems);
  if (!ideal) return std::nullopt;
  place.picture = ideal->picture(joint);
  const SpatialClearanceEntry* play =
      joint.play ? find_entry<SpatialClearanceEntry>(joint.play->name) : nullptr;
  if (play != nullptr) {
    const auto made = play->make({Parameters(*play, joint.play->values, joint.play->where), values,
                                  joint.values, joint.bearing.value_or(Bearing{}), a, b, key, problems});
    if (made) made->redraw(place.picture);
  }
  place.sa = place.picture.points[0], place.sb = place.picture.points[1];
  place.Fa = place.picture.axes_a;
  place.Fb = place.picture.axes_b.value_or(b.pose.A.transpose() * (a.pose.A * place.Fa));
  return place;
}

void SpatialScene::add_joint(const SpatialPlace& at) {
  SceneJoint& drawn = b_.joint(*at.joint, at.picture);
  drawn.points = {at.sa, at.sb};
  drawn.orientations = {quaternion(at.Fa), quaternion(at.Fb)};
  std::visit([&](const auto& drawing) { add(at, drawing); }, at.picture.drawing);
}

void SpatialScene::add(const SpatialPlace& at, const RodDrawing&) {
  for (const auto& [body, p] : {std::pair{at.a, at.sa}, std::pair{at.b, at.sb}})
    b_.part(body, sphere_mesh(0.035 * length_), p, "pin", at.joint->name, at.index);
}

SpatialScene::Journal SpatialScene::journal(const SpatialPlace& at, const PinDrawing& pin) const {
  Journal sizes{};
  sizes.bearing = pin.radius.value_or(0.03 * length_);
  sizes.bearing_length = pin.length.value_or(pin.radius ? 2 * sizes.bearing : 0.1 * length_);
  sizes.radius = sizes.bearing - pin.radial;
  sizes.length = pin.pin_length.value_or(1.2 * sizes.bearing_length);
  if (pin.slides && !pin.pin_length) {
    const auto [middle, all] = reach(b_.range(at.a, at.sa, at.Fa.column(2), at.b, at.sb), 0);
    sizes.length = 2 * (std::abs(middle) + 0.5 * all) + 1.5 * sizes.bearing_length;
  }
  return sizes;
}

void SpatialScene::add(const SpatialPlace& at, const PinDrawing& pin) {
  const Journal sizes = journal(at, pin);
  const Joint& joint = *at.joint;
  const Quat turn_a = quaternion(at.Fa), turn_b = quaternion(at.Fb);
  const double outer = (1 + kWall) * sizes.bearing;
  b_.part(at.a, ring_mesh(sizes.bearing, outer, sizes.bearing_length), at.sa, "bearing", joint.name, at.index,
          turn_a)
      .grow = pin.radial / sizes.bearing;
  b_.part(at.b, cylinder_mesh(sizes.radius, sizes.length), at.sb, at.picture.clearance ? "journal" : "pin",
          joint.name, at.index, turn_b);
  if (pin.flange_radius) {
    const Vec3 axis = at.Fb.column(2);
    const double thick = 0.25 * sizes.bearing;
    for (const double end : {1.0, -1.0}) {
      b_.part(at.b, cylinder_mesh(*pin.flange_radius, thick),
              at.sb + (end * 0.5 * (sizes.length + thick)) * axis, "journal", joint.name, at.index, turn_b)
          .shift = (end * 0.5 * pin.axial) * axis;
    }
  }
  if (at.a < 0) add_ground_mark(at, at.Fa.column(2), outer, sizes.bearing_length);
  if (at.b < 0) add_ground_mark(at, at.Fb.column(2), outer, std::max(sizes.length, sizes.bearing_length));
}

void SpatialScene::add(const SpatialPlace& at, const BallDrawing& ball) {
  const Joint& joint = *at.joint;
  const double c = ball.radial, socket = ball.radius.value_or(0.04 * length_);
  b_.part(at.b, sphere_mesh(socket - c), at.sb, at.picture.clearance ? "journal" : "pin", joint.name,
          at.index);
  // open to where the second body is
  const Vec3 to =
      at.b < 0 ? Vec3{0, 0, 0}
               : b_.drawn(at.a).point_back(b_.drawn(at.b).point(b_.scene.bodies[idx(at.b)].centre)) - at.sa;
  const Vec3 open = norm(to) > 1e-9 * length_ ? unit(to) : b_.drawn(at.a).turn_back(b_.scene.up);
  b_.part(at.a, belt_mesh(socket, (1 + kWall) * socket, kSocket), at.sa, "bearing", joint.name, at.index,
          z_onto(open))
      .grow = c / socket;
  if (at.a < 0) add_ground_mark(at, open, (1 + kWall) * socket, 2 * socket);
  if (at.b < 0) add_ground_mark(at, b_.scene.up, (1 + kWall) * socket, 2 * socket);
}

void SpatialScene::add(const SpatialPlace& at, const CrossDrawing&) {
  const double length = 0.13 * length_, radius = 0.015 * length_;
  const Mesh arm = cylinder_mesh(radius, length);
  b_.part(at.a, arm, at.sa, "pin", at.joint->name, at.index, z_onto(at.Fa.column(0)));
  b_.part(at.b, arm, at.sb, "pin", at.joint->name, at.index, z_onto(at.Fb.column(1)));
  if (at.a < 0) add_ground_mark(at, at.Fa.column(0), 2 * radius, length);
}

/// Walls across the height, and across the width where it plays. A guide that is closed all around would hide
/// its slider: only strips of its walls along the edges are drawn then.
void SpatialScene::add_walls(const SpatialPlace& at, int body, const Vec3& middle, const Mat3& axes,
                             double length, const Slider& slider, double wall, const char* role) {
  const bool strips = slider.all_around && std::string(role) == "guide";
  const Quat turn = quaternion(axes);
  for (std::size_t pair = 0; pair < (slider.all_around ? 2U : 1U); ++pair) {
    const std::size_t other = 1 - pair;
    // walls across the height close the corners
    const double breadth =
        slider.across[other] + 2 * slider.play[other] + (pair == 0 && slider.all_around ? 2 * wall : 0);
    const double strip = strips ? std::min(0.5 * breadth, 1.6 * wall) : breadth;
    Vec3 size{length, 0, 0};
    size[1 + pair] = wall, size[1 + other] = strip;
    const Vec3 n = axes.column(1 + static_cast<int>(pair)), m = axes.column(1 + static_cast<int>(other));
    for (const double end : {1.0, -1.0}) {
      const Vec3 p = middle + (end * (0.5 * slider.across[pair] + slider.play[pair] + 0.5 * wall)) * n;
      for (const double side : {1.0, -1.0}) {
        b_.part(body, box_mesh(size), p + (side * 0.5 * (breadth - strip)) * m, role, at.joint->name,
                at.index, turn)
            .shift = (end * slider.play[pair]) * n;
        if (!strips) break;
      }
    }
  }
}

void SpatialScene::add(const SpatialPlace& at, const SliderDrawing& given) {
  const Joint& joint = *at.joint;
  const double height = given.height.value_or(0.14 * length_);
  const Slider slider{given.length.value_or(0.25 * length_),
                      {height, given.width.value_or(height)},
                      given.play,
                      given.plays_sideways};
  const bool play = at.picture.clearance.has_value(), inside = given.on_rod.value_or(!play);
  const auto [middle, length] =
      reach(b_.range(at.a, at.sa, at.Fa.column(0), at.b, at.sb), 1.6 * slider.length);
  const Vec3 centre = at.sa + middle * at.Fa.column(0);
  const Quat turn_a = quaternion(at.Fa), turn_b = quaternion(at.Fb);
  const double wall = 0.15 * std::min(slider.across[0], slider.across[1]);
  const bool solid = b_.has_solid(at.b);
  if (play && !inside) {
    add_walls(at, at.a, centre, at.Fa, length, slider, wall, "guide");
  } else {
    const double k = given.fits ? 1 : 0.3;  // an ideal slider hides the rod
    b_.part(at.a, box_mesh({length, k * slider.across[0], k * slider.across[1]}), centre, "guide", joint.name,
            at.index, turn_a);
  }
  if (play && inside) {
    add_walls(at, at.b, at.sb, at.Fb, slider.length, slider, wall, "slider");
  } else if (!solid) {
    b_.part(at.b, box_mesh({slider.length, slider.across[0], slider.across[1]}), at.sb, "slider", joint.name,
            at.index, turn_b);
  } else {
    return;
  }
  const auto& ends = points_[idx(at.b + 1)];
  const bool far = std::any_of(ends.begin(), ends.end(),
                               [&](const Vec3& p) { return norm(p - at.sb) > 0.5 * slider.length; });
  if (!far) b_.set_solid(at.b);
}

void SpatialScene::add(const SpatialPlace& at, const PlateDrawing&) {
  const double margin = 0.3 * length_, thick = 0.02 * length_;
  const auto [x, along] = reach(b_.range(at.a, at.sa, at.Fa.column(0), at.b, at.sb), margin);
  const auto [y, across] = reach(b_.range(at.a, at.sa, at.Fa.column(1), at.b, at.sb), margin);
  const Vec3 centre = at.sa + at.Fa * Vec3{x, y, -0.5 * thick};
  b_.part(at.a, box_mesh({along, across, thick}), centre, "guide", at.joint->name, at.index,
          quaternion(at.Fa));
  b_.part(at.b, cylinder_mesh(0.05 * length_, thick), at.sb + (0.5 * thick) * at.Fb.column(2), "pin",
          at.joint->name, at.index, quaternion(at.Fb));
}

void SpatialScene::add(const SpatialPlace& at, const BarDrawing&) {
  const auto [middle, length] = reach(b_.range(at.a, at.sa, at.Fa.column(2), at.b, at.sb), 0.3 * length_);
  b_.part(at.a, cylinder_mesh(0.012 * length_, length), at.sa + middle * at.Fa.column(2), "guide",
          at.joint->name, at.index, quaternion(at.Fa));
  b_.part(at.b, sphere_mesh(0.035 * length_), at.sb, "pin", at.joint->name, at.index);
}

void SpatialScene::add(const SpatialPlace& at, const WheelDrawing& wheel) {
  if (b_.has_solid(at.b)) return;
  b_.part(at.b, wheel.axle ? cylinder_mesh(wheel.radius, 0.08 * wheel.radius) : sphere_mesh(wheel.radius),
          at.sb, "body", at.joint->name, at.index, wheel.axle ? z_onto(*wheel.axle) : Quat{1, 0, 0, 0});
  b_.set_solid(at.b);
}

/// A plate under the ground's part of a joint.
void SpatialScene::add_ground_mark(const SpatialPlace& at, const Vec3& axis, double radius, double length) {
  const Vec3& up = b_.scene.up;
  const Vec3& p = at.a < 0 ? at.sa : at.sb;
  const double along = std::abs(dot(unit(axis), up));
  const double down = along * 0.5 * length + std::sqrt(std::max(0.0, 1 - along * along)) * radius;
  const double thick = 0.35 * radius, side = 3.2 * radius;
  b_.part(-1, box_mesh({side, side, thick}), p - (down + 0.5 * thick) * up, "ground", at.joint->name,
          at.index, z_onto(up));
}

}  // namespace freeplay
