// SPDX-License-Identifier: Apache-2.0
// Where the ground of an included file stands in the model: a shift and a turn of everything that the file says about the
// world. What is said in the frame of a body stays as it is.
#pragma once

#include <optional>
#include <string>

#include "freeplay/model.h"
#include "model/quantities.h"

namespace freeplay {

class Place {
 public:
  Place(int dimension, const Point3& position, double angle, const Quaternion& orientation);
  /// Not the ground but a body in the plane: what is said in its frame is moved by `shift`, as its origin is moved back.
  Place(std::string body, const Point& shift);

  /// The place of a file that stands at `inner` in a file that stands here.
  Place at(const Place& inner) const;

  /// The position and the angle or orientation that are given, from the frame of this place to that around it.
  void stand(Body& body) const;

  /// They move a block to its place and return what keeps it from being moved, a sentence; "" when nothing does.
  std::string move(Body& body) const;
  std::string move(Joint& joint) const;
  std::string move(Force& force) const;
  std::string move(Shape& shape) const;

  /// Why a driver or an actuator of that joint does not mean the same when the ground is moved; "" when it does.
  std::string refuse(const Driver& driver, const Joint& joint) const;
  std::string refuse(const Actuator& actuator, const Joint& joint) const;
  /// Why a name in a formula does not.
  std::string refuse(const MovingName& name, const Model& model) const;

 private:
  Point point(const Point& s) const;
  Point3 point(const Point3& s) const;
  Point direction(const Point& e) const;
  Point3 direction(const Point3& e) const;
  Orientation turned(const Orientation& e) const;
  bool turns() const;

  /// Of the value of `key`, if it is given: a point or direction, or those of the list that `which` names.
  void points(Values& values, const char* key, bool first = true, bool second = true) const;
  void directions(Values& values, const char* key, bool first = true, bool second = true) const;
  /// Keys that mean the same in a joint and in a force between two bodies.
  void between(Values& values, bool first, bool second) const;
  void in_space(Values& values, bool first) const;

  bool is_mine(const std::string& name) const { return name == frame_; }
  bool is_of_body() const;

  std::string frame_;  ///< of which it is the place
  int dimension_;
  Point3 position_;
  double angle_;
  Quaternion orientation_;
};

}  // namespace freeplay
