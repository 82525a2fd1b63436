// SPDX-License-Identifier: Apache-2.0
// Model texts that several test files use.
#pragma once

#include <string>

namespace freeplay::testing {

/// Slider-crank with crank 0.1 m and rod 0.3 m, both with their centres in the middle, up to its last joint, the
/// guide. `crank` and `guide`: further lines of these two.
inline std::string slider_crank_text(const std::string& crank = "", const std::string& guide = "") {
  return R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "crank"
mass = 0.2
inertia = 1e-3
angle = 0.5
)" + crank +
         R"([[body]]
name = "rod"
mass = 0.3
inertia = 2e-3
[[body]]
name = "slider"
mass = 0.5
inertia = 1e-3
[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], [-0.05, 0]]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["crank", "rod"]
points = [[0.05, 0], [-0.15, 0]]
[[joint]]
name = "wrist"
type = "revolute"
bodies = ["rod", "slider"]
points = [[0.15, 0], [0, 0]]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
)" + guide;
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

}  // namespace freeplay::testing
