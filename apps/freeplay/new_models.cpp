// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/new_models.h"

#include <fmt/format.h>

namespace freeplay {
namespace {

constexpr char kPlay[] = R"toml(gravity = [0, -9.81]

# Numbers with names. A text that begins with = is a formula and may stand wherever a number may.
[parameters]
crank = "50 mm"
rod = "150 mm"
start = "60 deg"
tilt = "= -asin(crank/rod*sin(start))"

# Bodies: position is that of the centre of mass. What joints settle may be left out: freeplay check says where each stands.
[[body]]
name = "crank"
mass = "0.3 kg"
inertia = "1e-4 kg m^2"
position = ["= crank/2*cos(start)", "= crank/2*sin(start)"]
angle = "= start"

[[body]]
name = "rod"
mass = "0.2 kg"
inertia = "4e-4 kg m^2"
position = ["= crank*cos(start) + rod/2*cos(tilt)", "= crank*sin(start) + rod/2*sin(tilt)"]
angle = "= tilt"

[[body]]
name = "slider"
mass = "0.4 kg"
inertia = "1e-4 kg m^2"
position = ["= crank*cos(start) + rod*cos(tilt)", 0]

# Joints: points are the same point as seen from each of the two bodies; "ground" is the world.
[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], ["= -crank/2", 0]]

# A clearance gives a joint play; without it the joint is ideal. freeplay run … --ideal compares the two.
[[joint]]
name = "pin"
type = "revolute"
bodies = ["crank", "rod"]
points = [["= crank/2", 0], ["= -rod/2", 0]]
radius = "8 mm"
clearance = "20 um"

[[joint]]
name = "wrist"
type = "revolute"
bodies = ["rod", "slider"]
points = [["= rod/2", 0], [0, 0]]

[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]

# A driver prescribes the motion of a joint; see also [[actuator]] for motors and [[force]] for loads.
[[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_speed", speed = "300 rpm" }

)toml";

constexpr char kRigidLaws[] =
    R"toml(# The rigid world: contacts are impacts and friction. world = "compliant" makes them forces: give a force law then.
[contact]
impact = { law = "newton", restitution = 0.4 }
friction = { law = "coulomb", mu = 0.1 }

[method]
stepper = { name = "symmetric", step = "20 us" }

# settle: joints with play start pressed by their loads instead of in the middle of the play.
[run]
end = "0.4 s"
settle = true
record = { every = "0.2 ms" }
)toml";

constexpr char kCompliantLaws[] =
    R"toml(# The compliant world: contacts are forces from penetration, with losses. freeplay list contact_force has all laws.
[contact]
world = "compliant"
force = { law = "exact", restitution = 0.6, young = "207 GPa", poisson = 0.3 }
friction = { law = "coulomb", mu = 0.1, velocity = "1 mm/s" }

[method]
stepper = { name = "runge_kutta", accuracy = 1e-6 }

# settle: joints with play start pressed by their loads instead of in the middle of the play.
[run]
end = "0.2 s"
settle = true
record = { every = "0.2 ms" }
)toml";

constexpr char kContacts[] = R"toml(gravity = [0, -9.81]

# Bodies that nothing holds, with shapes that touch each other.
[[body]]
name = "ball"
mass = "0.5 kg"
inertia = "2e-4 kg m^2"
position = [0, "0.3 m"]
velocity = ["1 m/s", 0]

[[body]]
name = "crate"                           # a grid puts copies side by side: crate_1, crate_2, …
mass = "1 kg"
inertia = "1.7e-3 kg m^2"
position = ["0.5 m", "50 mm"]
grid = { count = [1, 3], spacing = ["0.1 m", "0.1 m"] }

[[shape]]
body = "ball"
type = "circle"
radius = "40 mm"

[[shape]]
body = "crate"
type = "polygon"
points = [["-50 mm", "-50 mm"], ["50 mm", "-50 mm"], ["50 mm", "50 mm"], ["-50 mm", "50 mm"]]

[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
point = [0, 0]
normal = [0, 1]

# Laws of all contacts; a [[shape]] may have a contact = { … } of its own, a [[pair]] of two shapes too.
[contact]
impact = { law = "newton", restitution = 0.3 }
friction = { law = "coulomb", mu = 0.3 }

[method]
stepper = { name = "symmetric", step = "0.5 ms" }

[run]
end = "1.5 s"
record = { every = "5 ms" }
)toml";

constexpr char kSpace[] = R"toml(dimension = 3
gravity = [0, 0, -9.81]

# In space positions have three numbers. inertia: about the axes of the body's frame, through its centre of mass.
[[body]]
name = "door"
mass = "20 kg"
inertia = ["6.7 kg m^2", "8 kg m^2", "1.4 kg m^2"]
position = ["0.45 m", 0, "1 m"]

# A revolute joint with play in space: a pin with a radial clearance and an axial one in a bearing of that size.
[[joint]]
name = "hinge"
type = "revolute"
bodies = ["ground", "door"]
point = [0, 0, "1 m"]
axis = [0, 0, 1]
bearing = { radius = "8 mm", length = "100 mm" }
clearance = { radial = "0.2 mm", axial = "0.5 mm" }

# Only drawn; without contact = false it would touch other shapes.
[[shape]]
body = "door"
type = "box"
size = ["0.9 m", "40 mm", "2 m"]
contact = false

[[force]]
name = "push"
type = "point_force"
body = "door"
point = ["0.4 m", 0, 0]
force = [0, "= t < 0.2 ? 30 : 0", 0]                  # of the time, in N

[contact]
impact = { law = "newton", restitution = 0.3 }
friction = { law = "coulomb", mu = 0.1 }

[method]
stepper = { name = "symmetric", step = "0.1 ms" }

[run]
end = "0.5 s"
settle = true
record = { every = "1 ms" }
)toml";

constexpr char kRobot[] = R"toml(dimension = 3
gravity = [0, 0, -9.81]

[parameters]
upper = "0.4 m"
fore = "0.35 m"

# An arm of two links in space: its shoulder turns about the vertical, its elbow about a level axis.
[[body]]
name = "upper_arm"
mass = "4 kg"
inertia = ["0.005 kg m^2", "0.06 kg m^2", "0.06 kg m^2"]
position = ["= upper/2", 0, "0.5 m"]

[[body]]
name = "forearm"
mass = "2.5 kg"
inertia = ["0.003 kg m^2", "0.03 kg m^2", "0.03 kg m^2"]
position = ["= upper + fore/2", 0, "0.5 m"]

[[joint]]
name = "shoulder"
type = "revolute"
bodies = ["ground", "upper_arm"]
point = [0, 0, "0.5 m"]
axis = [0, 0, 1]

# Play in the bearing of the elbow; take the clearance away for an ideal joint.
[[joint]]
name = "elbow"
type = "revolute"
bodies = ["upper_arm", "forearm"]
point = ["= upper", 0, "0.5 m"]
axis = [0, 1, 0]
bearing = { radius = "30 mm", length = "40 mm" }
clearance = { radial = "0.02 mm", axial = "0.02 mm" }

# Position controllers: a set-point over time, stiffness and damping of the controller, the most that the motor gives.
[[actuator]]
name = "shoulder_motor"
type = "servo"
joint = "shoulder"
set_point = "= 1*sin(2*t)"
stiffness = "2000 N m/rad"
damping = "80 N m s/rad"
limit = "200 N m"

[[actuator]]
name = "elbow_motor"
type = "servo"
joint = "elbow"
set_point = "= 0.5*(1 - cos(3*t))"
stiffness = "1500 N m/rad"
damping = "40 N m s/rad"
limit = "100 N m"

[contact]
impact = { law = "newton", restitution = 0.3 }
friction = { law = "coulomb", mu = 0.1 }

[method]
stepper = { name = "symmetric", step = "0.2 ms" }

[run]
end = "1 s"
settle = true
record = { every = "2 ms" }
)toml";

constexpr char kDrive[] = R"toml(
[[body]]
name = "pinion"
mass = "0.4 kg"
inertia = "1e-4 kg m^2"
position = [0, 0]

[[body]]
name = "wheel"
mass = "1.6 kg"
inertia = "1.3e-3 kg m^2"
position = ["60 mm", 0]

[[joint]]
name = "pinion_shaft"
type = "revolute"
bodies = ["ground", "pinion"]
points = [[0, 0], [0, 0]]

[[joint]]
name = "wheel_shaft"
type = "revolute"
bodies = ["ground", "wheel"]
points = [["60 mm", 0], [0, 0]]

# Gears turn each other along their pitch circles; backlash is the way between the flanks. See also rack, belt, worm.
[[coupling]]
name = "mesh"
type = "gear"
joints = ["pinion_shaft", "wheel_shaft"]
radii = ["20 mm", "40 mm"]
backlash = "0.1 mm"

[[actuator]]
name = "motor"
type = "dc_motor"
joint = "pinion_shaft"
voltage = "24 V"
resistance = "1.2 Ohm"
torque_constant = "0.05 N m/A"
rotor_inertia = "2e-5 kg m^2"

[[actuator]]                             # a load that grows with the speed
name = "load"
type = "torque"
joint = "wheel_shaft"
torque = "= -0.02 [N*m*s]*wheel_shaft.rate"

[contact]
impact = { law = "newton", restitution = 0.5 }

[method]
stepper = { name = "symmetric", step = "50 us" }

[run]
end = "2 s"
stop_when = "= wheel_shaft.angle < -5 rev"                 # the run ends early when it holds
record = { every = "1 ms" }
)toml";

constexpr char kStatics[] = R"toml(gravity = [0, -9.81]

# Where does it come to rest? A lever on a loose pin, held by a spring.
[[body]]
name = "lever"
mass = "3 kg"
inertia = "0.04 kg m^2"
position = ["0.2 m", 0]

[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "lever"]
points = [[0, 0], ["-0.2 m", 0]]
radius = "10 mm"
clearance = "0.1 mm"

[[force]]
name = "spring"
type = "spring_damper"
bodies = ["ground", "lever"]
points = [["0.3 m", "0.2 m"], ["0.1 m", 0]]
stiffness = "2 N/mm"
free_length = "180 mm"

# How deep the pin is pressed in: Hertz' law. world = "rigid" lets it just touch.
[contact]
world = "compliant"
force = { law = "hertz", young = "207 GPa", poisson = 0.3 }
friction = { law = "coulomb", mu = 0.1, velocity = "1 mm/s" }        # plays no part at rest

# Other modes: "dynamics" (the default), "kinematics", "inverse_dynamics".
[run]
mode = "statics"
)toml";

}  // namespace

std::span<const NewModel> new_models() {
  static const std::string rigid = std::string(kPlay) + kRigidLaws,
                           compliant = std::string(kPlay) + kCompliantLaws;
  static const NewModel kModels[] = {
      {"play", "a plane mechanism whose joint has play, in the rigid world", rigid.c_str()},
      {"compliant", "the same with contacts as forces: the compliant world", compliant.c_str()},
      {"contacts", "loose bodies that touch, roll and fall", kContacts},
      {"drive", "motor, gears with backlash and a load", kDrive},
      {"space", "a mechanism in space with play in a hinge", kSpace},
      {"robot", "an arm in space with servo motors and play", kRobot},
      {"statics", "where a machine with play comes to rest", kStatics},
  };
  return kModels;
}

std::vector<std::string> new_kinds() {
  std::vector<std::string> words;
  for (const NewModel& model : new_models()) words.emplace_back(model.kind);
  return words;
}

std::string new_model_text(const NewModel& model, const std::string& name) {
  return fmt::format(
      "# {0}: {1}. Units may be written out; bare numbers are in SI units.\n"
      "#   freeplay check FILE    what was understood, and every mistake with its line\n"
      "#   freeplay run FILE      simulates it and writes a report, an .html page\n"
      "# All keys: docs/model_file.md; all types and laws with their keys: freeplay list\n"
      "freeplay = 1\nname = \"{0}\"\n{2}",
      name, model.help, model.text);
}

}  // namespace freeplay
