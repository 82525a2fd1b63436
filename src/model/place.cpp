// SPDX-License-Identifier: Apache-2.0
#include "model/place.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>
#include <vector>

#include "freeplay/registry.h"
#include "freeplay/spatial.h"
#include "model/names.h"
#include "model/orientation.h"
#include "model/words.h"

namespace freeplay {
namespace {

/// The values of `key`, each changed by `change`; of a list of two only those that are asked for, of a longer one all.
template <class F>
void each_value(Values& values, const char* key, bool first, bool second, F change) {
  const auto found = values.find(key);
  if (found == values.end()) return;
  std::visit(
      [&](auto& data) {
        using Data = std::remove_cvref_t<decltype(data)>;
        if constexpr (std::is_same_v<Data, Point> || std::is_same_v<Data, Point3>) {
          if (first) data = change(data);
        } else if constexpr (std::is_same_v<Data, std::vector<Point>> ||
                             std::is_same_v<Data, std::vector<Point3>>) {
          for (std::size_t i = 0; i < data.size(); ++i) {
            if (i == 0 ? first : second) data[i] = change(data[i]);
          }
        }
      },
      found->second.data);
}

void add_number(Values& values, const char* key, double change) {
  const auto found = values.find(key);
  if (found == values.end()) return;
  if (double* number = std::get_if<double>(&found->second.data)) *number += change;
}

/// What is meant where the key is missing, written down: in a place it is no longer the default.
template <class T>
void write_default(Values& values, const char* key, T data, const Where& where) {
  values.try_emplace(key, Value{std::move(data), where});
}

bool has(const EntryInfo* entry, const char* key) {
  return entry != nullptr && std::any_of(entry->params.begin(), entry->params.end(), [&](const Param& param) {
           return std::string_view(param.key) == key;
         });
}

bool is_grounded(const Joint& joint) {
  return joint.bodies[0] == kGroundName || joint.bodies[1] == kGroundName;
}

bool is_formulas(const Values& values, const char* key) {
  const auto found = values.find(key);
  return found != values.end() && std::holds_alternative<Texts>(found->second.data);
}

bool is_flag(const Values& values, const char* key) {
  const auto found = values.find(key);
  const bool* flag = found == values.end() ? nullptr : std::get_if<bool>(&found->second.data);
  return flag != nullptr && *flag;
}

}  // namespace

Place::Place(int dimension, const Point3& position, double angle, const Quaternion& orientation)
    : frame_(kGroundName),
      dimension_(dimension),
      position_(position),
      angle_(angle),
      orientation_(orientation) {}

Place::Place(std::string body, const Point& shift)
    : frame_(std::move(body)),
      dimension_(2),
      position_{shift[0], shift[1], 0},
      angle_(0),
      orientation_{1, 0, 0, 0} {}

bool Place::is_of_body() const { return frame_ != kGroundName; }

Place Place::at(const Place& inner) const {
  const Point planar = point(Point{inner.position_[0], inner.position_[1]});
  const Point3 position = dimension_ == 3 ? point(inner.position_) : Point3{planar[0], planar[1], 0};
  return {dimension_, position, angle_ + inner.angle_, turned(inner.orientation_)};
}

bool Place::turns() const { return angle_ != 0 || orientation_ != Quaternion{1, 0, 0, 0}; }

Point Place::direction(const Point& e) const {
  const double c = std::cos(angle_), s = std::sin(angle_);
  return {c * e[0] - s * e[1], s * e[0] + c * e[1]};
}

Point3 Place::direction(const Point3& e) const { return rotation(orientation_) * e; }

Point Place::point(const Point& s) const {
  const Point turned = direction(s);
  return {position_[0] + turned[0], position_[1] + turned[1]};
}

Point3 Place::point(const Point3& s) const { return position_ + direction(s); }

Orientation Place::turned(const Orientation& e) const {
  if (orientation_ == Quaternion{1, 0, 0, 0}) return e;  // keeps the numbers of the file
  Orientation out = orientation_ * e;
  for (int pass = 0; pass < 4; ++pass) {  // until the quaternion is the one that its numbers give when read
    make_quaternion(out);
    const bool same = std::equal(out.begin(), out.end(), out.numbers.begin());
    std::copy(out.begin(), out.end(), out.numbers.begin());
    if (same) break;
  }
  return out;
}

void Place::points(Values& values, const char* key, bool first, bool second) const {
  each_value(values, key, first, second, [this](const auto& s) { return point(s); });
}

void Place::directions(Values& values, const char* key, bool first, bool second) const {
  if (turns()) each_value(values, key, first, second, [this](const auto& e) { return direction(e); });
}

void Place::stand(Body& body) const {
  SpatialBody& space = body.space;
  if (dimension_ == 3) {
    if (space.position_given) space.position = point(space.position);
    if (space.orientation_given) space.orientation = turned(space.orientation);
    return;
  }
  if (body.position_given) body.position = point(body.position);
  if (body.angle_given) body.angle += angle_;
}

std::string Place::move(Body& body) const {
  const bool space = dimension_ == 3;
  if (!(space ? body.space.position_given : body.position_given)) return "it needs a position to be placed";
  if (turns() && space && !body.space.orientation_given) return "it needs an orientation to be turned";
  if (turns() && !space && !body.angle_given) return "it needs an angle to be turned";
  if (turns() && body.grid) return "a grid cannot be turned";
  if (!body.relative) stand(body);  // otherwise it moves with the body that it stands on
  if (body.velocity_given) body.velocity = direction(body.velocity);
  if (body.space.velocity_given) body.space.velocity = direction(body.space.velocity);
  if (body.space.angular_velocity_given) body.space.angular_velocity = direction(body.space.angular_velocity);
  return "";
}

void Place::between(Values& values, bool first, bool second) const {
  points(values, "points", first, second);
  directions(values, "axes", first, second);
  directions(values, "axis", first);
}

void Place::in_space(Values& values, bool first) const {
  points(values, "point");  // in the world, as are the next two
  directions(values, "world_axis");
  directions(values, "world_axes");
  directions(values, "direction", first);
  points(values, "plane", first);
}

std::string Place::move(Joint& joint) const {
  const bool first = is_mine(joint.bodies[0]), second = is_mine(joint.bodies[1]);
  Values& values = joint.values;
  if (dimension_ == 3) {
    if (second && has(registry("spatial_joint").find(joint.type), "centre"))
      write_default(values, "centre", Point3{0, 0, 0}, joint.where);
    points(values, "centre", second);
    if (first && has(registry("spatial_joint").find(joint.type), "plane"))
      write_default(values, "plane", Point3{0, 0, 0}, joint.where);
    between(values, first, second);
    in_space(values, first);
    directions(values, "axle", second);
    const bool angles = turns() && (first || second);
    return angles && joint.limits ? "its limits would count from the turned axes of the ground" : "";
  }
  if (!is_of_body()) points(values, "point");  // in the world, as is the next
  directions(values, "world_axis");
  if (!first && !second) return "";
  if (joint.type == "prismatic") {
    if (values.count("point") == 0)
      write_default(values, "points", std::vector<Point>{{0, 0}, {0, 0}}, joint.where);
    if (turns() && values.count("axis") != 0)
      write_default(values, "slider_axis", values["axis"].data, joint.where);
  }
  if (joint.type == "cam" && turns() && values.count("direction") != 0)
    write_default(values, "cam_direction", values["direction"].data, joint.where);
  between(values, first, second);
  directions(values, "slider_axis", second);
  directions(values, "cam_direction", first);
  directions(values, "direction", second);
  if (joint.limits && driven_unit(joint.type, 2, "") == "rad") {
    for (const char* key : {"low", "high"}) add_number(joint.limits->values, key, first ? angle_ : -angle_);
  }
  return "";
}

std::string Place::move(Force& force) const {
  Values& values = force.values;
  if (force.bodies.size() == 1) {
    if (is_of_body() && is_mine(force.bodies[0])) points(values, "point");  // in the body's frame
    const auto frame = values.find("frame");
    const auto* word = frame == values.end() ? nullptr : std::get_if<std::string>(&frame->second.data);
    if (word != nullptr && *word == "body") return "";
    if (turns() && (is_formulas(values, "force") || (dimension_ == 3 && is_formulas(values, "torque"))))
      return "its formulas would count along the turned axes of the ground; with frame = \"body\" they turn "
             "with it";
    directions(values, "force");
    directions(values, "torque");
    return "";
  }
  if (force.bodies.size() != 2) return "";  // reported
  const bool first = is_mine(force.bodies[0]), second = is_mine(force.bodies[1]);
  between(values, first, second);
  const bool angles = turns() && (first || second);
  if (dimension_ == 3) {
    in_space(values, first);
    if (turns() && first && has(registry("spatial_force").find(force.type), "orientation")) {
      write_default(values, "orientation", Orientation(), force.where);
      auto& axes = values["orientation"].data;
      if (const auto* given = std::get_if<Orientation>(&axes)) axes = turned(*given);
    }
    return angles && values.count("free_angle") != 0
               ? "its free_angle would count from the turned axes of the ground"
               : "";
  }
  add_number(values, "free_angle", first ? angle_ : second ? -angle_ : 0);
  if (first && has(registry("force").find(force.type), "angle")) {
    write_default(values, "angle", 0.0, force.where);
    add_number(values, "angle", angle_);
  }
  return "";
}

std::string Place::move(Shape& shape) const {
  if (!is_mine(shape.body)) return "";
  Values& values = shape.values;
  const EntryInfo* entry = registry_in("shape", dimension_).find(shape.type);
  directions(values, "normal");
  if (dimension_ == 2) {
    if (has(entry, "point")) write_default(values, "point", Point{0, 0}, shape.where);
    points(values, "point");
    points(values, "points");
    return "";
  }
  for (const char* key : {"position", "point"}) {
    if (has(entry, key)) write_default(values, key, Point3{0, 0, 0}, shape.where);
    points(values, key);
  }
  if (turns() && has(entry, "orientation")) {
    write_default(values, "orientation", Orientation(), shape.where);
    auto& axes = values["orientation"].data;
    if (const auto* given = std::get_if<Orientation>(&axes)) axes = turned(*given);
  }
  return "";
}

std::string Place::refuse(const Driver& driver, const Joint& joint) const {
  if (!turns() || !is_grounded(joint) || !is_flag(driver.motion.values, "absolute") ||
      driven_unit(joint.type, dimension_, driver.coordinate) != "rad")
    return "";
  return "its absolute angle would count from the turned axes of the ground";
}

std::string Place::refuse(const Actuator& actuator, const Joint& joint) const {
  if (!turns() || !is_grounded(joint) || actuator.type != "servo" || actuator.values.count("measured") != 0 ||
      driven_unit(joint.type, dimension_, actuator.coordinate) != "rad")
    return "";
  return "its set-point would count from the turned axes of the ground";
}

std::string Place::refuse(const MovingName& name, const Model& model) const {
  using Kind = MovingName::Kind;
  const bool vector = name.kind == Kind::velocity || (name.kind == Kind::spin && dimension_ == 3);
  const bool angle =
      name.kind == Kind::angle || (name.kind == Kind::coordinate && std::string_view(name.unit) == "rad" &&
                                   is_grounded(model.joints[static_cast<std::size_t>(name.of)]));
  if (turns() && vector) return "it is along the axes of the model, and those of the file are turned";
  if (turns() && angle) return "it counts from the axes of the model, and those of the file are turned";
  if (name.kind == Kind::place && (turns() || position_ != Point3{0, 0, 0}))
    return "it counts from the origin of the model, and that of the file is elsewhere";
  return "";
}

}  // namespace freeplay
