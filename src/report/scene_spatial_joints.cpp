// SPDX-License-Identifier: Apache-2.0
// Joints of spatial machines as solids.
#include <algorithm>
#include <cmath>

#include "report/scene_spatial.h"

namespace freeplay {
namespace {

constexpr double kWall = 0.3;    // of bearings: thickness over the radius
constexpr double kSocket = 0.9;  // latitude up to which a socket reaches [rad]

std::optional<double> play_number(const Joint& joint, const char* key) {
  if (!joint.play) return std::nullopt;
  const auto* value = given<double>(joint.play->values, key);
  return value == nullptr ? std::nullopt : std::optional<double>(*value);
}

/// Middle and length of what has to reach from `low` to `high` with a margin.
std::pair<double, double> reach(const std::array<double, 2>& range, double margin) {
  return {0.5 * (range[0] + range[1]), range[1] - range[0] + margin};
}

}  // namespace

void SpatialScene::add_joint(const SpatialPlace& at) {
  hold(at);
  const std::string& type = at.joint->type;
  if (type == "revolute" || type == "cylindrical") add_journal(at);
  if (type == "spherical") add_ball(at);
  if (type == "universal") add_cross(at);
  if (type == "translational") add_translational(at);
  if (type == "planar") add_plane(at);
  if (type == "point_on_line") add_line(at);
  if (type.starts_with("rolling")) add_rolling(at);
  if (type == "distance") {
    for (const auto& [body, p] : {std::pair{at.a, at.sa}, std::pair{at.b, at.sb}})
      b_.part(body, sphere_mesh(0.035 * length_), p, "pin", at.joint->name, at.index);
  }
}

SpatialScene::Journal SpatialScene::journal(const SpatialPlace& at) const {
  const Joint& joint = *at.joint;
  const Bearing bearing = joint.bearing.value_or(Bearing{});
  Journal sizes{};
  sizes.bearing = bearing.radius.value_or(0.03 * length_);
  sizes.bearing_length = bearing.length.value_or(bearing.radius ? 2 * sizes.bearing : 0.1 * length_);
  if (const auto radial = play_number(joint, "radial")) {
    sizes.radial = *radial;
  } else if (const auto radius = play_number(joint, "journal_radius")) {
    sizes.radial = sizes.bearing - *radius;
  }
  sizes.radius = sizes.bearing - sizes.radial;
  const auto* ends = joint.play ? given<std::string>(joint.play->values, "ends") : nullptr;
  sizes.flanges = ends != nullptr && *ends == "flanges";
  sizes.open = joint.type == "cylindrical" || (ends != nullptr && *ends == "open");
  const auto length = play_number(joint, "journal_length");
  const double sign = sizes.flanges ? -1 : 1;
  sizes.axial = play_number(joint, "axial")
                    .value_or(length && !sizes.open ? sign * (sizes.bearing_length - *length) : 0);
  sizes.length = length.value_or(sizes.bearing_length - sign * sizes.axial);
  sizes.flange_radius = play_number(joint, "flange_radius").value_or(1.5 * sizes.bearing);
  if (!joint.play || joint.play->name == "revolute_in_plane") sizes.length = 1.2 * sizes.bearing_length;
  if (joint.type == "cylindrical" && !length) {
    const auto [middle, all] = reach(b_.range(at.a, at.sa, at.Fa.column(2), at.b, at.sb), 0);
    sizes.length = 2 * (std::abs(middle) + 0.5 * all) + 1.5 * sizes.bearing_length;
  }
  return sizes;
}

void SpatialScene::add_journal(const SpatialPlace& at) {
  const Journal sizes = journal(at);
  const Joint& joint = *at.joint;
  const Quat turn_a = quaternion(at.Fa), turn_b = quaternion(at.Fb);
  const double outer = (1 + kWall) * sizes.bearing;
  b_.part(at.a, ring_mesh(sizes.bearing, outer, sizes.bearing_length), at.sa, "bearing", joint.name, at.index,
          turn_a)
      .grow = sizes.radial / sizes.bearing;
  b_.part(at.b, cylinder_mesh(sizes.radius, sizes.length), at.sb, joint.play ? "journal" : "pin", joint.name,
          at.index, turn_b);
  if (sizes.flanges) {
    const Vec3 axis = at.Fb.column(2);
    const double thick = 0.25 * sizes.bearing;
    for (const double end : {1.0, -1.0}) {
      b_.part(at.b, cylinder_mesh(sizes.flange_radius, thick),
              at.sb + (end * 0.5 * (sizes.length + thick)) * axis, "journal", joint.name, at.index, turn_b)
          .shift = (end * 0.5 * sizes.axial) * axis;
    }
  }
  if (at.a < 0) add_ground_mark(at, at.Fa.column(2), outer, sizes.bearing_length);
  if (at.b < 0) add_ground_mark(at, at.Fb.column(2), outer, std::max(sizes.length, sizes.bearing_length));
}

void SpatialScene::add_ball(const SpatialPlace& at) {
  const Joint& joint = *at.joint;
  const double c = play_number(joint, "radial").value_or(0);
  const double socket = joint.bearing && joint.bearing->radius ? *joint.bearing->radius : 0.04 * length_;
  b_.part(at.b, sphere_mesh(socket - c), at.sb, joint.play ? "journal" : "pin", joint.name, at.index);
  // open to where the second body is
  const Vec3 to = at.b < 0 ? Vec3{0, 0, 0}
                           : b_.drawn(at.a).point_back(b_.drawn(at.b).point(
                                 b_.scene.bodies[static_cast<std::size_t>(at.b)].centre)) -
                                 at.sa;
  const Vec3 open = norm(to) > 1e-9 * length_ ? unit(to) : b_.drawn(at.a).turn_back(b_.scene.up);
  b_.part(at.a, belt_mesh(socket, (1 + kWall) * socket, kSocket), at.sa, "bearing", joint.name, at.index,
          z_onto(open))
      .grow = c / socket;
  if (at.a < 0) add_ground_mark(at, open, (1 + kWall) * socket, 2 * socket);
  if (at.b < 0) add_ground_mark(at, b_.scene.up, (1 + kWall) * socket, 2 * socket);
}

void SpatialScene::add_cross(const SpatialPlace& at) {
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
  const bool all_around = at.joint->play->name == "translational";
  const bool strips = all_around && std::string(role) == "guide";
  const Quat turn = quaternion(axes);
  for (std::size_t pair = 0; pair < (all_around ? 2U : 1U); ++pair) {
    const std::size_t other = 1 - pair;
    // walls across the height close the corners
    const double breadth =
        slider.across[other] + 2 * slider.play[other] + (pair == 0 && all_around ? 2 * wall : 0);
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

void SpatialScene::add_translational(const SpatialPlace& at) {
  const Joint& joint = *at.joint;
  const Bearing bearing = joint.bearing.value_or(Bearing{});
  Slider slider{};
  slider.length = bearing.length.value_or(0.25 * length_);
  const double height = bearing.height.value_or(0.14 * length_);
  slider.across = {height, bearing.width.value_or(height)};
  const double play = play_number(joint, "height").value_or(0);
  slider.play = {play, play_number(joint, "width").value_or(play)};
  const bool inside = bearing.guide.value_or(joint.play ? "outside" : "inside") == "inside";
  const auto [middle, length] =
      reach(b_.range(at.a, at.sa, at.Fa.column(0), at.b, at.sb), 1.6 * slider.length);
  const Vec3 centre = at.sa + middle * at.Fa.column(0);
  const Quat turn_a = quaternion(at.Fa), turn_b = quaternion(at.Fb);
  const double wall = 0.15 * std::min(slider.across[0], slider.across[1]);
  const bool solid = b_.has_solid(at.b);
  if (joint.play && !inside) {
    add_walls(at, at.a, centre, at.Fa, length, slider, wall, "guide");
  } else {
    const double k = joint.play ? 1 : 0.3;  // an ideal slider hides the rod
    b_.part(at.a, box_mesh({length, k * slider.across[0], k * slider.across[1]}), centre, "guide", joint.name,
            at.index, turn_a);
  }
  if (joint.play && inside) {
    add_walls(at, at.b, at.sb, at.Fb, slider.length, slider, wall, "slider");
  } else if (!solid) {
    b_.part(at.b, box_mesh({slider.length, slider.across[0], slider.across[1]}), at.sb, "slider", joint.name,
            at.index, turn_b);
  } else {
    return;
  }
  const auto& ends = points_[static_cast<std::size_t>(at.b + 1)];
  const bool far = std::any_of(ends.begin(), ends.end(),
                               [&](const Vec3& p) { return norm(p - at.sb) > 0.5 * slider.length; });
  if (!far) b_.set_solid(at.b);
}

void SpatialScene::add_plane(const SpatialPlace& at) {
  const double margin = 0.3 * length_, thick = 0.02 * length_;
  const auto [x, along] = reach(b_.range(at.a, at.sa, at.Fa.column(0), at.b, at.sb), margin);
  const auto [y, across] = reach(b_.range(at.a, at.sa, at.Fa.column(1), at.b, at.sb), margin);
  const Vec3 centre = at.sa + at.Fa * Vec3{x, y, -0.5 * thick};
  b_.part(at.a, box_mesh({along, across, thick}), centre, "guide", at.joint->name, at.index,
          quaternion(at.Fa));
  b_.part(at.b, cylinder_mesh(0.05 * length_, thick), at.sb + (0.5 * thick) * at.Fb.column(2), "pin",
          at.joint->name, at.index, quaternion(at.Fb));
}

void SpatialScene::add_line(const SpatialPlace& at) {
  const auto [middle, length] = reach(b_.range(at.a, at.sa, at.Fa.column(2), at.b, at.sb), 0.3 * length_);
  b_.part(at.a, cylinder_mesh(0.012 * length_, length), at.sa + middle * at.Fa.column(2), "guide",
          at.joint->name, at.index, quaternion(at.Fa));
  b_.part(at.b, sphere_mesh(0.035 * length_), at.sb, "pin", at.joint->name, at.index);
}

void SpatialScene::add_rolling(const SpatialPlace& at) {
  if (b_.has_solid(at.b)) return;
  const auto* radius = given<double>(at.joint->values, "radius");
  if (radius == nullptr) return;
  if (at.joint->type == "rolling_sphere") {
    b_.part(at.b, sphere_mesh(*radius), at.sb, "body", at.joint->name, at.index);
  } else {
    const auto* axle = given<Point3>(at.joint->values, "axle");
    if (axle == nullptr || norm(*axle) == 0) return;
    b_.part(at.b, cylinder_mesh(*radius, 0.08 * *radius), at.sb, "body", at.joint->name, at.index,
            z_onto(unit(*axle)));
  }
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
