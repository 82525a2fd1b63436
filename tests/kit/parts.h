// SPDX-License-Identifier: Apache-2.0
// Parts of which models of tests are put together, as lines of their files. A part is left open: further lines of it may
// follow.
#pragma once

#include <fmt/format.h>

#include <string>

namespace freeplay::testing {

inline std::string body_text(const std::string& name, double mass, const std::string& inertia) {
  return fmt::format("[[body]]\nname = \"{}\"\nmass = {}\ninertia = {}\n", name, mass, inertia);
}

/// A joint between two bodies; `points`, in the frame of each, may be left to the drawing.
inline std::string joint_text(const std::string& name, const std::string& type, const std::string& a,
                              const std::string& b, const std::string& points = "") {
  return fmt::format("[[joint]]\nname = \"{}\"\ntype = \"{}\"\nbodies = [\"{}\", \"{}\"]\n{}", name, type, a,
                     b, points.empty() ? "" : "points = " + points + "\n");
}

/// A shape of a body, without a name.
inline std::string shape_text(const std::string& body, const std::string& type) {
  return fmt::format("[[shape]]\nbody = \"{}\"\ntype = \"{}\"\n", body, type);
}

/// A cube about the origin of a body in space.
inline std::string box_text(const std::string& body, double side) {
  return shape_text(body, "box") + fmt::format("size = [{0}, {0}, {0}]\n", side);
}

/// The ground below: through the origin, or where a line that follows puts it.
inline std::string floor_in_plane(const std::string& normal = "[0, 1]", const std::string& name = "floor") {
  return shape_text("ground", "half_plane") + fmt::format("name = \"{}\"\nnormal = {}\n", name, normal);
}
inline std::string floor_in_space() {
  return shape_text("ground", "half_space") + "name = \"floor\"\nnormal = [0, 0, 1]\n";
}

/// A motor that turns or pushes a joint at this speed.
inline std::string motor_text(const std::string& joint, double speed) {
  return fmt::format(
      "[[driver]]\nname = \"motor\"\njoint = \"{}\"\nmotion = {{ law = \"constant_speed\", speed = {} }}\n",
      joint, speed);
}

}  // namespace freeplay::testing
