// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_frame.h"

#include <fmt/format.h>

#include <numbers>

namespace freeplay {
namespace {

/// The user's frame of a body in the world as drawn.
Mat3 drawn_axes(const SpatialSide& side) { return side.pose.A * side.mount.axes.transpose(); }

/// The smallest turn that brings the unit vector `from` onto `to`, less than half a turn apart.
Mat3 swing(const Vec3& from, const Vec3& to) {
  const Vec3 c = cross(from, to);
  return rotation(normalised({1 + dot(from, to), c[0], c[1], c[2]}));
}

/// The turn of R about e when R is split into that and a swing across e.
double twist(const Mat3& R, const Vec3& e) {
  const Quat q = quaternion(R);
  const double along = dot(e, {q[1], q[2], q[3]});
  // half a turn about an axis across e: every twist is as good
  return std::hypot(along, q[0]) < 1e-8 ? 0 : 2 * std::atan2(along, q[0]);
}

}  // namespace

void FrameReader::error(const char* param, const std::string& message, const std::string& hint) const {
  problems_->error(given_->where(param), fmt::format("{}.{}", key_, param), message, hint);
}

bool FrameReader::exactly_one(std::initializer_list<const char*> keys, const char* what,
                              bool required) const {
  const char* found = nullptr;
  for (const char* param : keys) {
    if (!given_->given(param)) continue;
    if (found != nullptr) {
      error(param, fmt::format("{} is given in two ways, as {} and as {}", what, found, param),
            "leave one of them out");
      return false;
    }
    found = param;
  }
  if (found == nullptr && required) {
    error(*keys.begin(), fmt::format("missing: {}", what),
          fmt::format("give one of {}", fmt::join(keys, ", ")));
    return false;
  }
  return true;
}

std::optional<Vec3> FrameReader::direction(const char* param, const Vec3& given) const {
  const double length = norm(given);
  if (length > 0 && std::isfinite(length)) return unit(given);
  error(param, "a direction cannot be [0, 0, 0]", "give its components, for example [0, 0, 1]");
  return {};
}

std::optional<VectorPair> FrameReader::points() const {
  if (!exactly_one({"points", "point"}, "where it is")) return {};
  if (const auto both = given_->vectors("points"))
    return VectorPair{a_->mount.point(both->at(0)), b_->mount.point(both->at(1))};
  const Vec3 world = *given_->vector("point");
  return VectorPair{a_->point_of_world(world), b_->point_of_world(world)};
}

std::optional<VectorPair> FrameReader::points_or_drawn() const {
  if (given_->given("points") || given_->given("point")) return points();
  const Vec3 origin = b_->mount.point({0, 0, 0});
  return VectorPair{a_->point_of_world(b_->pose.point(origin)), origin};
}

std::optional<Vec3> FrameReader::direction_of_a(const char* what) const {
  if (!exactly_one({"axis", "world_axis"}, what)) return {};
  const char* param = given_->given("axis") ? "axis" : "world_axis";
  const auto e = direction(param, *given_->vector(param));
  if (!e) return {};
  return given_->given("axis") ? a_->mount.direction(*e) : a_->direction_of_world(*e);
}

std::array<Vec3, 2> FrameReader::across(const Vec3& e) const {
  const Vec3 x = a_->mount.direction(tangents(a_->mount.axes * e)[0]);
  return {x, cross(e, x)};
}

Mat3 FrameReader::aligned(const SpatialSide& a, const SpatialSide& b, const Vec3& e, const Vec3& e_b) {
  return swing(b.pose.turn(e_b), a.pose.turn(e)) * b.pose.A;
}

std::optional<AxisFrame> FrameReader::axes(const char* across) const {
  if (!exactly_one({"axis", "axes", "world_axis"}, "the direction of the axis")) return {};
  AxisFrame frame;
  if (const auto both = given_->vectors("axes")) {
    const auto e = direction("axes", both->at(0)), e_b = direction("axes", both->at(1));
    if (!e || !e_b) return {};
    frame.e = a_->mount.direction(*e), frame.e_b = b_->mount.direction(*e_b);
    const double cosine = dot(a_->pose.turn(frame.e), b_->pose.turn(frame.e_b));
    if (cosine <= 0) {
      error(
          "axes",
          fmt::format("the two directions are {:.0f} degrees apart as drawn: it is not clear which way they "
                      "shall meet",
                      std::acos(std::max(cosine, -1.0)) * 180 / std::numbers::pi),
          "reverse one of them, or draw the bodies less than 90 degrees off");
      return {};
    }
  } else {
    const auto e = direction_of_a("the direction of the axis");
    if (!e) return {};
    frame.e = *e;
    frame.e_b = b_->direction_of_world(a_->pose.turn(frame.e));
  }
  const Vec3 user_e = a_->mount.axes * frame.e;
  Vec3 user_x = tangents(user_e)[0];
  if (across != nullptr && given_->given(across)) {
    const auto k = direction(across, *given_->vector(across));
    if (!k) return {};
    const Vec3 in_plane = *k - dot(*k, user_e) * user_e;
    if (norm(in_plane) < 1e-6) {
      error(across, "it is along the axis", "give a direction across the axis");
      return {};
    }
    user_x = unit(in_plane);
  }
  frame.x = a_->mount.direction(user_x);
  frame.y = cross(frame.e, frame.x);
  // z so that the angle as drawn is the twist of b's frame as the user sees it
  const Mat3 B = aligned(*a_, *b_, frame.e, frame.e_b);
  const Mat3 R = drawn_axes(*a_).transpose() * B * b_->mount.axes.transpose();
  const double phi = twist(R, user_e);
  frame.z = B.transposed(a_->pose.turn(std::cos(phi) * frame.x + std::sin(phi) * frame.y));
  return frame;
}

SpatialPicture picture_about(const VectorPair& points, const AxisFrame& axes) {
  SpatialPicture out;
  out.points = {points.a, points.b};
  out.axes_a = columns(axes.x, axes.y, axes.e);
  out.axes_b = columns(axes.z, cross(axes.e_b, axes.z), axes.e_b);
  return out;
}

}  // namespace freeplay
