// SPDX-License-Identifier: Apache-2.0
// Model texts that several test files use.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tests/kit/parts.h"

namespace freeplay::testing {

/// A slider-crank in the plane, up to its last joint, the guide along x; crank and rod have their centres in the middle.
struct SliderCrankText {
  double crank = 0.1, rod = 0.3;                                       ///< lengths [m]
  std::string of_crank = "mass = 0.2\ninertia = 1e-3\nangle = 0.5\n";  ///< lines of the bodies
  std::string of_rod = "mass = 0.3\ninertia = 2e-3\n";
  std::string of_slider = "mass = 0.5\ninertia = 1e-3\n";
  std::string of_shaft{}, of_pin{}, of_wrist{}, of_guide{};  ///< further lines of the joints
};
inline std::string slider_crank_text(const SliderCrankText& of) {
  const auto body = [](const char* name, const std::string& lines) {
    return fmt::format("[[body]]\nname = \"{}\"\n", name) + lines;
  };
  const auto pin = [](const char* name, const char* a, const char* b, double from, double to) {
    return joint_text(name, "revolute", a, b, fmt::format("[[{}, 0], [{}, 0]]", from, to));
  };
  const double r = of.crank / 2, l = of.rod / 2;
  return "freeplay = 1\ngravity = [0, -9.81]\n" + body("crank", of.of_crank) + body("rod", of.of_rod) +
         body("slider", of.of_slider) + pin("shaft", "ground", "crank", 0, -r) + of.of_shaft +
         pin("pin", "crank", "rod", r, -l) + of.of_pin + pin("wrist", "rod", "slider", l, 0) + of.of_wrist +
         joint_text("guide", "prismatic", "ground", "slider") + "axis = [1, 0]\n" + of.of_guide;
}
/// With crank 0.1 m and rod 0.3 m, and further lines of two of its parts.
inline std::string slider_crank_text(const std::string& crank = "", const std::string& guide = "") {
  SliderCrankText of;
  of.of_crank += crank;
  of.of_guide = guide;
  return slider_crank_text(of);
}

/// Parallelogram with feet at 0 and 0.4 m, links of 0.2 m at `angle` and a coupler of 0.4 m, whose left link turns at
/// 3 rad/s.
inline std::string parallelogram_text(const std::string& angle) {
  return R"(freeplay = 1
[[body]]
name = "left"
mass = 1
inertia = 0.01
angle = )" +
         angle + R"(
angular_velocity = 3
[[body]]
name = "right"
mass = 1
inertia = 0.01
angle = )" +
         angle + R"(
[[body]]
name = "coupler"
mass = 2
inertia = 0.1
[[joint]]
name = "left_foot"
type = "revolute"
bodies = ["ground", "left"]
points = [[0, 0], [-0.1, 0]]
[[joint]]
name = "right_foot"
type = "revolute"
bodies = ["ground", "right"]
points = [[0.4, 0], [-0.1, 0]]
[[joint]]
name = "left_head"
type = "revolute"
bodies = ["left", "coupler"]
points = [[0.1, 0], [-0.2, 0]]
[[joint]]
name = "right_head"
type = "revolute"
bodies = ["right", "coupler"]
points = [[0.1, 0], [0.2, 0]]
[run]
end = 1
)";
}
/// A link between the two, which adds nothing to what they hold.
inline std::string middle_link_text(const std::string& angle) {
  return R"([[body]]
name = "middle"
mass = 1
inertia = 0.01
angle = )" +
         angle + R"(
[[joint]]
name = "middle_foot"
type = "revolute"
bodies = ["ground", "middle"]
points = [[0.2, 0], [-0.1, 0]]
[[joint]]
name = "middle_head"
type = "revolute"
bodies = ["middle", "coupler"]
points = [[0.1, 0], [0, 0]]
)";
}

/// Slider 0.1 m × 0.04 m, 1 kg, 1e-3 kg m², with 1 mm of play in its guide; frictionless and without rebound.
inline constexpr const char* kSliderWithPlay = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "slider"
mass = 1
inertia = 1e-3
position = [0, 0]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
length = 0.1
width = 0.04
clearance = 1e-3
[contact]
impact = { law = "newton", restitution = 0 }
friction = { law = "coulomb", mu = 0 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 1
)";

/// A belt that is driven at 0.1 m/s along x [Marques2015, section 3.4]; what lies on it follows.
inline constexpr const char* kDrivenBelt = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "belt"
mass = 10
inertia = 1
position = [0, 0]
velocity = [0.1, 0]
[[joint]]
name = "rollers"
type = "prismatic"
bodies = ["ground", "belt"]
points = [[0, 0], [0, 0]]
axis = [1, 0]
[[driver]]
name = "motor"
joint = "rollers"
motion = { law = "constant_speed", speed = 0.1 }
)";

/// An arm on a hub at the origin, turned at 5 rad/s, and a slider in its guide: up to that guide.
inline std::string turning_guide_text(const std::string& arm, const std::string& slider,
                                      const std::string& of_slider) {
  return "freeplay = 1\n" + body_text(arm, 1, "0.1") + "[[body]]\nname = \"" + slider + "\"\n" + of_slider +
         joint_text("hub", "revolute", "ground", arm, "[[0, 0], [0, 0]]") + motor_text("hub", 5) +
         joint_text("guide", "prismatic", arm, slider) + "axis = [1, 0]\n";
}

/// A table on a guide along x, off its centre: up to that guide.
inline std::string guided_table_text(const std::string& of_table = "") {
  return "freeplay = 1\n" + body_text("table", 1, "0.01") + of_table +
         joint_text("left", "prismatic", "ground", "table", "[[0, 0.1], [-0.2, 0.1]]") + "axis = [1, 0]\n";
}
/// A second guide of it, whose rows say nothing new.
inline std::string second_guide_text() {
  return joint_text("right", "prismatic", "ground", "table", "[[0, -0.1], [0.2, -0.1]]") + "axis = [1, 0]\n";
}

/// Discs of 10 g and 10 mm in rows and columns above a floor.
inline std::string discs_text(const std::string& count, const std::string& normal = "[0, 1]") {
  return "freeplay = 1\n" + body_text("disc", 0.01, "5e-7") +
         "position = [\"13 mm\", \"12 mm\"]\ngrid = { count = " + count +
         ", spacing = [\"21 mm\", \"22 mm\"] }\n" + shape_text("disc", "circle") + "radius = \"10 mm\"\n" +
         floor_in_plane(normal);
}

/// A point mass above a floor in the plane; `of_mass`: further lines of it.
inline std::string point_on_floor_text(double mass, const std::string& of_mass) {
  return body_text("mass", mass, "1") + of_mass + shape_text("mass", "point") + floor_in_plane();
}

}  // namespace freeplay::testing
