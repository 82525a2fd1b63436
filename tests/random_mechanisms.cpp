// SPDX-License-Identifier: Apache-2.0
#include "tests/random_mechanisms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/diagnostics.h"
#include "freeplay/model.h"
#include "freeplay/spatial.h"
#include "tests/joint_kinds.h"
#include "tests/random_laws.h"

namespace freeplay::testing {
namespace {

constexpr double kGravity = 9.81;
constexpr std::uint64_t kSalt = 0xa0761d6478bd642fULL;

/// A body as it is drawn.
struct Part {
  std::string name;
  Vec3 at{};
  Vec3 axis{0, 0, 1};  ///< turned about it
  double angle = 0, length = 0, mass = 0;
};

/// x turned about a unit axis: Rodrigues' formula.
Vec3 turned(const Vec3& x, const Vec3& axis, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * x + s * cross(axis, x) + (1 - c) * dot(axis, x) * axis;
}

class Maker {
 public:
  Maker(std::uint64_t seed, bool space, bool compliant)
      : dice_(seed, kSalt), space_(space), compliant_(compliant) {
    size_ = dice_.power(-2, 0);
    unit_ = std::sqrt(size_ / kGravity);
    decades_ = dice_.one_in(3) ? 0 : dice_.uniform(0, 6);
    choose_stepper();
    const std::string law = random_friction(dice_, !compliant).text;
    const double mu = dice_.uniform(0, 1);
    sticks_ = dice_.one_in(4)                   ? ""
              : method_ == "gauss_optimisation" ? fmt::format("{{ law = \"coulomb\", mu = {} }}", mu)
                                                : law;
  }

  /// Driven, and with loops, as the dice say, or not at all.
  Mechanism make(bool driven, bool loops) {
    const int bodies = dice_.whole(1, 5);
    freedoms_ = 0;
    for (int k = 0; k < bodies; ++k) add_body(k);
    if (bodies > 1 && !dice_.one_in(3) && loops) close_loop();
    if (!space_ && dice_.one_in(5)) add_cam();
    if (dice_.one_in(2) && driven) add_driver();
    for (int k = dice_.whole(0, 2); k > 0; --k) add_force(k);
    if (dice_.one_in(4)) add_stop();
    return finish();
  }

 private:
  struct Made {
    std::string name;
    const JointKind* kind;
    bool play;
  };

  Vec3 direction() {
    const double angle = dice_.uniform(-std::numbers::pi, std::numbers::pi);
    if (!space_) return {std::cos(angle), std::sin(angle), 0};
    const double z = dice_.uniform(-1, 1), r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }
  std::string list(const Vec3& x) const {
    return space_ ? fmt::format("[{}, {}, {}]", x[0], x[1], x[2]) : fmt::format("[{}, {}]", x[0], x[1]);
  }
  /// A direction, and a point, of the world in the frame of a part; −1 is the ground.
  Vec3 into(int part, const Vec3& x) const {
    return part < 0 ? x : turned(x, parts_[at(part)].axis, -parts_[at(part)].angle);
  }
  Vec3 local(int part, const Vec3& x) const { return part < 0 ? x : into(part, x - parts_[at(part)].at); }
  std::string name(int part) const { return part < 0 ? "ground" : parts_[at(part)].name; }
  static std::size_t at(int part) { return static_cast<std::size_t>(part); }
  /// Where a part ends; −1 is the one at which it hangs.
  Vec3 end(int part, double side) const {
    const Part& of = parts_[at(part)];
    return of.at + turned({0.5 * side * of.length, 0, 0}, of.axis, of.angle);
  }

  void add_body(int k) {
    const int parent = dice_.whole(-1, k - 1);
    Part part;
    part.name = fmt::format("body{}", k);
    part.length = size_ * dice_.uniform(0.5, 2);
    part.mass = 1000 * std::pow(size_, 3) * std::pow(10, dice_.uniform(0, decades_));
    if (space_) part.axis = direction();
    part.angle = dice_.uniform(-3, 3);
    const double away = size_ * dice_.uniform(0, 2);
    const Vec3 shift = away * direction(), hangs = parent < 0 ? shift : end(parent, 1);
    part.at = hangs + turned({0.5 * part.length, 0, 0}, part.axis, part.angle);
    parts_.push_back(part);
    text_ += fmt::format("[[body]]\nname = \"{}\"\nmass = {}\n", part.name, part.mass);
    const double slim = part.mass / 60 * part.length * part.length,
                 wide = part.mass / 12 * part.length * part.length;
    const double speed = dice_.one_in(2) ? 0 : dice_.uniform(-1, 1) * size_ / unit_,
                 spin = dice_.one_in(2) ? 0 : dice_.uniform(-2, 2) / unit_;
    const Vec3 velocity = speed * direction(), spins = spin * direction();
    text_ += space_
                 ? fmt::format(
                       "inertia = [{}, {}, {}]\norientation = {{ axis = {}, angle = {} }}\n"
                       "angular_velocity = {}\n",
                       slim, wide, wide, list(part.axis), part.angle, list(spins))
                 : fmt::format("inertia = {}\nangle = {}\nangular_velocity = {}\n", wide, part.angle, spin);
    text_ += fmt::format("position = {}\nvelocity = {}\n", list(part.at), list(velocity));
    freedoms_ += space_ ? 6 : 3;
    add_joint(choose(parent), parent, k, hangs);
  }

  /// Any joint; welds are rare, and what rolls needs the ground.
  const JointKind& choose(int parent) {
    for (;;) {
      const JointKind& kind = space_ ? kSpaceJoints[dice_.below(std::size(kSpaceJoints))]
                                     : kPlaneJoints[dice_.below(std::size(kPlaneJoints))];
      if (kind.type == "weld" && !dice_.one_in(4)) continue;
      if (kind.type.starts_with("rolling") && parent >= 0) continue;
      return kind;
    }
  }

  /// A second way from the last body to the ground or another body, as far as one freedom is left.
  void close_loop() {
    const int last = static_cast<int>(parts_.size()) - 1, other = dice_.whole(-1, last - 1);
    for (int trial = 0; trial < 10; ++trial) {
      const JointKind& kind = choose(0);  // nothing that rolls
      if (kind.type == "weld" || freedoms_ - kind.rows < 1) continue;
      return add_joint(kind, other, last, end(last, 1));
    }
  }

  void add_joint(const JointKind& kind, int first, int second, const Vec3& point) {
    const Made made{fmt::format("joint{}", joints_.size()), &kind, kind.play && dice_.one_in(2)};
    joints_.push_back(made);
    freedoms_ -= kind.rows;
    const Vec3 axis = direction();
    text_ += fmt::format("[[joint]]\nname = \"{}\"\ntype = \"{}\"\nbodies = [\"{}\", \"{}\"]\n", made.name,
                         kind.type, name(first), name(second));
    if (kind.type == "distance") {
      // a rod beside the point, not of no length
      const Vec3 from = point + size_ * dice_.uniform(0.3, 1) * axis;
      text_ += fmt::format("points = [{}, {}]\n", list(local(first, from)), list(local(second, point)));
    } else if (!space_) {
      text_ += fmt::format("points = [{}, {}]\n", list(local(first, point)), list(local(second, point)));
      if (kind.axis)
        text_ +=
            fmt::format("axis = {}\nslider_axis = {}\n", list(into(first, axis)), list(into(second, axis)));
    } else if (kind.type.starts_with("rolling")) {
      add_rolling(kind, second, axis);
    } else {
      text_ += fmt::format("point = {}\n", list(point));
      if (kind.axis) text_ += fmt::format("world_axis = {}\n", list(axis));
      if (kind.type == "universal") {
        const Vec3 other = cross(axis, std::abs(axis[0]) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
        text_ += fmt::format("world_axes = [{}, {}]\n", list(axis), list(other));
      }
    }
    // rigid steppers have no balls that slip in all directions, and the last of them no joints that rub
    const bool can_rub = compliant_ || (kind.type != "spherical" && method_ != "gauss_optimisation");
    const bool rubs = kind.rubs && !made.play && !sticks_.empty() && can_rub && dice_.one_in(3);
    rubs_ = rubs_ || rubs;
    if (made.play || rubs) add_bearing(kind, made.play);
    if (rubs) text_ += fmt::format("friction = {}\n", sticks_);
  }

  /// A body that touches a plane below it.
  void add_rolling(const JointKind& kind, int second, const Vec3& normal) {
    const double radius = 0.3 * size_;
    const Vec3 plane = parts_[at(second)].at - radius * normal;
    const Vec3 across = cross(normal, std::abs(normal[0]) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    text_ += fmt::format("radius = {}\naxis = {}\nplane = {}\n", radius, list(normal), list(plane));
    if (kind.type == "rolling_disc") text_ += fmt::format("axle = {}\n", list(into(second, across)));
  }

  /// Its dimensions, and play from a ten thousandth of them to a tenth.
  void add_bearing(const JointKind& kind, bool play) {
    const double radius = 0.1 * size_, length = 0.3 * size_, c = radius * dice_.power(-4, -1);
    const bool slides = kind.type == "prismatic" || kind.type == "translational";
    if (!space_ && !play) {
      text_ += slides ? fmt::format("bearing = {{ length = {} }}\n", length)
                      : fmt::format("bearing = {{ radius = {} }}\n", radius);
    } else if (!space_) {
      text_ += slides ? fmt::format("length = {}\nwidth = {}\n", length, radius)
                      : fmt::format("radius = {}\n", radius);
      text_ += fmt::format("clearance = {}\n", c);
    } else {
      text_ += slides ? fmt::format("bearing = {{ length = {}, height = {}, width = {} }}\n", length, radius,
                                    1.5 * radius)
               : kind.type == "spherical"
                   ? fmt::format("bearing = {{ radius = {} }}\n", radius)
                   : fmt::format("bearing = {{ radius = {}, length = {} }}\n", radius, length);
      if (!play) return;
      const bool bare = dice_.one_in(3);
      text_ += bare     ? fmt::format("clearance = {}\n", c)
               : slides ? fmt::format("clearance = {{ height = {}, width = {} }}\n", c, 2 * c)
               : kind.type == "revolute"
                   ? fmt::format("clearance = {{ radial = {}, axial = {} }}\n", c, 2 * c)
                   : fmt::format("clearance = {{ radial = {} }}\n", c);
    }
  }

  /// A follower in a guide, over a cam that turns on the ground.
  void add_cam() {
    const int k = static_cast<int>(parts_.size());
    Part part;
    part.name = fmt::format("body{}", k);
    part.at = {0, -5 * size_, 0};
    part.length = size_;
    part.mass = 1000 * std::pow(size_, 3) * std::pow(10, dice_.uniform(0, decades_));
    parts_.push_back(part);
    const double base = 0.5 * size_, lift = size_ * dice_.uniform(0.05, 0.3),
                 speed = dice_.uniform(1, 8) / unit_;
    const char* followers[] = {"flat", "point", "roller"};
    const std::string follower = followers[dice_.below(3)];
    const char* lifts[] = {"cycloidal", "harmonic", "polynomial_345", "polynomial_4567"};
    const std::string rise = lifts[dice_.below(4)];
    const double reach = base + (follower == "roller" ? 0.1 * size_ : 0.0);
    text_ += fmt::format("[[body]]\nname = \"{}\"\nmass = {}\ninertia = {}\nposition = {}\n", part.name,
                         part.mass, part.mass * size_ * size_ / 12, list(part.at));
    text_ += fmt::format("[[joint]]\nname = \"guide\"\ntype = \"prismatic\"\nbodies = [\"ground\", \"{}\"]\n",
                         part.name);
    text_ += fmt::format("points = [{}, [0, 0]]\naxis = [0, 1]\n", list(part.at));
    text_ +=
        fmt::format("[[joint]]\nname = \"cam\"\ntype = \"cam\"\nbodies = [\"ground\", \"{}\"]\n", part.name);
    text_ += fmt::format("points = [{}, [0, 0]]\ndirection = [0, 1]\nfollower = \"{}\"\nbase_radius = {}\n",
                         list({0, -5 * size_ - 1.02 * reach, 0}), follower, base);
    if (follower == "roller") text_ += fmt::format("roller_radius = {}\n", 0.1 * size_);
    text_ += fmt::format(
        "segments = [{{ lift = \"dwell\", angle = 0.5 }}, {{ lift = \"{0}\", angle = 1.5, to = {1} }}, "
        "{{ lift = \"{0}\", angle = 1.5, to = 0 }}, {{ lift = \"dwell\", angle = {2} }}]\nspeed = {3}\n",
        rise, lift, 2 * std::numbers::pi - 3.5, speed);
    contacts_ = true;
    kinds_ += ", cam";
  }

  /// Leads a joint without play, as far as the mechanism has the freedom.
  void add_driver() {
    std::vector<const Made*> can;
    for (const Made& joint : joints_) {
      if (!joint.play && !joint.kind->coordinate.empty()) can.push_back(&joint);
    }
    if (can.empty() || freedoms_ < 1) return;
    --freedoms_;
    const Made& joint = *can[dice_.below(can.size())];
    const std::string_view coordinate = joint.kind->coordinate;
    const double scale = coordinate.starts_with("angle") ? 1 : size_;
    const double speed = scale / unit_ * dice_.uniform(-2, 2), part = scale * dice_.uniform(0.02, 0.5);
    text_ += fmt::format("[[driver]]\nname = \"motor\"\njoint = \"{}\"\n", joint.name);
    if (space_) text_ += fmt::format("coordinate = \"{}\"\n", coordinate);
    const std::string laws[] = {
        fmt::format("law = \"constant_speed\", speed = {}", speed),
        fmt::format("law = \"constant_acceleration\", acceleration = {}", speed / unit_),
        fmt::format("law = \"sine\", amplitude = {}, frequency = {}", part, 1 / unit_),
        fmt::format("law = \"polynomial\", coefficients = [0, {}, {}]", speed, -0.3 * speed / unit_),
        fmt::format("law = \"table\", times = [0, {}, {}, {}], values = [0, {}, {}, 0]", 0.5 * unit_, unit_,
                    2 * unit_, part, 0.7 * part)};
    text_ += fmt::format("motion = {{ {} }}\n", laws[dice_.below(std::size(laws))]);
    driven_ = true;
  }

  void add_force(int k) {
    const int last = static_cast<int>(parts_.size()) - 1, of = dice_.whole(0, last);
    const int other = dice_.whole(-1, of - 1);
    const Part& part = parts_[at(of)];
    const double weight = part.mass * kGravity, stiffness = weight / size_ * dice_.power(-1, 2),
                 damping = dice_.one_in(2) ? 0 : dice_.uniform(0, 1) * std::sqrt(stiffness * part.mass);
    const Vec3 along = direction(), force = weight * dice_.uniform(-3, 3) * along;
    const std::string single = fmt::format("body = \"{}\"\n", part.name),
                      both = fmt::format("bodies = [\"{}\", \"{}\"]\n", name(other), part.name);
    const Vec3 from = other < 0 ? 3 * size_ * along : end(other, -1);
    const double turns = size_ * size_;
    std::vector<std::string> kinds = {
        fmt::format("type = \"point_force\"\n{}force = {}\n", single, list(force)),
        fmt::format("type = \"torque\"\n{}torque = {}\n", single,
                    space_ ? list(size_ * force) : fmt::format("{}", size_ * force[0])),
        fmt::format("type = \"spring_damper\"\n{}points = [{}, {}]\nstiffness = {}\ndamping = {}\n", both,
                    list(local(other, from)), list(local(of, end(of, 1))), stiffness, damping),
        fmt::format("type = \"torsion_spring_damper\"\n{}stiffness = {}\ndamping = {}\n{}", both,
                    stiffness * turns, damping * turns,
                    space_ ? fmt::format("world_axis = {}\n", list(along)) : "")};
    if (space_) {
      kinds.push_back(fmt::format("type = \"wrench\"\n{}force = {}\ntorque = {}\n", single, list(force),
                                  list(0.3 * size_ * force)));
      kinds.push_back(
          fmt::format("type = \"bushing\"\n{0}point = {1}\nstiffness = [{2}, {2}, {2}, {3}, {3}, {3}]\n"
                      "damping = [{4}, {4}, {4}, {5}, {5}, {5}]\n",
                      both, list(end(of, 1)), stiffness, stiffness * turns, damping, damping * turns));
    }
    text_ += fmt::format("[[force]]\nname = \"force{}\"\n{}", k, kinds[dice_.below(kinds.size())]);
  }

  /// A ball at the last body that may hit a plane.
  void add_stop() {
    const Part& part = parts_.back();
    const double radius = 0.2 * size_, gap = size_ * dice_.power(-3, -1);
    const Vec3 normal = direction(), wall = part.at - (radius + gap) * normal;
    text_ += fmt::format("[[shape]]\nbody = \"{}\"\ntype = \"{}\"\nradius = {}\n", part.name,
                         space_ ? "sphere" : "circle", radius);
    text_ +=
        fmt::format("[[shape]]\nname = \"wall\"\nbody = \"ground\"\ntype = \"{}\"\npoint = {}\nnormal = {}\n",
                    space_ ? "half_space" : "half_plane", list(wall), list(normal));
    contacts_ = true;
    kinds_ += ", stop";
  }

  /// Its word, and what the file says of it.
  void choose_stepper() {
    const double step = unit_ * dice_.power(-3.3, -2.3), accuracy = dice_.power(-9, -5);
    const int which = dice_.whole(0, 9);
    if (compliant_) {
      method_ = which < 4 ? "runge_kutta" : which < 6 ? "adams" : which < 8 ? "bdf" : "rk4";
      stepper_ = method_ == "rk4" ? fmt::format("{{ name = \"rk4\", step = {} }}", 0.3 * step)
                                  : fmt::format("{{ name = \"{}\", accuracy = {} }}", method_, accuracy);
      return;
    }
    method_ = which < 6 ? "symmetric" : which < 8 ? "moreau" : which < 9 ? "accuracy" : "gauss_optimisation";
    stepper_ = method_ == "accuracy" ? fmt::format("{{ name = \"symmetric\", accuracy = {} }}", accuracy)
               : method_ == "gauss_optimisation"
                   ? fmt::format("{{ name = \"{}\", algorithm = \"sqp\", step_min = {}, step_max = {} }}",
                                 method_, 0.1 * step, step)
                   : fmt::format("{{ name = \"{}\", step = {} }}", method_, step);
  }

  /// Laws of contacts, those of the rest, method and run.
  Mechanism finish() {
    Mechanism out;
    const char* impacts[] = {"newton", "poisson", "stronge"};
    const std::string any = impacts[dice_.below(space_ ? 2 : 3)], force = random_force(dice_, size_).text;
    // the others have Newton's law alone, and so have joints that rub
    const std::string impact = method_ == "symmetric" && !rubs_ ? any : "newton";
    const double e = method_ == "gauss_optimisation" || dice_.one_in(4) ? 0 : dice_.uniform(0, 1);
    const double end = unit_ * dice_.uniform(0.3, 1);
    std::string joints;
    for (const Made& joint : joints_) {
      joints +=
          fmt::format("{}{}{}", joints.empty() ? "" : ", ", joint.kind->type, joint.play ? " with play" : "");
      contacts_ = contacts_ || joint.play;
    }
    out.name = fmt::format("{}, {}, {} bodies: {}{}{}; {}", space_ ? "space" : "plane",
                           compliant_ ? "compliant" : "rigid", parts_.size(), joints, kinds_,
                           driven_ ? "; driven" : "", method_);
    out.text = fmt::format("freeplay = 1\nname = \"{}\"\ndimension = {}\ngravity = {}\n", out.name,
                           space_ ? 3 : 2, space_ ? "[0, 0, -9.81]" : "[0, -9.81]");
    out.text += text_;
    if (contacts_ || compliant_) {
      out.text += compliant_
                      ? fmt::format("[contact]\nworld = \"compliant\"\nforce = {}\n", force)
                      : fmt::format("[contact]\nimpact = {{ law = \"{}\", restitution = {} }}\n", impact, e);
      if (!sticks_.empty()) out.text += fmt::format("friction = {}\n", sticks_);
    }
    out.text += fmt::format("[method]\nstepper = {}\n[run]\nend = {}\nrecord = {{ every = {} }}\n", stepper_,
                            end, 0.1 * end);
    return out;
  }

  Dice dice_;
  const bool space_, compliant_;
  double size_ = 1, unit_ = 1, decades_ = 0;  ///< [m], √(size/g) [s], powers of ten between masses
  std::string sticks_;                        ///< friction; empty: none
  std::string text_, kinds_, method_, stepper_;
  std::vector<Part> parts_;
  std::vector<Made> joints_;
  int freedoms_ = 0;
  bool contacts_ = false, driven_ = false, rubs_ = false;
};

}  // namespace

Mechanism random_mechanism(std::uint64_t seed) {
  const bool space = seed % 2 == 1, compliant = seed / 2 % 2 == 1;
  Mechanism mechanism;
  // Joints that lie in special ways, such as sliders in one direction, leave less free than their rows count: what a driver
  // or a loop asks of them can then be impossible.
  for (const auto& [driven, loops] : {std::pair{true, true}, {false, true}, {false, false}}) {
    mechanism = Maker(seed, space, compliant).make(driven, loops);
    try {
      assemble(read_model_text(mechanism.text, "mechanism.toml"));
      break;
    } catch (const ModelError& refused) {
      if (std::string(refused.what()).find("satisfies all joints and drivers") == std::string::npos) break;
    }
  }
  return mechanism;
}

}  // namespace freeplay::testing
