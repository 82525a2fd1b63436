// SPDX-License-Identifier: Apache-2.0
#include "system/world_values.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "model/world_keys.h"

namespace freeplay {
namespace {

constexpr const char *kPoint = "point", *kPoints = "points";
constexpr const char *kWorldAxis = "world_axis", *kAxis = "axis", *kSliderAxis = "slider_axis";

const Point* given(const Values& values, const char* key) {
  const auto found = values.find(key);
  return found == values.end() ? nullptr : std::get_if<Point>(&found->second.data);
}

bool is_ours(const std::string& key) { return key == kPoints || key == kAxis || key == kSliderAxis; }

/// A vector of the world as the body sees it.
Vec2 turned_back(const Pose& pose, const Vec2& v) {
  return {pose.c * v[0] + pose.s * v[1], -pose.s * v[0] + pose.c * v[1]};
}

}  // namespace

const Values& WorldValues::local(const Joint& joint, const Pose& a, const Pose& b) {
  if (!is_in_world(joint)) return joint.values;
  std::erase_if(values_, [&](const auto& one) {  // a number that was taken back
    return joint.values.find(one.first) == joint.values.end() && !is_ours(one.first);
  });
  for (const auto& [key, value] : joint.values) values_[key] = value;
  if (const Point* point = given(joint.values, kPoint)) {
    Value& value = values_[kPoints];
    if (!std::holds_alternative<std::vector<Point>>(value.data)) value.data = std::vector<Point>(2);
    auto& points = std::get<std::vector<Point>>(value.data);
    points[0] = turned_back(a, *point - a.centre());
    points[1] = turned_back(b, *point - b.centre());
    value.where = joint.values.at(kPoint).where;
  }
  if (const Point* axis = given(joint.values, kWorldAxis)) {
    const Where& where = joint.values.at(kWorldAxis).where;
    values_[kAxis] = Value{turned_back(a, *axis), where};
    values_[kSliderAxis] = Value{turned_back(b, *axis), where};
  }
  return values_;
}

}  // namespace freeplay
