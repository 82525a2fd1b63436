// SPDX-License-Identifier: Apache-2.0
// A model that uses every block and most keys; for tests.
#pragma once

namespace freeplay {

inline constexpr const char* kSampleModel = R"(freeplay = 1                            # format version
name = "slider-crank with play in the guide"
dimension = 2
gravity = [0, "-9.81 m/s^2"]

[[body]]
name = "crank"
mass = "38 g"
inertia = 7.4e-5
position = [0.0765, 0]
angle = "3 deg"
velocity = [0, 11.475]
angular_velocity = "150 rad/s"
outline = [[-0.1, -0.01], [0.1, -0.01], [0.1, 0.01], ["-10 cm", "10 mm"]]

[[body]]
name = "Schieber ü"
mass = 0.076
inertia = 2.8e-5

[[body]]
name = "disc"
mass = "10 g"
inertia = 1e-6
position = [1, 1]
grid = { count = [2, 3], spacing = ["12 mm", 0.012] }

[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], ["-76.5 mm", 0]]

[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "Schieber ü"]
axis = [1, 0]
length = 0.1
width = 0.05
clearance = "1 mm"
guide = "outside"
contact = { friction = { law = "coulomb", mu = 0.02 } }

[[joint]]
name = "rod"
type = "distance"
bodies = ["crank", "Schieber ü"]
points = [[0.0765, 0], [0, 0]]

[[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_speed", speed = "1500 rpm" }

[[force]]
name = "load"
type = "point_force"
body = "crank"
force = [0, "-2 kN"]

[[force]]
name = "spring"
type = "spring_damper"
bodies = ["crank", "ground"]
points = [[0, 0], [0, 1]]
stiffness = "240 N/mm"
damping = "10 N*s/m"

[[shape]]
body = "disc"
type = "circle"
radius = "5 mm"

[[shape]]
name = "block"
body = "crank"
type = "polygon"
points = [[0, 0], ["10 mm", 0], [0.01, 0.01]]

[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
point = [0, -1]
normal = [0, 1]

[[pair]]
shapes = ["disc", "floor"]
contact = { friction = { law = "coulomb", mu = 0.5 } }

[[pair]]
shapes = ["block", "floor"]
enabled = false

[contact]
world = "rigid"
pool = 40
impact = { law = "newton", restitution = 0.4, tangential = 0.0 }
friction = { law = "coulomb", mu = 0.01 }

[method]
stepper = { name = "moreau", step = "10 us" }
solver = "lemke"
joints = { drift = "project" }

[run]
end = 0.2
initial = "file"
record = { every = 1e-4, channels = ["body/*", "energy/*"], impact_threshold = 1e-6, debounce = 3 }
limits = { energy_error = 0.01, penetration = "0.1 mm" }
)";

}  // namespace freeplay
