// SPDX-License-Identifier: Apache-2.0
// Where joints of spatial machines stand and what they hold, in the frames that the user knows.
#include "report/scene_spatial.h"

namespace freeplay {
namespace {

/// A body with the user's frame for the inner one: what is read is then in the user's frame.
SpatialSide side(const SceneBuilder& builder, int body) {
  const BodyPose drawn = builder.drawn(body);
  return {{}, {drawn.position, rotation(drawn.orientation)}};
}

/// The axes F of a in b, as drawn.
Mat3 same_in_b(const SpatialSide& a, const SpatialSide& b, const Mat3& F) {
  return b.pose.A.transpose() * (a.pose.A * F);
}

/// The two arms of a universal joint are x of the first frame and y of the second one.
bool read_cross(const FrameReader& reader, const Parameters& values, const SpatialSide& a,
                const SpatialSide& b, SpatialPlace& place) {
  const char* param = values.given("world_axes") ? "world_axes" : "axes";
  const auto both = values.vectors(param);
  if (!both) return false;
  const auto first = reader.direction(param, both->at(0)), second = reader.direction(param, both->at(1));
  if (!first || !second) return false;
  const bool world = values.given("world_axes");
  const Vec3 e_a = world ? *first : a.pose.turn(*first), e_b = world ? *second : b.pose.turn(*second);
  const double cosine = dot(e_a, e_b);
  const Vec3 across_a = unit(e_b - cosine * e_a), across_b = unit(e_a - cosine * e_b);
  place.Fa = columns(a.direction_of_world(e_a), a.direction_of_world(across_a),
                     a.direction_of_world(cross(e_a, across_a)));
  place.Fb = columns(b.direction_of_world(across_b), b.direction_of_world(e_b),
                     b.direction_of_world(cross(across_b, e_b)));
  return true;
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
  Diagnostics problems;
  const FrameReader reader(values, a, b, "joint", problems);
  const std::string& type = joint.type;
  if (type.starts_with("rolling")) {
    const auto normal = reader.direction("axis", values.vector("axis").value_or(Point3{0, 0, 0}));
    if (!normal) return std::nullopt;
    place.sa = values.vector("plane").value_or(Vec3{0, 0, 0});
    place.sb = values.vector("centre").value_or(Vec3{0, 0, 0});
    const auto [x, y] = reader.across(*normal);
    place.Fa = columns(x, y, *normal);
    place.Fb = same_in_b(a, b, place.Fa);
    return place;
  }
  const bool drawn = type == "weld" || type == "translational";
  std::optional<VectorPair> points;
  if (const auto* both = given<std::vector<Point3>>(joint.values, "points")) {
    points = VectorPair{both->at(0), both->at(1)};
  } else {
    points = drawn ? reader.points_or_drawn() : reader.points();
  }
  if (!points) return std::nullopt;
  place.sa = points->a, place.sb = points->b;
  place.Fb = same_in_b(a, b, place.Fa);
  if (type == "revolute" || type == "cylindrical" || type == "planar") {
    const auto axes = reader.axes(type == "planar" ? "direction" : nullptr);
    if (!axes) return std::nullopt;
    place.Fa = columns(axes->x, axes->y, axes->e);
    place.Fb = columns(axes->z, cross(axes->e_b, axes->z), axes->e_b);
  } else if (type == "translational") {
    const auto axes = reader.axes("direction");
    if (!axes) return std::nullopt;
    place.Fa = columns(axes->e, axes->x, axes->y);
    place.Fb = FrameReader::aligned(a, b, axes->e, axes->e_b).transpose() * (a.pose.A * place.Fa);
  } else if (type == "universal") {
    if (!read_cross(reader, values, a, b, place)) return std::nullopt;
  } else if (type == "point_on_line") {
    const auto e = reader.direction_of_a("the direction of the line");
    if (!e) return std::nullopt;
    const auto [x, y] = reader.across(*e);
    place.Fa = columns(x, y, *e);
    place.Fb = same_in_b(a, b, place.Fa);
  }
  return place;
}

void SpatialScene::hold(const SpatialPlace& at) {
  SceneJoint joint;
  joint.name = at.joint->name;
  joint.type = at.joint->type;
  joint.bodies = {at.a, at.b};
  joint.points = {at.sa, at.sb};
  joint.orientations = {quaternion(at.Fa), quaternion(at.Fb)};
  auto& [x, y, z] = joint.held_displacement;
  auto& [turn_x, turn_y, turn_z] = joint.held_turn;
  const std::string& type = at.joint->type;
  const bool play = at.joint->play.has_value();
  const std::string word = play ? at.joint->play->name : type;
  if (word == "revolute") {
    x = y = turn_x = turn_y = true;
    z = !play || !journal(at).open;
  } else if (word == "revolute_in_plane" || word == "point_on_line") {
    x = y = true;
  } else if (word == "cylindrical") {
    x = y = turn_x = turn_y = true;
  } else if (word == "translational") {
    y = z = turn_x = turn_y = turn_z = true;
  } else if (word == "translational_in_plane") {
    y = turn_z = true;
  } else if (word == "spherical" || word == "universal") {
    x = y = z = true;
  } else if (word == "planar") {
    z = turn_x = turn_y = true;
  } else if (word == "weld") {
    x = y = z = turn_x = turn_y = turn_z = true;
  }
  joint.distance = type == "distance";
  if (play) {
    double most = 0;
    if (type == "revolute" || type == "cylindrical") {
      const Journal sizes = journal(at);
      most = std::max(sizes.radial, z ? 0.5 * sizes.axial : 0);
    } else {
      for (const char* key : {"radial", "height", "width"}) {
        if (const auto* value = given<double>(at.joint->play->values, key)) most = std::max(most, *value);
      }
    }
    joint.clearance = most;
  }
  b_.scene.joints.push_back(joint);
}

}  // namespace freeplay
