// SPDX-License-Identifier: Apache-2.0
// A spatial model that uses every way of writing what only space has.
#pragma once

namespace freeplay {

inline constexpr const char* kSampleSpatialModel = R"(freeplay = 1
name = "sample in space"
dimension = 3
gravity = [0, 0, "-9.81 m/s^2"]

[[body]]
name = "arm"
mass = "2 kg"
inertia = [[2e-2, 1e-3, 0], [1e-3, 3e-2, 0], [0, 0, 4e-2]]
centre = ["10 mm", 0, 0]
inertia_axes = { axis = [0, 0, 2], angle = "90 deg" }
position = [0.1, 0.2, 0.3]
orientation = { sequence = "zyx", angles = ["90 deg", 0, 0] }
velocity = [0, 0, 1]
angular_velocity = [0, "60 rpm", 0]

[[body]]
name = "ball"
mass = 1
inertia = [1e-3, 1e-3, 1e-3]
position = [1, 0, 0]
orientation = { quaternion = [0.6, 0, 0.8, 0] }

[[joint]]
name = "slide"
type = "cylindrical"
bodies = ["ground", "arm"]
points = [[0, 0, 0], [0, 0, 0]]
axis = [0, 0, 1]
reactions = "second"

[[driver]]
name = "motor"
joint = "slide"
coordinate = "angle"
motion = { law = "constant_speed", speed = "60 rpm" }

[[force]]
name = "spring"
type = "spring_damper"
bodies = ["arm", "ball"]
points = [[0, 0, 0], [0, 0, 0]]
stiffness = "1 N/mm"

[[shape]]
body = "ball"
type = "sphere"
radius = "5 mm"

[contact]
impact = { law = "newton", restitution = 0.5 }

[run]
end = 1
)";

}  // namespace freeplay
